// Package endless finds code that starts processes without end: a loop whose
// condition never changes, or a function that calls itself, and in it a process
// start that is not waited for; and short code that fills the memory or the disk
// in such a loop.
//
//	while True: subprocess.Popen(["sleep", "99"])     // found
//	while True: subprocess.run(["curl", url])         // one at a time: left alone
//
// It looks at tokens and at the acts that the reader found: which loops there
// are is a matter of spelling (Loops), whether a process start goes on alone is
// one of the function's name (launches). Where a loop waits for what it started,
// or sleeps, nothing is said. To teach it a function that does not wait, add its
// last name to the list of its language.
package endless

import (
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// Say is the reason that a report gets.
const Say = "starts processes in a loop without end"

// most bounds how many loops are looked at.
const most = 200

// Names of functions that start a process and go on at once.
const (
	launching = "Popen spawn fork popen popen2 popen3 popen2e open3 proc_open pcntl_fork startfile posix_spawn posix_spawnp create_subprocess_exec create_subprocess_shell " +
		"spawnl spawnle spawnlp spawnlpe spawnv spawnve spawnvp spawnvpe execa start detach " +
		"launch_program start_process start_process_shell_command make_process async_shell_command subprocess process process_s process_run pb open_pipe open_pipe_s"
	scripting = "exec execFile fork spawn execa Command" // JavaScript: what has no Sync in its name
	waiting   = "wait waitpid wait2 waitall wait_for communicate poll join result await read readlines readline gets close pclose proc_close detach_wait check value waitUntilExit status deref sleep usleep nanosleep setTimeout delay Sleep"
	asleep    = "sleep usleep nanosleep setTimeout delay Sleep"
)

// Inspect adds to the report what the loops of a text start without end.
func Inspect(rep *report.Report, lang, src string, rules *lex.Rules) {
	may, huge := fills(src), mayBeHuge(src)
	if !may && !huge && !starts(rep) && !strings.Contains(src, "Process(") && !strings.Contains(src, "Worker(") {
		return
	}
	toks, _ := lex.Scan(src, rules)
	f := finder{src: src, toks: toks, lang: lang}
	if huge && f.huge() {
		rep.Hide(SayHuge)
		return
	}
	f.find()
	for _, l := range f.loops {
		if f.launches(rep, l) {
			rep.Hide(Say)
			return
		}
		if may && f.fills(rep, l) {
			rep.Hide(SayFills)
			return
		}
	}
	if may && f.makesMany(rep) {
		rep.Hide(SayMany)
	}
}

// Check adds to the report what the given parts of the text, by offsets of the
// acts, start without end.
func Check(rep *report.Report, loops [][2]int) {
	for _, l := range loops {
		for _, a := range rep.Acts {
			if a.Kind == report.Exec && a.Start >= l[0] && a.Start < l[1] && launches(a, "") {
				rep.Hide(Say)
				return
			}
		}
	}
}

func starts(rep *report.Report) bool {
	for _, a := range rep.Acts {
		if a.Kind == report.Exec || forks(a) {
			return true
		}
	}
	return false
}

// forks is fork(file) of JavaScript, which runs the file in a process of its own.
func forks(a report.Act) bool {
	return a.Kind == report.Import && wordlist.Has("fork Worker Process", a.Call[strings.LastIndexByte(a.Call, '.')+1:])
}

// launches tells whether a process start is not waited for.
func launches(a report.Act, lang string) bool {
	if a.Shell != nil && Background(a.Shell.Text) {
		return true
	}
	if a.Shell == nil && a.Argv == nil {
		return true // a copy of itself
	}
	if len(a.Argv) > 2 && a.Argv[1].Text == "-c" && Background(a.Argv[2].Text) {
		return true
	}
	name := a.Call[strings.LastIndexAny(a.Call, ".:>$")+1:]
	if lang == "javascript" {
		return wordlist.Has(scripting, strings.TrimSuffix(name, "()"))
	}
	return name != "" && wordlist.Has(launching, name)
}

// Background tells whether a shell text leaves something running behind.
func Background(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] != '&' {
			continue
		}
		switch {
		case i+1 < len(s) && s[i+1] == '&':
			i++
		case i > 0 && (s[i-1] == '>' || s[i-1] == '<'), i+1 < len(s) && s[i+1] == '>':
		default:
			return true
		}
	}
	return strings.HasPrefix(s, "setsid ") || strings.Contains(s, "screen -d") || strings.HasPrefix(s, "start ")
}

// finder looks for loops among the tokens of a text.
type finder struct {
	src   string
	toks  []lex.Token
	lang  string
	loops []span
}

// span is a part of the tokens that runs again and again: [from, to).
type span struct{ from, to int }

func (f *finder) at(i int) *lex.Token {
	if i >= 0 && i < len(f.toks) {
		return &f.toks[i]
	}
	return &lex.Token{}
}

func (f *finder) add(from, to int) {
	if len(f.loops) < most && from < to {
		f.loops = append(f.loops, span{max(from, 0), min(to, len(f.toks))})
	}
}

