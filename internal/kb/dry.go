package kb

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb/wordpart"
)

// dry tells whether an option makes the command only show what it would do.
// Programs differ in which of several such options wins, so one that takes it
// back, or whose value is not known, settles it: the command really runs.
func (p *Parse) dry() bool {
	dry, last := false, p.Last()
	for _, n := range p.nodes {
		for _, f := range strings.Fields(n.Dry) {
			name, off, _ := strings.Cut(f, "!=")
			if p.takesBack(name) {
				return false
			}
			for _, o := range p.Options {
				if !o.is(name) || o.node != nil && o.node != n && n != last {
					continue
				}
				if o.off(off) {
					return false
				}
				dry = true
			}
		}
	}
	return dry && !p.falseWord()
}

// off tells whether an option's value switches it off or may do so. The empty
// value is that of a bare option.
func (o Option) off(word string) bool {
	if !o.Has {
		return false
	}
	v, known := o.Value.Known()
	if !known {
		return true
	}
	switch v = strings.ToLower(v); v {
	case "false", "f", "0", "no", "n", "off", "none":
		return true
	}
	return word != "" && strings.EqualFold(v, word)
}

// takesBack looks for the --no- form of a long option, whole or shortened,
// whether the tool's file lists it or not.
func (p *Parse) takesBack(name string) bool {
	long, ok := strings.CutPrefix(name, "--")
	if !ok {
		return false
	}
	for _, o := range p.Options {
		if wordpart.Negates(o.Name, long) {
			return true
		}
	}
	for _, odd := range p.Odd {
		if wordpart.Negates(odd, long) {
			return true
		}
	}
	return false
}

// falseWord looks for the value of a switch that stands in a word of its own:
// npm's option reader takes "--dry-run false" as one.
func (p *Parse) falseWord() bool {
	for _, o := range p.Operands {
		if v, ok := o.Word.Known(); ok && v == "false" {
			return true
		}
	}
	return false
}
