package settings

import (
	"bytes"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/sentinelgate/sentinel/internal/config/jsonc"
)

// layout is how a file is set: what it is indented with and how its lines end.
// New members are set like the old ones.
type layout struct {
	unit    string // one step of indentation
	newline string
	flat    bool // everything on one line
}

// layoutOf looks at the first member of a file's object. An empty object gives
// two blanks, as the clients themselves write.
func layoutOf(doc *jsonc.Doc, root *hujson.Object) layout {
	lay := layout{unit: "  ", newline: "\n"}
	if bytes.Contains(doc.Source, []byte("\r\n")) {
		lay.newline = "\r\n"
	}
	if len(root.Members) == 0 {
		return lay
	}
	before := string(root.Members[0].Name.BeforeExtra)
	i := strings.LastIndexByte(before, '\n')
	if i < 0 {
		lay.flat = true
		return lay
	}
	if unit := before[i+1:]; unit != "" && strings.Trim(unit, " \t") == "" {
		lay.unit = unit
	}
	return lay
}

// line is the white space in front of something at a depth.
func (l layout) line(depth int) hujson.Extra {
	if l.flat {
		return nil
	}
	return hujson.Extra(l.newline + strings.Repeat(l.unit, depth))
}

// colon is the white space between a name's colon and its value.
func (l layout) colon() hujson.Extra { return hujson.Extra(" ") }

// depthOf guesses the depth of a value from the indentation in front of it.
func (l layout) depthOf(v *hujson.Value) int {
	before := string(v.BeforeExtra)
	i := strings.LastIndexByte(before, '\n')
	if i < 0 || l.unit == "" {
		return 5
	}
	return len(before[i+1:]) / len(l.unit)
}

// member makes a member at a depth.
func (l layout) member(depth int, name string, v hujson.ValueTrimmed) hujson.ObjectMember {
	return hujson.ObjectMember{
		Name:  hujson.Value{BeforeExtra: l.line(depth), Value: hujson.String(name)},
		Value: hujson.Value{BeforeExtra: l.colon(), Value: v},
	}
}

// addMember puts a member behind the others of an object whose members stand
// at a depth.
func (l layout) addMember(o *hujson.Object, depth int, name string, v hujson.ValueTrimmed) {
	m := l.member(depth, name, v)
	if n := len(o.Members); n > 0 {
		last := &o.Members[n-1]
		if l.flat {
			m.Name.BeforeExtra = hujson.Extra(" ")
		}
		if last.Value.AfterExtra != nil { // keeps a trailing comma
			m.Value.AfterExtra = hujson.Extra{}
		}
	} else if !l.flat {
		o.AfterExtra = append(keepComment(o.AfterExtra), l.line(depth-1)...)
	}
	o.Members = append(o.Members, m)
}

// addElement puts an element behind the others of a list whose elements stand
// at a depth.
func (l layout) addElement(a *hujson.Array, depth int, v hujson.ValueTrimmed) {
	e := hujson.Value{BeforeExtra: l.line(depth), Value: v}
	if n := len(a.Elements); n > 0 {
		if l.flat {
			e.BeforeExtra = hujson.Extra(" ")
		}
		if a.Elements[n-1].AfterExtra != nil {
			e.AfterExtra = hujson.Extra{}
		}
	} else if !l.flat {
		a.AfterExtra = append(keepComment(a.AfterExtra), l.line(depth-1)...)
	}
	a.Elements = append(a.Elements, e)
}

// keepComment drops white space, and keeps it where a comment stands in it.
func keepComment(e hujson.Extra) hujson.Extra {
	if e.IsStandard() {
		return nil
	}
	return bytes.TrimRight(e, " \t\r\n")
}

// group renders the whole entry of an event for elements at depth 3.
func (e Event) group(l layout) *hujson.Object {
	g := &hujson.Object{}
	if e.Matcher != "" {
		l.addMember(g, 4, "matcher", hujson.String(e.Matcher))
	}
	list := &hujson.Array{}
	l.addElement(list, 5, e.render(l, 5))
	l.addMember(g, 4, "hooks", list)
	return g
}

// render makes the handler itself, standing at a depth.
func (e Event) render(l layout, depth int) *hujson.Object {
	o := &hujson.Object{}
	for _, p := range e.Handler {
		l.addMember(o, depth+1, p.Name, p.literal())
	}
	return o
}

// removeMember takes a member out; a trailing comma stays as it was.
func removeMember(o *hujson.Object, name string) {
	for i := range o.Members {
		if jsonc.Text(o.Members[i].Name) != name {
			continue
		}
		if i == len(o.Members)-1 && i > 0 {
			o.Members[i-1].Value.AfterExtra = o.Members[i].Value.AfterExtra
		}
		o.Members = append(o.Members[:i], o.Members[i+1:]...)
		if len(o.Members) == 0 {
			o.AfterExtra = keepComment(o.AfterExtra)
		}
		return
	}
}

// removeElement does the same for a list.
func removeElement(a *hujson.Array, i int) {
	if i == len(a.Elements)-1 && i > 0 {
		a.Elements[i-1].AfterExtra = a.Elements[i].AfterExtra
	}
	a.Elements = append(a.Elements[:i], a.Elements[i+1:]...)
	if len(a.Elements) == 0 {
		a.AfterExtra = keepComment(a.AfterExtra)
	}
}
