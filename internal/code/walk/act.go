package walk

import (
	"github.com/sentinelgate/sentinel/internal/code/report"
	"strconv"
	"strings"
)

// Pick finds an argument by one word of row.at, without the leading ?.
func (c *Call) Pick(spec string) (v Value, ok bool) {
	for _, way := range strings.Split(spec, "|") {
		n, err := strconv.Atoi(strings.TrimSuffix(way, ".0"))
		switch {
		case way == "@" && (c.Self.Form == Text || way == spec):
			return c.Self, true
		case err == nil && n < len(c.Args) && strings.HasSuffix(way, ".0"):
			if v = c.Arg(n); v.Form == Sequence && len(v.Items) > 0 {
				return v.Items[0], true
			}
			return Value{}, true
		case err == nil && n < len(c.Args):
			return c.Arg(n), true
		case err != nil:
			if v, ok = c.Option(way); ok {
				return v, true
			}
		}
	}
	return Value{}, false
}

// Targets is the arguments that row.at names.
func (c *Call) Targets() []report.Arg {
	var out []report.Arg
	for _, spec := range strings.Fields(c.Row.At) {
		spec, optional := strings.CutPrefix(spec, "?")
		if spec == "*" {
			for _, v := range Flat(c.Args) {
				if v.Form != Mapping {
					out = append(out, v.Arg())
				}
			}
			continue
		}
		v, ok := c.Pick(spec)
		if !ok && optional {
			continue
		}
		if v.Form == Sequence {
			out = append(out, words(v)...)
			continue
		}
		out = append(out, v.Arg())
	}
	return out
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
	a.Call, a.Start, a.End = c.Name, c.Start, max(r.End, c.Start)
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
func Do(c *Call) Value {
	args := c.Targets()
	kind := c.Row.Kind
	if v, ok := c.Pick(strings.SplitN(c.Row.At+" ", " ", 2)[0]); ok && v.Number && kind == report.Read {
		return c.Result() // an open file: 0 is what comes in
	}
	if kind == report.Read && len(args) > 0 && IsURL(args[0].Text) {
		kind = report.Fetch
	}
	if kind == report.Unread {
		return Hide(c)
	}
	c.Emit(report.Act{Kind: kind, Args: args})
	v := c.Result()
	switch kind {
	case report.Read:
		v = c.content(v)
	case report.Fetch, report.Send:
		v.Taint |= Fetched
	}
	if c.Row.Say != "" {
		v.Text = c.Row.Say
	}
	return v
}

// IsURL reports whether s is an address on the network.
func IsURL(s string) bool {
	return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "ftp://")
}

// content marks v as what stands in the file that the row's target names.
func (c *Call) content(v Value) Value {
	spec, _, _ := strings.Cut(c.Row.At, " ")
	path, _ := c.Pick(spec)
	v.File = &path
	return v
}

// Hide reports the row's reason for not being understood.
func Hide(c *Call) Value {
	say := c.Row.Say
	if say == "" {
		say = "unknown function " + c.Name
	}
	c.R.Hide(say)
	return Value{Taint: Computed}
}

// Exec reports a process start through a shell.
func (r *Reader) Exec(c *Call, v Value) {
	a := v.Arg()
	if v.Taint&Encoded != 0 {
		r.Hide("a command that was written in an encoding")
	}
	c.Emit(report.Act{Kind: report.Exec, Shell: &a})
}

// Argv reports a process start by program and arguments.
func (c *Call) Argv(vs []Value) {
	var out []report.Arg
	for _, v := range vs {
		if v.Taint&Encoded != 0 {
			c.R.Hide("a command that was written in an encoding")
		}
		if v.Form == Sequence {
			out = append(out, words(v)...)
		} else {
			out = append(out, v.Arg())
		}
	}
	c.Emit(report.Act{Kind: report.Exec, Argv: out})
}
