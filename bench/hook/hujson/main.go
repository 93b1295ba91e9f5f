// Command hujson only links and uses the reader of JSON with comments: what it
// adds to an empty process.
package main

import (
	"os"

	"github.com/tailscale/hujson"
)

func main() {
	if _, err := hujson.Parse([]byte(`{"a": 1} // one`)); err != nil {
		os.Exit(1)
	}
}