func (f *finder) find() {
	for i := range f.toks {
		t := &f.toks[i]
		if t.Kind != lex.Name {
			continue
		}
		switch t.Text {
		case "while", "until":
			f.while(i)
		case "for":
			f.counted(i)
		case "loop", "forever":
			if n := f.at(i + 1); n.Is("{") || n.Text == "do" {
				f.add(i, f.body(i+1))
			}
		case "setInterval":
			f.interval(i)
		case "redo":
			f.add(0, len(f.toks))
		case "def", "function", "sub":
			f.function(i)
		case "local":
			if f.at(i+1).Text == "function" {
				f.function(i)
			}
		default:
			f.arrow(i)
		}
	}
}

// while is a loop with a condition before its body, behind it, or behind the
// one statement that it repeats.
func (f *finder) while(i int) {
	from, to := i+1, i+1
	if n := f.at(i + 1); n.Is("(") && n.Match > i {
		from, to = i+2, n.Match
	} else {
		for to < len(f.toks) && to < i+20 && f.toks[to].Kind != lex.Newline && !f.toks[to].Is(";") && !f.toks[to].Is(":") && !f.toks[to].Is("{") && !f.toks[to].Is("}") && f.toks[to].Text != "do" {
			to++
		}
	}
	always, ok := constant(f.toks[min(from, len(f.toks)):min(to, len(f.toks))])
	if !ok || always != (f.toks[i].Text == "while") {
		return
	}
	if p := f.at(i - 1); i > 0 && p.Kind != lex.Newline && !p.Is(";") && !p.Is("{") && !p.Is(":") && !wordlist.Has("do then else begin", p.Text) {
		f.add(f.before(i), i) // do { } while (1), fork while 1
		if !p.Is("}") && !p.Is(")") {
			return
		}
	}
	if f.at(to).Is(")") {
		to++
	}
	f.add(i, f.body(to))
}

// before is where the statement begins that a condition behind it repeats.
func (f *finder) before(i int) int {
	for k := i - 1; k >= 0; k-- {
		if f.toks[k].Text == "repeat" || f.toks[k].Text == "begin" || f.toks[k].Text == "do" {
			return k
		}
		if t := &f.toks[k]; (t.Kind == lex.Newline || t.Is(";")) && !f.at(i-1).Is("}") && f.at(i-1).Text != "end" && f.toks[i].Text != "until" {
			return k + 1
		}
	}
	return 0
}

// constant is whether a condition without any name is true.
func constant(cond []lex.Token) (yes, ok bool) {
	yes = true
	for _, t := range cond {
		switch low := strings.ToLower(strings.TrimPrefix(t.Text, "$")); {
		case t.Kind == lex.Num:
			yes = yes == (strings.Trim(t.Text, "0.") != "")
		case t.Kind == lex.Str:
			yes = yes == (t.Text != "")
		case low == "true" || low == "t":
		case low == "false" || low == "nil" || low == "none" || low == "null" || low == "!" || low == "not":
			yes = !yes
		case t.Kind == lex.Name || t.Kind == lex.Var || t.Kind == lex.Cmd:
			return false, false
		}
	}
	return yes, len(cond) > 0
}

// counted is for (;;) and for x in count().
func (f *finder) counted(i int) {
	n := f.at(i + 1)
	if n.Is("(") && n.Match > i {
		first := -1
		for k := i + 2; k < n.Match; k++ {
			switch t := &f.toks[k]; {
			case t.Is(";") && first < 0:
				first = k
			case t.Is(";"):
				if yes, ok := constant(f.toks[first+1 : k]); k == first+1 || ok && yes {
					f.add(i, f.body(n.Match+1))
				}
				return
			case t.Is(";;"):
				f.add(i, f.body(n.Match+1))
				return
			}
		}
	}
	for k := i + 1; k < len(f.toks) && k < i+24 && !f.toks[k].Is(":") && !f.toks[k].Is("{") && f.toks[k].Kind != lex.Newline; k++ {
		if f.toks[k].Kind == lex.Name && wordlist.Has("count cycle repeat iter", f.toks[k].Text) && f.at(k+1).Is("(") {
			end := f.toks[k+1].Match
			f.add(i, f.body(end+1))
			return
		}
	}
}

// interval is a timer of JavaScript that comes again at once.
func (f *finder) interval(i int) {
	open := f.at(i + 1)
	if !open.Is("(") || open.Match <= i {
		return
	}
	last := f.at(open.Match - 1)
	if ms, err := strconv.Atoi(last.Text); f.at(open.Match-2).Is(",") && (last.Kind != lex.Num || err == nil && ms >= 500) {
		return
	}
	f.add(i+2, open.Match)
}

// body is the end of the block that begins at token i.
func (f *finder) body(i int) int {
	t := f.at(i)
	switch {
	case t.Is("{") && t.Match > i:
		return t.Match + 1
	case t.Is(":") && f.lang == "python":
		return f.indented(i)
	case f.lang == "ruby" || f.lang == "lua":
		return f.ended(i)
	case t.Is(":") || t.Kind == lex.Newline:
		return len(f.toks)
	}
	for k := i; k < len(f.toks); k++ { // one statement
		if f.toks[k].Is(";") {
			return k + 1
		}
	}
	return len(f.toks)
}

