package shape

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// kind says what a word is to its command.
type kind uint8

const (
	operand kind = iota
	verb         // a sub-command
	flag         // an option, with its value if that hangs on it
	given        // the value of the option before it
	inner        // all words of a wrapped command
	code         // shell text, maybe of several words
)

// word is one word of a command, or several that belong together.
type word struct {
	w      shell.Word
	kind   kind
	role   string
	option *kb.Option   // flag: the last option in it
	words  []shell.Word // inner
	joined bool         // code: its words are joined by blanks
	ends   shell.Word   // inner: the mark that ends it, `;` of find -exec
}

// second names the tools whose second word is the real verb, whatever it is.
const second = " git npm npx pnpm yarn bun cargo docker kubectl helm go pip pip3 brew gh aws gcloud az systemctl" +
	" composer make gradle terraform ansible rustup "

// reader lays the words of a command beside what the knowledge made of them.
// The knowledge says which words have which role, not where they stand.
type reader struct {
	args     []shell.Word
	p        *kb.Parse
	tool     string
	verbs    int // sub-commands still to come
	usedOpts []bool
	usedOps  []bool
	nextOpt  int // first option that no flag word has taken
	out      []word
	ended    bool
}

// words reads a command's words behind its program.
func words(c *shell.Command) []word {
	v := view(c)
	r := &reader{args: c.Argv[1:]}
	if s, ok := c.Program(); ok {
		r.tool = s
	}
	if v != nil && v.Parse != nil {
		r.p = v.Parse
		r.verbs = len(v.Parse.Verbs)
		r.usedOpts = make([]bool, len(v.Parse.Options))
		r.usedOps = make([]bool, len(v.Parse.Operands))
		if v.Program == kb.Trusted {
			r.tool = r.tool[strings.LastIndexAny(r.tool, `/\`)+1:]
		}
	}
	for i := 0; i < len(r.args); {
		i += r.next(i)
	}
	r.secondWord()
	return r.out
}

// next reads the word at i and says how many words it took.
func (r *reader) next(i int) int {
	w := r.args[i]
	if r.p == nil {
		r.add(word{w: w, kind: looksFlag(w)})
		return 1
	}
	if rest := r.p.Rest; len(rest) > 0 && len(r.args)-i == len(rest) && same(w, rest[0]) {
		r.add(word{kind: inner, words: r.args[i:]})
		return len(rest)
	}
	if !r.ended && looksFlag(w) == flag {
		return r.flag(i)
	}
	if o := r.takeOperand(w); o != nil {
		return r.operand(i, *o)
	}
	if o := r.takeValue(w); o != nil {
		r.add(word{w: w, kind: given, role: o.Role})
		return 1
	}
	if n := r.joinedCode(i); n > 0 {
		return n
	}
	s, known := w.Known()
	if known && (r.verbs > 0 || r.p.NoVerb != nil && r.p.NoVerb.Is(s)) {
		r.verbs--
		r.add(word{w: w, kind: verb})
		return 1
	}
	r.add(word{w: w})
	return 1
}

func (r *reader) add(w word) { r.out = append(r.out, w) }

func looksFlag(w shell.Word) kind {
	if len(w.Pieces) > 0 && w.Pieces[0].Origin == shell.Literal {
		if s := w.Pieces[0].Text; len(s) > 1 && s[0] == '-' {
			return flag
		}
	}
	return operand
}

// flag reads an option and the word that is its value, if there is one.
func (r *reader) flag(i int) int {
	w := r.args[i]
	if w.Is("--") {
		r.ended = true
		r.add(word{w: w, kind: flag})
		return 1
	}
	f := word{w: w, kind: flag, option: r.hanging(w)}
	if f.option != nil {
		f.role = f.option.Role
		r.add(f)
		return 1
	}
	if s, ok := w.Known(); ok {
		if o := r.named(s); o != nil && o.Role == "command;" {
			r.add(f)
			return 1 + r.until(i+1)
		}
		if o := r.named(s); o != nil {
			f.role = o.Role
		}
	}
	r.add(f)
	if i+1 >= len(r.args) {
		return 1
	}
	o := r.takeValue(r.args[i+1])
	if o == nil {
		return 1
	}
	k := given
	if o.Role == "verb" {
		r.verbs--
	}
	if o.Role == "code:sh" {
		k = code
	}
	if rest := r.p.Rest; len(rest) > 0 && len(r.args)-i-1 == len(rest) && same(r.args[i+1], rest[0]) {
		return 1 // the value is the first word of a wrapped command
	}
	r.add(word{w: r.args[i+1], kind: k, role: o.Role})
	return 2
}

// until reads the words of find -exec up to its end.
func (r *reader) until(i int) int {
	n := i
	for n < len(r.args) && !r.args[n].Is(";") && !(r.args[n].Is("+") && n > i && r.args[n-1].Is("{}")) {
		n++
	}
	w := word{kind: inner, words: r.args[i:n]}
	if n < len(r.args) {
		w.ends = r.args[n]
		n++
	}
	r.add(w)
	return n - i
}

// hanging finds the option whose value hangs on this very word: -n5, -mtext,
// --name=value. Its value is the rest of the word.
func (r *reader) hanging(w shell.Word) *kb.Option {
	whole := w.String()
	for i := range r.p.Options {
		o := &r.p.Options[i]
		if r.usedOpts[i] || !o.Has || o.Value.Span != w.Span || o.Value.Raw != w.Raw {
			continue
		}
		if v := o.Value.String(); len(v)+1 < len(whole) && strings.HasSuffix(whole, v) {
			r.usedOpts[i] = true
			return o
		}
	}
	return nil
}

// named finds an option that was given by that name.
func (r *reader) named(name string) *kb.Option {
	name, _, _ = strings.Cut(name, "=")
	for i := range r.p.Options {
		if o := &r.p.Options[i]; o.Name == name {
			return o
		}
	}
	return nil
}

func same(a, b shell.Word) bool { return a.Span == b.Span && a.String() == b.String() }

func (r *reader) takeValue(w shell.Word) *kb.Option {
	for i := range r.p.Options {
		if o := &r.p.Options[i]; !r.usedOpts[i] && o.Has && same(o.Value, w) {
			r.usedOpts[i] = true
			return o
		}
	}
	return nil
}

func (r *reader) takeOperand(w shell.Word) *kb.Operand {
	for i := range r.p.Operands {
		if o := &r.p.Operands[i]; !r.usedOps[i] && same(o.Word, w) {
			r.usedOps[i] = true
			return o
		}
	}
	return nil
}

func (r *reader) operand(i int, o kb.Operand) int {
	k := operand
	switch {
	case o.Role == "code:sh":
		k = code
	case r.p.NoVerb != nil && same(*r.p.NoVerb, o.Word) && r.p.NoVerb.Is(o.Word.String()):
		k = verb
	}
	r.add(word{w: r.args[i], kind: k, role: o.Role, joined: k == code && r.joins()})
	return 1
}

// joins tells whether this tool joins all its words to one text (ssh, eval).
func (r *reader) joins() bool {
	for _, o := range r.p.Tool.Operands {
		if strings.HasPrefix(o, "code:sh...") {
			return true
		}
	}
	return false
}

// joinedCode finds the operand that begins with this word and was joined from
// all words to the end.
func (r *reader) joinedCode(i int) int {
	for k, o := range r.p.Operands {
		if r.usedOps[k] || !strings.HasPrefix(o.Role, "code:") {
			continue
		}
		if o.Word.Span.Start == r.args[i].Span.Start && strings.HasPrefix(o.Word.String(), r.args[i].String()+" ") {
			r.usedOps[k] = true
			kind := operand
			if o.Role == "code:sh" {
				kind = code
			}
			r.add(word{w: o.Word, kind: kind, role: o.Role, joined: true})
			return len(r.args) - i
		}
	}
	return 0
}

// secondWord makes the first operand of certain tools their verb.
func (r *reader) secondWord() {
	if strings.Contains(r.tool, " ") || !strings.Contains(second, " "+r.tool+" ") {
		return
	}
	for _, w := range r.out {
		if w.kind == verb || w.kind == inner || w.role == "verb" {
			return
		}
	}
	for i, w := range r.out {
		s, known := w.w.Known()
		if w.kind != operand || known && s == "" {
			continue
		}
		if _, _, isSetting := assigned(s); isSetting || looksFlag(w.w) == flag {
			continue
		}
		if known {
			r.out[i].kind = verb
		}
		return
	}
}
