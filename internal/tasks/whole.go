package tasks

import "slices"

// Whole is the shape of the functions for runners that read what they run out
// of files of their own: the file is one that an option names in place of the
// usual one, the names are those that words and options give, none for the
// runner's default.
type Whole func(read Reader, list Lister, file string, names []string) (Result, error)

// WholeFor gives the function for such a runner: "tox", "ninja", "nodemon",
// "nx", "generate" (of go).
func WholeFor(kind string) (Whole, bool) {
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
func firstFile(read Reader, names ...string) (string, []byte, bool) {
	for _, n := range names {
		if b, ok := read(n); ok {
			return n, b, true
		}
	}
	return "", nil, false
}

// addOnce appends a command that is not there yet.
func (r *Result) addOnce(c Cmd) {
	if !slices.ContainsFunc(r.Cmds, func(have Cmd) bool { return have.Text == c.Text }) {
		r.add(c)
	}
}