// column is how far from the beginning of its line a token stands, and how far
// the line is indented.
func (f *finder) column(i int) int {
	start := strings.LastIndexByte(f.src[:min(f.at(i).Start, len(f.src))], '\n') + 1
	line := f.src[start:]
	return len(line) - len(strings.TrimLeft(line, " \t"))
}

func (f *finder) indented(i int) int {
	column := f.column(i)
	for k := i + 1; k+1 < len(f.toks); k++ {
		if f.toks[k].Kind == lex.Newline && f.toks[k+1].Kind != lex.Newline && f.column(k+1) <= column {
			return k
		}
	}
	return len(f.toks)
}

// ended is the end of a block that the word end closes; the block was opened
// just before.
func (f *finder) ended(i int) int {
	depth := 0
	for k := i; k < len(f.toks); k++ {
		t, p := &f.toks[k], f.at(k-1)
		first := k == 0 || p.Kind == lex.Newline || p.Is(";") || p.Is("=") || wordlist.Has("do then else", p.Text)
		switch {
		case t.Kind != lex.Name:
		case wordlist.Has("do function def begin class module case", t.Text), wordlist.Has("if unless", t.Text) && first, t.Text == "if" && f.lang == "lua" && p.Text != "else":
			depth++
		case t.Text == "end":
			if depth--; depth <= 0 {
				return k + 1
			}
		}
	}
	return len(f.toks)
}

// function is one that may call itself: its body is a loop.
func (f *finder) function(i int) {
	k := i + 1
	if f.at(k).Text == "function" {
		k++
	}
	name := f.at(k).Text
	if f.at(k).Kind != lex.Name && f.at(k).Kind != lex.Var {
		return
	}
	if k++; f.at(k).Is("(") && f.at(k).Match > k {
		k = f.at(k).Match + 1
	}
	end := len(f.toks)
	switch {
	case f.lang == "ruby" || f.lang == "lua":
		end = f.ended(i)
	case f.at(k).Is("{") || f.at(k).Is(":"):
		end = f.body(k)
	}
	f.again(name, k, end)
}

// arrow is f = () => .., f = function() { .. }, f = lambda: ..
func (f *finder) arrow(i int) {
	k := i + 2
	if !f.at(i + 1).Is("=") {
		return
	}
	for f.at(k).Text == "async" || f.at(k).Text == "function" || f.at(k).Text == "lambda" {
		k++
	}
	if f.at(k).Is("(") && f.at(k).Match > k {
		k = f.at(k).Match + 1
	}
	if f.at(k).Is("=>") {
		k++
	} else if !f.at(k).Is("{") && !f.at(k).Is(":") {
		return
	}
	if k <= i+2 {
		return
	}
	f.again(f.toks[i].Text, k, f.body(k))
}

// again adds the body of a function that names itself where nothing decides
// whether it does.
func (f *finder) again(name string, from, to int) {
	self := false
	for k := from; k < to && k < len(f.toks); k++ {
		t := &f.toks[k]
		switch {
		case t.Kind == lex.Name && wordlist.Has("if unless switch case when elif return throw raise", t.Text):
			if n := f.at(k + 1); n.Is("(") && n.Match > k {
				if _, ok := constant(f.toks[k+2 : n.Match]); ok {
					continue
				}
			}
			return
		case (t.Kind == lex.Name || t.Kind == lex.Var) && strings.TrimLeft(t.Text, "&$") == name:
			if p := f.at(k - 1); !p.Is("&&") && !p.Is("||") && !p.Is("?") && !p.Is(":") {
				self = true
			}
		}
	}
	if self {
		f.add(from, to)
	}
}

// launches tells whether a process that nobody waits for is started in l.
func (f *finder) launches(rep *report.Report, l span) bool {
	found := false
	for k := l.from; k < l.to; k++ {
		t := &f.toks[k]
		if t.Kind != lex.Name {
			continue
		}
		if wordlist.Has(waiting, t.Text) && !f.brief(k) {
			return false
		}
		found = found || wordlist.Has("Process Worker", t.Text) && f.at(k+1).Is("(")
	}
	start, end := f.at(l.from).Start, len(f.src)
	if l.to < len(f.toks) {
		end = f.toks[l.to].Start
	}
	for _, a := range rep.Acts {
		found = found || a.Start >= start && a.Start < end && (forks(a) || a.Kind == report.Exec && launches(a, f.lang))
	}
	return found
}

// brief tells a sleep that is none: sleep(0), setTimeout(f, 0).
func (f *finder) brief(k int) bool {
	if !wordlist.Has(asleep, f.toks[k].Text) {
		return false
	}
	n := f.at(k + 1)
	last := n
	if n.Is("(") && n.Match > k {
		last = f.at(n.Match - 1)
	}
	least := 1.0
	if wordlist.Has("setTimeout delay", f.toks[k].Text) {
		least = 500
	}
	x, err := strconv.ParseFloat(last.Text, 64)
	return last.Kind == lex.Num && err == nil && x < least || last.Is("(")
}
