// Package whole finds what runners run that have a file of their own, whichever
// words they are given: tox, ninja, nodemon, nx, and go with its //go:generate
// lines. For gives the function of a runner; see package tasks for what they
// give back.
//
// To add one: a function of the shape of Func, a line in For, and the member
// "runs" in the knowledge of the tool.
package whole

import (
	"fmt"

	"github.com/sentinelgate/sentinel/internal/tasks"
	"github.com/sentinelgate/sentinel/internal/tasks/tree"
)

const (
	maxDepth = 40   // folders within folders, values within values
	maxLooks = 2000 // files and folders of one repository
)

// Func is the shape of the functions for one runner: the file is one that an
// option names in place of the usual one, the names are those that words and
// options give, none for the runner's default.
type Func func(read tasks.Reader, list tasks.Lister, file string, names []string) (tasks.Result, error)

// For gives the function for a runner: "tox", "ninja", "nodemon",
// "nx", "generate" (of go).
func For(kind string) (Func, bool) {
	switch kind {
	case "tox":
		return Tox, true
	case "ninja":
		return Ninja, true
	case "nodemon":
		return Nodemon, true
	case "nx":
		return Nx, true
	case "generate":
		return Generate, true
	}
	return nil, false
}

// firstFile gives the content of the first of some files that is there.
func firstFile(read tasks.Reader, names ...string) (string, []byte, bool) {
	for _, n := range names {
		if b, ok := read(n); ok {
			return n, b, true
		}
	}
	return "", nil, false
}

// fromJSON reads a file of JSON, in which comments count for nothing; the error
// of a file that is not there is ErrNoFile.
func fromJSON(read tasks.Reader, name string) (tasks.Result, *tree.Node, error) {
	res := tasks.Result{File: name}
	b, ok := read(name)
	if !ok {
		return res, nil, fmt.Errorf("%s: %w", name, tasks.ErrNoFile)
	}
	root, err := tree.JSON(b, true)
	if err != nil {
		return res, nil, fmt.Errorf("read %s: %w", name, err)
	}
	return res, root, nil
}
