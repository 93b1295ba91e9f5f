package pure

import (
	"slices"
	"strconv"
	"strings"
)

// Gather is how a command such as xargs makes command lines of its input.
type Gather struct {
	Mark      string // what an item is put in place of (-I); "" appends items
	Separator string // what parts items (-d, -0); "" for blanks and quotes
	Each      int    // items of one command line (-n, -L), 0 for all
	Lines     bool   // only ends of lines part items
	Unsure    bool   // something about it is not known
}

// GatherOf reads the options in front of the inner command; those that are not
// known are told by known.
func GatherOf(options []string, known func(int) bool) Gather {
	var g Gather
	for i := 0; i < len(options); i++ {
		s := options[i]
		if !known(i) {
			g.Unsure = true
			continue
		}
		if len(s) < 2 || s[0] != '-' {
			continue
		}
		name, value, has := s[:2], s[2:], len(s) > 2
		if strings.HasPrefix(s, "--") {
			name, value, has = strings.Cut(s, "=")
		}
		if !has && i+1 < len(options) && slices.Contains([]string{"-I", "-J", "-d", "--delimiter", "-n", "--max-args", "-L"}, name) {
			i++
			value = options[i]
			g.Unsure = g.Unsure || !known(i)
		}
		g.option(name, value)
	}
	return g
}

func (g *Gather) option(name, value string) {
	number := func() {
		n, err := strconv.Atoi(value)
		g.Each, g.Unsure = max(n, 1), g.Unsure || err != nil
	}
	switch name {
	case "-0", "--null":
		g.Separator = "\x00"
	case "-d", "--delimiter":
		g.Separator = Backslashes(value, true)
	case "-I", "-J", "-i", "--replace":
		g.Lines, g.Mark = true, value
		if value == "" {
			g.Mark = "{}"
		}
	case "-n", "--max-args":
		g.Lines = g.Lines && g.Mark != "" // it undoes a -L before it
		number()
	case "-L", "-l", "--max-lines":
		if value == "" {
			value = "1"
		}
		number()
		g.Lines, g.Unsure = true, g.Unsure || g.Each > 1
	case "-a", "-E", "-e", "--eof", "--arg-file", "-s", "-S", "-R":
		g.Unsure = true
	default:
		// A cluster such as -0n1 or -r0.
		if len(value) > 0 && strings.IndexByte("0rtxpo", name[1]) >= 0 && name[1] != '-' {
			g.option("-"+value[:1], value[1:])
		}
	}
}

// Lines gives what xargs -L takes at a time: the items of each line, of none
// once. It is not known where a line goes on in the next, behind a blank.
func Lines(in string, most int) (all [][]string, ok bool) {
	for line := range strings.Lines(in) {
		line = strings.TrimSuffix(line, "\n")
		if len(all) == most || strings.TrimRight(line, " \t\\") != line || strings.Count(line, "'")%2+strings.Count(line, `"`)%2 > 0 {
			return nil, false
		}
		if items := Items(line, "", false); len(items) > 0 {
			all = append(all, items)
		}
	}
	if len(all) == 0 {
		all = append(all, nil)
	}
	return all, true
}
