package walk

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/value"
)

// Pick finds an argument by one word of row.at, without the leading ?.
func (c *Call) Pick(spec string) (v value.Value, ok bool) {
	for _, way := range strings.Split(spec, "|") {
		n, err := strconv.Atoi(strings.TrimSuffix(way, ".0"))
		switch {
		case way == "@" && (c.Self.Form == value.Text || c.Self.Form == value.OneOf || way == spec):
			return c.Self, true
		case err == nil && n < len(c.Args) && strings.HasSuffix(way, ".0"):
			if v = c.Arg(n); v.Form == value.Sequence && len(v.Items) > 0 {
				return v.Items[0], true
			}
			return value.Value{}, true
		case err == nil && n < len(c.Args):
			return c.Arg(n), true
		case err != nil:
			if v, ok = c.Option(way); ok {
				return v, true
			}
		}
	}
	return value.Value{}, false
}

// Targets is the arguments that row.at names.
func (c *Call) Targets() []report.Arg { return slices.Concat(c.slots()...) }

// slots is the arguments that each word of row.at names.
func (c *Call) slots() [][]report.Arg {
	var out [][]report.Arg
	for _, spec := range strings.Fields(c.Row.At) {
		spec, optional := strings.CutPrefix(spec, "?")
		if spec == "*" {
			for _, v := range value.Flat(c.Args) {
				if v.Form != value.Mapping {
					out = append(out, v.Args())
				}
			}
			continue
		}
		v, ok := c.Pick(spec)
		if !ok && optional {
			continue
		}
		if v.Form == value.Sequence {
			out = append(out, value.Words(v))
			continue
		}
		out = append(out, v.Args())
	}
	return out
}

// each reports an act of several arguments, from one place to another, for all
// that they may be.
func (c *Call) each(kind report.Kind) {
	slots := c.slots()
	if len(slots) != 2 || len(slots[0])*len(slots[1]) > value.MaxTexts {
		c.Emit(report.Act{Kind: kind, Args: c.Targets()})
		return
	}
	for _, from := range slots[0] {
		for _, to := range slots[1] {
			c.Emit(report.Act{Kind: kind, Args: []report.Arg{from, to}})
		}
	}
}

// Emit reports an act of this call.
func (c *Call) Emit(a report.Act) {
	r := c.R
	if !r.loud {
		return
	}
	if len(r.Report.Acts) >= MaxActs {
		r.Report.Truncate("too many acts")
		return
	}
	if a.Kind == report.Exec && a.Fed() {
		r.Hide("starts an interpreter whose input is not known")
	}
	a.Call, a.Start, a.End = c.Name, c.Start, max(r.End, c.Start)
	if r.Dir.Text != "" {
		dir := r.Dir.Arg()
		a.Dir = &dir
	}
	if r.Span != nil {
		a.Start, a.End = r.Span[0], r.Span[1]
	}
	r.Report.Acts = append(r.Report.Acts, a)
}

// Hide reports that something could not be understood.
func (r *Reader) Hide(reason string) {
	if r.loud {
		r.Report.Hide(reason)
	}
}

// act reports an act of the row's kind. A read whose target is an address is
// a fetch.
func Do(c *Call) value.Value {
	args := c.Targets()
	kind := c.Row.Kind
	if v, ok := c.Pick(strings.SplitN(c.Row.At+" ", " ", 2)[0]); ok && v.Number && kind == report.Read {
		return c.Result() // an open file: 0 is what comes in
	}
	if kind == report.Read && len(args) > 0 && report.IsURL(args[0].Text) {
		kind = report.Fetch
	}
	if kind == report.Write && value.Nothing(c.Args) {
		kind = report.Empty
	}
	if kind == report.Unread {
		return Hide(c)
	}
	switch kind {
	case report.Move, report.Copy, report.Link, report.Permission:
		c.each(kind)
	default:
		c.Emit(report.Act{Kind: kind, Args: args})
	}
	v := c.Result()
	switch kind {
	case report.Read:
		v = c.content(v)
	case report.Fetch, report.Send:
		v.Taint |= value.Fetched
	}
	if c.Row.Say != "" {
		v.Text = c.Row.Say
	}
	return v
}

// content marks v as what stands in the file that the row's target names.
func (c *Call) content(v value.Value) value.Value {
	spec, _, _ := strings.Cut(c.Row.At, " ")
	path, _ := c.Pick(spec)
	v.File = &path
	return v
}

// Hide reports the row's reason for not being understood.
func Hide(c *Call) value.Value {
	say := c.Row.Say
	if say == "" {
		say = "unknown function " + c.Name
	}
	c.R.Hide(say)
	return value.Value{Taint: value.Computed}
}

// Exec reports a process start through a shell.
func (r *Reader) Exec(c *Call, v value.Value) {
	if v.Taint&value.Encoded != 0 {
		r.Hide("a command that was written in an encoding")
	}
	for _, a := range v.Args() {
		c.Emit(report.Act{Kind: report.Exec, Shell: &a})
	}
}

// Argv reports a process start by program and arguments.
func (c *Call) Argv(vs []value.Value) {
	var out []report.Arg
	for _, v := range vs {
		if v.Taint&value.Encoded != 0 {
			c.R.Hide("a command that was written in an encoding")
		}
		if v.Form == value.Sequence {
			out = append(out, value.Words(v)...)
		} else {
			out = append(out, v.Arg())
		}
	}
	c.Emit(report.Act{Kind: report.Exec, Argv: out})
}
