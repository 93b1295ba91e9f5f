// Package psvars knows the values of the variables in a PowerShell text, as far as
// they are certain before it runs.
//
//	vars := psvars.Of(text)
//	values, ok := vars.Known(`"$dir\a.txt"`) // all that it may be
//
// A variable counts only where each place that assigns to it gives literals, and
// nothing in the text may set variables out of sight.
package psvars

import "strings"

// maxValues bounds what one variable may hold.
const maxValues = 32

// Vars are the variables of one text whose values are certain: every place that
// assigns to them gives literals. A variable with several places has all their
// values, so that neither order nor loops matter. Names are lower case.
type Vars struct {
	values map[string][]string
	open   map[string]bool // assigned with something that is not known
	off    bool            // something in the text may set any variable
}

// setters are signs of variables that change out of sight: parameters hide names,
// the others write by name.
var setters = [...]string{"function", "filter", "param", "variable", "[ref]", "iex", "invoke-expression", "-ov", "-pv", "-outv", "-pipelinev", "-errorv", "-warningv", "-informationv", "-ev", "-wv", "-iv", "sv ", "nv ", "data ", "scriptblock", "read-host", ". .", ". $", ". '", ". \"", ". /", ". (", "$script:", "$global:", "$local:", "$private:", "$using:", "${"}

// Of looks for the assignments of a text before it is read.
func Of(src string) Vars {
	v := Vars{values: map[string][]string{}, open: map[string]bool{}}
	low := lower(src)
	for _, s := range setters {
		if strings.Contains(low, s) {
			v.off = true
			return v
		}
	}
	before := byte(';') // the last sign that is no blank
	for i := 0; i < len(low); i++ {
		switch c := low[i]; {
		case c == '$':
			v.site(src, low, i)
		case c == '.' && i+1 < len(low) && isSpace(low[i+1]) && strings.IndexByte(";{(|&=,\n", before) >= 0:
			v.off = true // a script that runs in this very place
		case c == '=' && before == ')':
			v.off = true // what stands in the parentheses is set
		}
		if c := low[i]; !isSpace(c) || c == '\n' {
			before = c
		}
	}
	return v
}

// lower keeps each byte in its place, which strings.ToLower does not.
func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// site looks at one mention of a variable and takes in what is assigned there.
func (v *Vars) site(src, low string, i int) {
	j := nameEnd(low, i+1)
	name := low[i+1 : j]
	if name == "" {
		return
	}
	for k := 0; k < len(name); k++ {
		if name[k] >= 0x80 { // small and capital letters are the same name there, too
			v.off = true
			return
		}
	}
	if j < len(low) && low[j] == '[' {
		v.open[name] = true // one of its values may be set
		return
	}
	k := skipBlanks(low, j)
	rest := low[k:]
	switch {
	case strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "=="):
		before := strings.TrimRight(low[:i], " \t\r\n")
		if strings.HasSuffix(before, ",") {
			v.off = true // several are set at once
		}
		if strings.HasSuffix(before, "]") {
			v.open[name] = true // converted
			return
		}
		v.take(name, src, skipBlanks(low, k+1), ";\n}")
	case len(rest) > 1 && rest[1] == '=' && strings.IndexByte("+-*/%", rest[0]) >= 0, strings.HasPrefix(rest, "??="), strings.HasPrefix(rest, "++"), strings.HasPrefix(rest, "--"):
		v.open[name] = true
	case strings.HasPrefix(rest, "in ") && strings.HasSuffix(strings.TrimRight(low[:i], " \t"), "("):
		v.take(name, src, skipBlanks(low, k+2), ")")
	}
	if strings.HasSuffix(low[:i], "++") || strings.HasSuffix(low[:i], "--") {
		v.open[name] = true
	}
}

// take adds the constant list at i, which must end at one of the signs.
func (v *Vars) take(name, src string, i int, ends string) {
	list, j, ok := v.list(src, i)
	j = skipBlanks(src, j)
	if !ok || j < len(src) && strings.IndexByte(ends, src[j]) < 0 || len(v.values[name])+len(list) > maxValues {
		v.open[name] = true
		return
	}
	v.values[name] = append(v.values[name], list...)
}

// list reads 'a','b' or @('a','b') or one value.
func (v *Vars) list(src string, i int) (out []string, end int, ok bool) {
	bracket := strings.HasPrefix(src[i:], "@(")
	if bracket {
		i = skipSpace(src, i+2)
	}
	for {
		one, j, ok := v.term(src, i)
		if !ok || len(out)+len(one) > maxValues {
			return nil, i, false
		}
		out = append(out, one...)
		i = skipBlanks(src, j)
		if bracket {
			i = skipSpace(src, j)
		}
		if i >= len(src) || src[i] != ',' {
			break
		}
		i = skipSpace(src, i+1)
	}
	if bracket {
		if i >= len(src) || src[i] != ')' {
			return nil, i, false
		}
		i++
	}
	return out, i, true
}

