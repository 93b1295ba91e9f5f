package winshell

// filled replaces an argument of certain value by its values.
func (p *psParser) filled(a Arg) []Arg {
	values, ok := p.vars.Known(a.Text)
	if a.Known || a.Block || a.Downloaded || !ok || len(values) == 0 {
		return []Arg{a}
	}
	out := make([]Arg, 0, len(values))
	for i, text := range values {
		out = append(out, Arg{Text: text, Known: true, Quoted: true, List: a.List || i > 0})
	}
	return out
}

// filledOne does so where there is room for one.
func (p *psParser) filledOne(a Arg) Arg {
	if list := p.filled(a); len(list) == 1 {
		return list[0]
	}
	return a
}
