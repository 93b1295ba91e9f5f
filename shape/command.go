package shape

import (
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Command gives the printed shape of one command and the key a grant of it is
// filed under. The key is "" when the program is not known from the text.
func Command(c *shell.Command) (printed, key string) {
	v, _ := c.Parsed.(*kb.View)
	if v == nil {
		v = &kb.View{}
	}
	p := printer{c: c, v: v}
	p.environment()
	if len(c.Argv) > 0 {
		p.program()
	}
	p.redirections()
	printed = strings.Join(p.out, " ")
	if printed == "" {
		printed = None
	}
	if p.nokey {
		return printed, ""
	}
	return printed, strings.Join(append(p.key, p.place()...), " ")
}

// printer builds shape and key side by side.
type printer struct {
	c     *shell.Command
	v     *kb.View
	out   []string
	key   []string
	nokey bool
}

func (p *printer) add(s string) { p.out = append(p.out, s) }

// environment keeps the variables that change what runs; others are no
// arguments.
func (p *printer) environment() {
	for _, a := range p.c.Env {
		if selects(a.Name) {
			p.key = append(p.key, a.Name+"="+a.Value.String())
		}
		if !a.Inline || !slices.Contains(p.v.Env, a.Name) {
			continue
		}
		p.add(a.Name + "=" + class(a.Value))
		p.key = append(p.key, a.Name+"="+a.Value.String())
	}
}

// selects: variables that choose the account, cluster or host a command works
// on. They are no part of what is printed, but a grant is bound to them.
func selects(name string) bool {
	for _, end := range []string{"_REPO", "_REGION", "_ORG", "_REGISTRY", "_BUCKET", "DATABASE", "PGSERVICE", "_PROFILE", "_HOST", "_URL", "_ENV", "_CONTEXT", "_PROJECT", "_ACCOUNT", "_WORKSPACE", "KUBECONFIG", "_NAMESPACE"} {
		if strings.HasSuffix(name, end) && name != "NODE_ENV" {
			return true
		}
	}
	return false
}

// place says where the command runs: as root, on a host, in a container.
func (p *printer) place() []string {
	var out []string
	if p.c.Place.Privilege {
		out = append(out, "@root")
	}
	if p.c.Place.Host != "" {
		out = append(out, "@host:"+p.c.Place.Host)
	}
	if p.c.Place.Container != "" {
		out = append(out, "@container:"+p.c.Place.Container)
	}
	return out
}

// program prints verb and words.
func (p *printer) program() {
	name, ok := p.c.Program()
	if !ok {
		p.nokey = true
		p.add(class(p.c.Argv[0]))
		p.looks(p.c.Argv[1:])
		return
	}
	if p.v.Program != kb.ByPath {
		name = name[strings.LastIndexAny(name, "/\\")+1:]
	}
	p.add(name)
	if p.v.Parse != nil && p.v.Parse.Tool.One != "" {
		name = p.v.Parse.Tool.One
	}
	p.key = append(p.key, name)
	if p.v.Parse == nil {
		p.looks(p.c.Argv[1:])
		p.literalKey()
		return
	}
	p.known()
	p.knownKey()
}

// looks classes words by their looks.
func (p *printer) looks(words []shell.Word) {
	for _, w := range words {
		p.add(class(w))
	}
}

// literalKey: nothing is known about the program, so a grant covers this very
// command; of a program of the project, with other numbers and files as well.
func (p *printer) literalKey() {
	for _, w := range p.c.Argv[1:] {
		if w.Unknown() {
			p.nokey = true
		}
		if p.v.Program == kb.ByPath {
			p.key = append(p.key, scriptWord(w))
			continue
		}
		p.key = append(p.key, w.String())
	}
}

// scriptWord generalises a word for a script: what it does depends on its words,
// but little on a number or on which file of the project it is.
func scriptWord(w shell.Word) string {
	s, ok := w.Known()
	if !ok {
		return w.String()
	}
	if name, value, cut := strings.Cut(s, "="); cut && strings.HasPrefix(name, "--") {
		return name + "=" + scriptWord(shell.Text(value))
	}
	switch {
	case number(s), s != "" && strings.Trim(s, "0123456789-:") == "" && strings.ContainsAny(s[:1], "0123456789"):
		return "<n>" // a date, too
	case plainFile(s):
		return "<file>"
	}
	return s
}

// plainFile: a relative path below the working folder that names no place where
// secrets or settings lie, and nothing of production.
func plainFile(s string) bool {
	for _, not := range []string{"prod", "live", "secret", "credential", "..", "/.", ":", "=", "@", "*", "~", "$"} {
		if strings.Contains(strings.ToLower(s), not) {
			return false
		}
	}
	if s == "" || strings.ContainsRune("/.-", rune(s[0])) && !strings.HasPrefix(s, "./") && !strings.HasPrefix(s, "/tmp/") {
		return false
	}
	switch path.Ext(s) {
	case ".json", ".jsonl", ".yaml", ".yml", ".toml", ".txt", ".csv", ".tsv", ".md", ".html", ".xml", ".log", ".png", ".jpg", ".svg", ".pdf",
		".py", ".js", ".ts", ".tsx", ".go", ".rs", ".c", ".h", ".cpp", ".java", ".rb", ".php", ".parquet", ".bin", ".out", ".in", ".npy":
		return true
	}
	return false
}

// known prints a command of a tool that is known: verbs first, then the words
// in their order, an inner command by its own shape.
func (p *printer) known() {
	words := p.c.Argv[1:]
	parse := p.v.Parse
	rest := len(words) - len(parse.Rest)
	delegated := rest < 0 || len(parse.Rest) > 0 && !sameWord(words[max(0, min(rest, len(words)-1))], parse.Rest[0])
	if len(parse.Rest) > 0 && !delegated {
		words = words[:rest]
	}
	if p.v.Name == "env" && len(p.c.Inner) > 0 {
		// Its assignments are environment, and the command behind it is what
		// counts.
		s, _ := Command(p.c.Inner[0])
		p.out[len(p.out)-1] = s
		return
	}
	skip := map[int]bool{}
	verbs := parse.Verbs
	if parse.NoVerb != nil {
		if s, ok := parse.NoVerb.Known(); ok && Class(s) == "<word>" {
			verbs = append(slices.Clip(verbs), s)
		}
	}
	if len(verbs) == 0 {
		verbs = leading(parse)
	}
	for _, verb := range verbs {
		for i, w := range words {
			if s, ok := w.Known(); ok && s == verb && !skip[i] || ok && !skip[i] && isVerb(parse, s, verb) {
				skip[i] = true
				p.add(s)
				break
			}
		}
	}
	for i, w := range words {
		if !skip[i] {
			p.add(class(w))
		}
	}
	if len(parse.Rest) == 0 || delegated {
		return
	}
	inner := &shell.Command{Argv: parse.Rest}
	if in := p.innerOf(); in != nil {
		inner = in
	}
	s, _ := Command(inner)
	p.add(s)
}

// leading: the first goal or task of a tool that has no sub-commands stands
// for one (make, gradle, yarn).
func leading(parse *kb.Parse) []string {
	for _, o := range parse.Operands {
		s, ok := o.Word.Known()
		if !ok || strings.Contains(s, "=") {
			continue
		}
		if (strings.HasPrefix(o.Role, "task:") || o.Role == "target") && Class(s) == "<word>" {
			return []string{s}
		}
		return nil
	}
	return nil
}

// innerOf finds the view of the inner command that the evaluator made.
func (p *printer) innerOf() *shell.Command {
	for _, in := range p.c.Inner {
		return in
	}
	return nil
}

func isVerb(parse *kb.Parse, s, verb string) bool { return strings.EqualFold(s, verb) }

func sameWord(a, b shell.Word) bool { return a.String() == b.String() }

// knownKey files a known command: verbs, options as a set, values by role.
func (p *printer) knownKey() {
	parse := p.v.Parse
	node := parse.Last()
	verbs := slices.Clone(parse.Verbs)
	if node.One != "" && len(verbs) > 0 {
		verbs[len(verbs)-1] = node.One
	}
	p.key = append(p.key, verbs...)
	options := p.unlisted()
	for _, o := range parse.Options {
		name, names := o.Name, strings.Fields(o.Key)
		if node.IsAlike(name) || slices.ContainsFunc(names, node.IsAlike) {
			continue // its effects are compared all the same
		}
		if o.Key != "" {
			name = longest(o.Key)
		}
		if o.Has {
			name += "=" + p.bound(o.Role, o.Value, names)
		}
		options = append(options, name)
	}
	sort.Strings(options)
	p.key = append(p.key, slices.Compact(options)...)
	var roles []string
	script := false
	for _, o := range parse.Operands {
		if script && o.Role == "word" {
			// What a script or a task does depends on its words.
			roles = append(roles, scriptWord(o.Word))
			continue
		}
		script = script || strings.HasPrefix(o.Role, "script") || strings.HasPrefix(o.Role, "task:")
		if role := p.byRole(o); role != "" && (!node.IsAlike(o.Role) || role != "<"+o.Role+">") {
			roles = append(roles, role)
		}
		p.nokey = p.nokey || inlineCode(o.Role)
	}
	for _, o := range parse.Options {
		p.nokey = p.nokey || o.Has && inlineCode(o.Role)
	}
	p.key = append(p.key, slices.Compact(roles)...)
	if parse.NoVerb != nil {
		p.key = append(p.key, "verb:"+parse.NoVerb.String())
	}
	if len(parse.Rest) > 0 && !p.judgedThere() {
		if s, ok := parse.Rest[0].Known(); ok {
			p.key = append(p.key, "runs:"+path.Base(s))
		} else {
			p.nokey = true
		}
	}
}

// byRole leaves out the text that another host or a container runs, when all
// its commands are judged there, each by its own key.
func (p *printer) byRole(o kb.Operand) string {
	if strings.HasPrefix(o.Role, "code:sh") && p.textThere() {
		return ""
	}
	return p.bound(o.Role, o.Word, nil)
}

// judgedThere: the inner commands run elsewhere, and all of them were read.
func (p *printer) judgedThere() bool {
	here := p.c.Place
	return len(p.c.Inner) > 0 && len(p.v.Unread) == 0 && !slices.ContainsFunc(p.c.Inner, func(in *shell.Command) bool {
		return len(in.Unread) > 0 || in.Place.Host == here.Host && in.Place.Container == here.Container
	})
}

// textThere: a shell text that another host or a container runs was read.
func (p *printer) textThere() bool {
	return p.c.Holds && len(p.c.Unread)+len(p.v.Unread) == 0 && slices.ContainsFunc(p.v.Deeds, func(d kb.Deed) bool { return d.Kind == sentinel.Remote })
}

// inlineCode: a general-purpose language in a word is never learned.
func inlineCode(role string) bool {
	switch lang, ok := strings.CutPrefix(role, "code:"); {
	case !ok:
		return false
	default:
		switch strings.TrimSuffix(lang, "...") {
		case "sh", "sql", "awk", "sed", "jq", "redis", "mongo", "ex":
			return false
		}
		return true
	}
}

// longest is the one spelling of an option that a key uses.
func longest(names string) string {
	best := ""
	for _, n := range strings.Fields(names) {
		if len(n) > len(best) {
			best = n
		}
	}
	return best
}

// byRole generalises a value by what it is for. What changes what a command
// does stays: names of tasks, packages by address, hosts, the look of a ref.
func byRole(role string, w shell.Word) string {
	s, known := w.Known()
	if known && s == "-" {
		return s // standard input is another thing than a file
	}
	kind, _, _ := strings.Cut(role, ":")
	switch kind {
	case "pid":
		if !known {
			return "pid:" + w.Raw // what it is asked from: another port is another program
		}
		return "<pid>"
	case "text", "n", "pattern", "name", "read", "list", "write", "create", "delete", "move", "path", "data", "sha", "narrow", "port":
		return "<" + kind + ">"
	case "delete-tree", "permission", "permission-tree":
		return "<" + kind + ">"
	case "task":
		return "task:" + s
	case "ref":
		switch {
		case !known:
			return "<ref?>"
		case strings.HasPrefix(s, "+") || strings.HasPrefix(s, ":"):
			return "<ref" + s[:1] + ">"
		case strings.Contains(s, ":"):
			return "<ref>" + s[strings.IndexByte(s, ':'):] // another branch than the one at hand
		}
		return "<ref>"
	case "data@":
		if strings.HasPrefix(s, "@") {
			return "<@file>"
		}
		return "<data>"
	case "host":
		host, _, _ := strings.Cut(w.String(), ":")
		return "host:" + host
	case "remote", "url":
		if !known && queried(w) {
			return "<" + kind + ":address>"
		}
		if !known {
			return "<" + kind + ":" + w.String() + ">"
		}
		if strings.ContainsAny(s, ":/@") {
			return "<" + kind + ":address>"
		}
		return "<" + kind + ">"
	case "package":
		if strings.Contains(s, "://") || strings.HasPrefix(s, "git+") || strings.HasPrefix(s, ".") || strings.HasPrefix(s, "/") {
			return "<package:" + s + ">"
		}
		return "<package>"
	case "image":
		host, rest, ok := strings.Cut(s, "/")
		if ok && rest != "" && strings.ContainsAny(host, ".:") {
			return "<image:" + host + ">"
		}
		return "<image>"
	case "resource":
		sort, _, ok := strings.Cut(s, "/")
		if ok {
			return "<resource:" + sort + ">"
		}
		return "<resource>"
	case "code":
		if role == "code:sql" {
			return "<sql>" // what the statements do is in the effects
		}
		return role + ":" + w.String()
	case "config":
		return "<config>" // one that lies elsewhere shows in the effects
	case "script", "command", "env", "dir", "setting", "user", "signal", "target":
		return kind + ":" + w.String()
	}
	return class(w)
}

// queried: an address whose host is known, with a ? or * behind it that nobody quoted.
// No file is called so, and the word stays as it is.
func queried(w shell.Word) bool {
	s, glob, ok := w.Pattern()
	_, rest, address := strings.Cut(s, "://")
	host, _, _ := strings.Cut(rest, "/")
	return ok && glob && address && strings.Contains(rest, "/") && !strings.ContainsAny(host, "?*[]{}\\")
}

// redirections keep operator and class; /dev/null leaves no trace.
func (p *printer) redirections() {
	for _, r := range p.c.Redirs {
		if harmlessRedir(r) {
			continue
		}
		p.add(r.Op + " <path>")
		if strings.HasPrefix(r.Op, "<") {
			p.key = append(p.key, r.Op+" <path>") // where it writes is among its effects
		}
	}
}
