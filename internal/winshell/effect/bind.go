package effect

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/winshell"
)

// bound is a cmdlet's arguments sorted to its parameters.
type bound struct {
	values     map[string]winshell.Arg // by parameter name; the first value of a list
	switches   map[string]bool
	targets    []winshell.Arg
	whatIf     bool
	downloaded bool
	blocks     int
}

func (b bound) has(name string) bool { return b.switches[name] }

func (b bound) named(name string) bool { _, ok := b.values[name]; return ok }

func (b bound) first() winshell.Arg {
	if len(b.targets) > 0 {
		return b.targets[0]
	}
	return winshell.Arg{}
}

// commonParams are the parameters of every cmdlet that take a value.
const commonParams = "ErrorAction EA WarningAction WA InformationAction InfA ErrorVariable EV WarningVariable WV InformationVariable IV OutVariable OV OutBuffer OB PipelineVariable PV ProgressAction"

// bind sorts arguments. A parameter is named by any beginning of its name; where a
// beginning fits several, all are set, so that -r is Recurse.
func bind(e cmdlet, args []winshell.Arg) bound {
	b := bound{values: map[string]winshell.Arg{}, switches: map[string]bool{}}
	params := strings.Fields(e.params)
	taken := map[string]bool{}
	literal, last := false, ""
	for i := 0; i < len(args); i++ {
		a := args[i]
		b.downloaded = b.downloaded || a.Downloaded
		if a.Block {
			b.blocks++
			continue
		}
		if a.List && last != "" {
			b.set(last, params, taken, a)
			continue
		}
		if literal || a.Quoted || !winshell.IsDash(a.Text) || len(a.Text) == 1 {
			last = b.positional(params, taken, a)
			continue
		}
		if a.Text == "--" {
			literal = true
			continue
		}
		name, glued, hasGlued := strings.Cut(strings.TrimLeft(a.Text, "-\u2013\u2014\u2015"), ":")
		full, takes := parameter(e, params, name)
		switch {
		case !takes:
			on := !hasGlued || !strings.EqualFold(glued, "$false") && glued != "0"
			b.setSwitch(e, name, on)
		case hasGlued && glued != "":
			b.set(full, params, taken, winshell.Arg{Text: glued, Known: a.Known})
		case i+1 < len(args) && (args[i+1].Quoted || !winshell.IsDash(args[i+1].Text)):
			i++
			b.downloaded = b.downloaded || args[i].Downloaded
			if args[i].Block {
				b.blocks++
			}
			b.set(full, params, taken, args[i])
			last = full
		}
	}
	return b
}

// parameter finds a parameter that takes a value by a beginning of its name.
func parameter(e cmdlet, params []string, name string) (full string, takes bool) {
	low := strings.ToLower(name)
	if low == "" {
		return "", false
	}
	if low == "psp" || low == "pspath" || low == "lp" {
		low = "literalpath"
	}
	for _, list := range [...][]string{params, strings.Fields(commonParams)} {
		for _, p := range list {
			p = strings.TrimLeft(p, "*+")
			if strings.EqualFold(p, low) {
				return p, true
			}
		}
	}
	if e.tree != "" && strings.HasPrefix(strings.ToLower(e.tree), low) {
		return "", false
	}
	for _, list := range [...][]string{params, strings.Fields(commonParams)} {
		for _, p := range list {
			p = strings.TrimLeft(p, "*+")
			if len(p) >= len(low) && strings.EqualFold(p[:len(low)], low) {
				return p, true
			}
		}
	}
	return "", false
}

func isTarget(params []string, name string) bool {
	for _, p := range params {
		if p[0] == '*' && p[1:] == name {
			return true
		}
	}
	return false
}

func (b *bound) set(name string, params []string, taken map[string]bool, a winshell.Arg) {
	taken[name] = true
	if _, ok := b.values[name]; !ok {
		b.values[name] = a
	}
	if isTarget(params, name) {
		b.targets = append(b.targets, a)
	}
}

func (b *bound) setSwitch(e cmdlet, name string, on bool) {
	low := strings.ToLower(name)
	switch {
	case low == "wi" || len(low) > 1 && strings.HasPrefix("whatif", low):
		b.whatIf = on
	case e.tree != "" && low != "" && strings.HasPrefix(strings.ToLower(e.tree), low):
		b.switches[e.tree] = on
	case on && strings.ContainsAny(low, "r") && e.tree != "" && len(low) <= 3 && strings.Trim(low, "rf") == "":
		// rm -rf, as Unix has it
		b.switches[e.tree] = true
	}
}

// positional gives a value to the next free parameter and returns its name. Values
// beyond the last one are targets, too: pwsh on Unix has the system's rm.
func (b *bound) positional(params []string, taken map[string]bool, a winshell.Arg) string {
	last := ""
	for _, p := range params {
		name := strings.TrimLeft(p, "*+")
		if p == name || name == "LiteralPath" || name == "OutFile" || name == "ComObject" {
			continue
		}
		if !taken[name] {
			b.set(name, params, taken, a)
			return name
		}
		if p[0] == '*' {
			last = name
		}
	}
	if last != "" {
		b.targets = append(b.targets, a)
	}
	return last
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }
