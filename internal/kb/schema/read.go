package schema

import (
	"fmt"

	"github.com/sentinelgate/sentinel/internal/lazyjson"
)

// pair is one member of an object: what stands under a key, or under several.
type pair struct {
	key  string
	text string // an option's role; a verb as it stands in the file
}

// Decode reads one knowledge file, its verbs only when they are needed. It goes
// by the members' names as they are; that it reads what encoding/json reads is
// tested with every file.
func Decode(text string) (*Tool, error) {
	var t Tool
	r := lazyjson.Over(text)
	if err := r.Object(func(name string) error { return t.member(&r, name) }); err != nil {
		return nil, err
	}
	if t.Tool == "" {
		return nil, fmt.Errorf("member \"tool\" is missing")
	}
	t.Node.prepare()
	return &t, nil
}

func (t *Tool) member(r *lazyjson.Reader, name string) (err error) {
	switch name {
	case "tool":
		t.Tool, err = r.Text()
	case "names":
		t.Names, err = r.Texts()
	case "about":
		t.About, err = r.Text()
	case "local":
		t.Local, err = r.Bool()
	case "from":
		t.From, err = r.Text()
	case "examples":
		_, err = r.Raw() // for tests and for people
	default:
		err = t.Node.member(r, name)
	}
	return err
}

func (n *Node) member(r *lazyjson.Reader, name string) (err error) {
	if text := n.text(name); text != nil {
		*text, err = r.Text()
		return err
	}
	switch name {
	case "bundle":
		n.Bundle, err = r.Bool()
	case "flags":
		err = r.Object(func(key string) error {
			role, err := r.Text()
			n.options = append(n.options, pair{key, role})
			return err
		})
	case "operands":
		n.Operands, err = r.Texts()
	case "does":
		n.Does, err = r.Texts()
	case "operand-words":
		n.OperandWords, err = r.Texts()
	case "when":
		err = r.List(func() error {
			var c Cond
			err := r.Object(func(name string) error { return c.member(r, name) })
			n.When = append(n.When, c)
			return err
		})
	case "verbs":
		err = r.Object(func(key string) error {
			raw, err := r.Raw()
			n.subs = append(n.subs, pair{key, raw})
			return err
		})
	default:
		_, err = r.Raw() // what is not known is found by Strict
	}
	return err
}

// text is the member of that name which holds one text.
func (n *Node) text(name string) *string {
	switch name {
	case "style":
		return &n.Style
	case "dry":
		return &n.Dry
	case "help":
		return &n.Help
	case "stdin":
		return &n.Stdin
	case "runs":
		return &n.Runs
	case "open":
		return &n.Open
	case "because":
		return &n.Because
	case "alike":
		return &n.Alike
	case "bind":
		return &n.Bind
	case "free":
		return &n.Free
	case "datafile":
		return &n.DataFile
	case "one":
		return &n.One
	}
	return nil
}

func (c *Cond) member(r *lazyjson.Reader, name string) (err error) {
	if text := c.text(name); text != nil {
		*text, err = r.Text()
		return err
	}
	switch name {
	case "does":
		c.Does, err = r.Texts()
	case "drop":
		c.Drop, err = r.Texts()
	case "as":
		c.As = map[string]string{}
		err = r.Object(func(key string) (err error) {
			c.As[key], err = r.Text()
			return err
		})
	default:
		_, err = r.Raw()
	}
	return err
}

// text is the member of that name which holds one text.
func (c *Cond) text(name string) *string {
	switch name {
	case "flag":
		return &c.Flag
	case "noflag":
		return &c.NoFlag
	case "like":
		return &c.Like
	case "unlike":
		return &c.Unlike
	case "operand":
		return &c.Operand
	case "operands":
		return &c.Operands
	case "stdin":
		return &c.Stdin
	case "stdout":
		return &c.Stdout
	case "env":
		return &c.Env
	case "exists":
		return &c.Exists
	case "same":
		return &c.Same
	case "say":
		return &c.Say
	case "instead":
		return &c.Instead
	case "rule":
		return &c.Rule
	case "risk":
		return &c.Risk
	}
	return nil
}
