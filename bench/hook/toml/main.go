// Command toml only links and uses the reader of TOML: what it adds to an empty
// process.
package main

import (
	"os"

	"github.com/pelletier/go-toml/v2"
)

func main() {
	var v map[string]any
	if err := toml.Unmarshal([]byte("a = 1\n"), &v); err != nil {
		os.Exit(1)
	}
}