// term reads one value: a string, a variable, or Join-Path of such.
func (v *Vars) term(src string, i int) (out []string, end int, ok bool) {
	if i >= len(src) {
		return nil, i, false
	}
	switch c := src[i]; {
	case c == '\'':
		j := strings.IndexByte(src[i+1:], '\'')
		if j < 0 || strings.HasPrefix(src[i+j+2:], "'") {
			return nil, i, false
		}
		return []string{src[i+1 : i+1+j]}, i + j + 2, true
	case c == '"':
		j := strings.IndexByte(src[i+1:], '"')
		if j < 0 || strings.HasPrefix(src[i+j+2:], "\"") {
			return nil, i, false
		}
		out, ok = v.fill(src[i+1:i+1+j], true)
		return out, i + j + 2, ok
	case c == '$':
		j := nameEnd(src, i+1)
		if j < len(src) && strings.IndexByte(".[?:(", src[j]) >= 0 {
			return nil, i, false
		}
		out, ok = v.of(src[i+1 : j])
		return out, j, ok
	case len(src) > i+10 && strings.EqualFold(src[i:i+10], "join-path "):
		return v.joined(src, i+10)
	}
	return nil, i, false
}

// joined reads the values of Join-Path, by position or by name.
func (v *Vars) joined(src string, i int) (out []string, end int, ok bool) {
	parts := 0
	for {
		i = skipBlanks(src, i)
		for _, flag := range [...]string{"-path ", "-childpath "} {
			if len(src) >= i+len(flag) && strings.EqualFold(src[i:i+len(flag)], flag) {
				i = skipBlanks(src, i+len(flag))
			}
		}
		if i >= len(src) || strings.IndexByte(";\n})", src[i]) >= 0 {
			return out, i, parts >= 2
		}
		one, j, ok := v.term(src, i)
		if !ok || len(one) != 1 && parts > 0 || len(one) == 0 {
			return nil, i, false
		}
		if parts == 0 {
			out = one
		} else {
			for k := range out {
				out[k] += "/" + one[0]
			}
		}
		parts++
		i = j
	}
}

// of gives the values of a variable.
func (v *Vars) of(name string) ([]string, bool) {
	switch name = strings.ToLower(name); name {
	case "home", "env:userprofile", "env:home":
		return v.own(name, "~")
	case "env:appdata":
		return v.own(name, "~/AppData/Roaming")
	case "env:localappdata":
		return v.own(name, "~/AppData/Local")
	}
	if v.off || v.open[name] || len(v.values[name]) == 0 {
		return nil, false
	}
	return append([]string(nil), v.values[name]...), true
}

// own gives the value of a variable that the system sets, unless the text does.
func (v *Vars) own(name, value string) ([]string, bool) {
	if v.off || v.open[name] || len(v.values[name]) > 0 {
		return nil, false
	}
	return []string{value}, true
}

// fill puts values into a text. Between quotes a point behind a name is text.
func (v *Vars) fill(text string, quoted bool) ([]string, bool) {
	out := []string{""}
	for i := 0; i < len(text); {
		c := text[i]
		if strings.IndexByte("`\"", c) >= 0 || !quoted && strings.IndexByte("'(){}[]@,", c) >= 0 {
			return nil, false
		}
		add, j := []string{string(c)}, i+1
		if c == '$' {
			j = nameEnd(text, i+1)
			values, ok := v.of(text[i+1 : j])
			if !ok || !quoted && j < len(text) && text[j] == '.' || len(values)*len(out) > maxValues {
				return nil, false
			}
			add = values
		}
		next := make([]string, 0, len(out)*len(add))
		for _, o := range out {
			for _, a := range add {
				next = append(next, o+a)
			}
		}
		out, i = next, j
	}
	return out, true
}

// Known gives the values of an argument as it is written, and whether they are certain.
func (v *Vars) Known(raw string) ([]string, bool) {
	raw = strings.TrimSpace(raw)
	if v.off || v.values == nil || len(raw) > 1000 || strings.IndexByte(raw, '$') < 0 {
		return nil, false
	}
	if raw[0] == '(' && raw[len(raw)-1] == ')' {
		inner := raw[1 : len(raw)-1]
		out, end, ok := v.term(inner, skipBlanks(inner, 0))
		return out, ok && skipBlanks(inner, end) == len(inner)
	}
	if raw[0] == '"' {
		out, end, ok := v.term(raw, 0)
		return out, ok && end == len(raw)
	}
	return v.fill(raw, false)
}

// nameEnd finds the end of a variable's name.
func nameEnd(s string, i int) int {
	for i < len(s) && (isLetter(s[i]) || isDigit(s[i]) || s[i] == ':' && i+1 < len(s) && isLetter(s[i+1])) {
		i++
	}
	return i
}

func skipBlanks(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t' || s[i] == '\r') {
		i++
	}
	return i
}

func skipSpace(s string, i int) int {
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	return i
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'
}
func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80
}
