package kb

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// module opens what python -m runs when it is no tool that is known but a file
// of the folder the command works in, which python looks through first. It is
// judged like any script.
func (b *Base) module(c *shell.Command, v *View, files shell.Reader) []shell.Inner {
	p := v.Parse
	if v.Name != "python" || len(p.Verbs) != 1 || p.HasAny("-I", "-P") {
		return nil
	}
	unknown := func(d Deed) bool { return d.Kind == sentinel.ExecuteFile && !d.Aimed }
	name := p.Verbs[0]
	if !slices.ContainsFunc(v.Deeds, unknown) || strings.ContainsAny(name, "/\\~$*? ") || strings.HasPrefix(name, ".") {
		return nil
	}
	name = strings.ReplaceAll(name, ".", "/")
	for _, file := range []string{name + "/__main__.py", name + ".py"} {
		o := files.Open(shell.Text("./" + file))
		if !o.Known {
			continue
		}
		v.Deeds = slices.DeleteFunc(v.Deeds, unknown)
		args := []shell.Word{shell.Text(file)}
		for _, x := range p.Operands {
			args = append(args, x.Word)
		}
		return b.script(c, v, o, "python", args)
	}
	return nil
}
