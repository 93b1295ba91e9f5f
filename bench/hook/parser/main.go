// Command parser only links and uses the shell parser: what it adds to an empty
// process.
package main

import (
	"os"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

func main() {
	if _, err := syntax.NewParser().Parse(strings.NewReader("git status"), ""); err != nil {
		os.Exit(1)
	}
}
