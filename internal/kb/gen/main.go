// Command gen writes names.txt, the index from program names to knowledge
// files, so that a program can be looked up without opening any file.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run() error {
	list, err := filepath.Glob("data/*.json")
	if err != nil {
		return err
	}
	owner := map[string]string{}
	var twice error
	for _, f := range list {
		base := filepath.Base(f)
		if base == "env.json" {
			continue
		}
		data, err := os.ReadFile(f)
		if err != nil {
			return err
		}
		var t struct {
			Tool  string
			Names []string
		}
		if err := json.Unmarshal(data, &t); err != nil {
			return fmt.Errorf("%s: %w", f, err)
		}
		for _, n := range append([]string{t.Tool}, t.Names...) {
			if o, ok := owner[n]; ok && o != base {
				twice = errors.Join(twice, fmt.Errorf("%s: %q is known from %s already", base, n, o))
				continue
			}
			owner[n] = base
		}
	}
	var lines []string
	for _, n := range slices.Sorted(maps.Keys(owner)) {
		lines = append(lines, n+" "+owner[n])
	}
	if err := os.WriteFile("names.txt", []byte("\n"+strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		return err
	}
	return twice
}
