// Command flock only links and uses the file lock: what it adds to an empty
// process.
package main

import (
	"os"

	"github.com/gofrs/flock"
)

func main() {
	l := flock.New(os.DevNull)
	if l.Locked() {
		os.Exit(1)
	}
}
