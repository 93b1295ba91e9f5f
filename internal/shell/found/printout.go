package found

// Printout collects what is printed into a substitution or pipe.
type Printout struct {
	Text    []byte
	Unknown bool
	From    *Command // the last that printed
}

// Print adds a text that a command prints; a nil Printout is one that nobody
// looks at.
func (o *Printout) Print(text string, c *Command) {
	if o == nil {
		return
	}
	o.From = c
	if len(o.Text)+len(text) > 64<<10 {
		o.Unknown = true
		return
	}
	o.Text = append(o.Text, text...)
}

// Either prints what one of several ways has printed, if they agree.
func (o *Printout) Either(ways []Printout) {
	for i, w := range ways {
		switch {
		case w.From == nil:
		case w.Unknown || string(w.Text) != string(ways[0].Text):
			o.Hide(w.From)
		case i == len(ways)-1:
			o.Print(string(w.Text), w.From)
		}
	}
}

// Hide says that a command prints something that is not known.
func (o *Printout) Hide(c *Command) {
	if o != nil {
		o.Unknown = true
		o.From = c
	}
}
