package proof

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// writer writes one random script. Names, values and depth are few, so that
// what one statement sets is what the next one uses.
type writer struct {
	r     *rand.Rand
	depth int
}

// grammar gives a random script of one to five statements.
func grammar(r *rand.Rand) string {
	w := &writer{r: r}
	var b strings.Builder
	if r.IntN(12) > 0 { // else they come from outside, and nothing is known of them
		b.WriteString(w.start())
	}
	for range 1 + r.IntN(5) {
		b.WriteString(w.statement())
		b.WriteString("\n")
	}
	return b.String()
}

// start gives the variables their values.
func (w *writer) start() string {
	return fmt.Sprintf("a=%s b=%s c=%s ref=%s\narr=(%s %s %s)\nset -- %s %s\n", w.plain(), w.plain(), w.plain(), w.pick("a", "b"),
		w.plain(), w.plain(), w.plain(), w.plain(), w.plain())
}

func (w *writer) pick(of ...string) string { return of[w.r.IntN(len(of))] }

func (w *writer) name() string { return w.pick("a", "b", "c") }

func (w *writer) plain() string {
	return w.pick("rm", "git", "-rf", "push", "dist", "src/x.go", "x", "--force", "/tmp/d", "a.b.c", "one", "7")
}

// program is the first word of most commands.
func (w *writer) program() string {
	return w.pick("cmd1", "cmd2", "cmd3", "git", "rm", "r''m", `c\md1`, `"git"`, "$a", "${b}", "$(echo cmd1)", "{cmd2,cmd3}", "/usr/bin/git")
}

// word is anything that can stand as an argument.
func (w *writer) word() string {
	w.depth++
	defer func() { w.depth-- }()
	if w.depth > 4 {
		return w.plain()
	}
	n := w.name()
	switch w.r.IntN(48) {
	case 0:
		return "'" + w.plain() + " " + w.plain() + "'"
	case 1:
		return `"` + w.plain() + " $" + n + `"`
	case 2:
		return "${" + n + ":-" + w.word() + "}"
	case 3:
		return `"${` + n + ":-" + w.word() + `}"`
	case 4:
		return "${" + n + ":+" + w.word() + "}"
	case 5:
		return "${" + n + w.pick("#", "##", "%", "%%") + w.pick("?", "*.", ".*", "r", "d*", "*t", "[a-m]") + "}"
	case 6:
		return "${" + n + w.pick("/", "//", "/#", "/%") + w.pick("r", "s", ".", "?", "d*", "") + "/" + w.pick("X", "", "rm", "-") + "}"
	case 7:
		return "${" + n + w.pick("^^", "^", ",,", ",") + "}"
	case 8:
		return "${" + n + w.pick(":1", ":0:2", ": -2", ":1:1", ":0") + "}"
	case 9:
		return "${#" + n + "}"
	case 10:
		return "$(echo " + w.word() + ")"
	case 11:
		return `"$(printf '%s' ` + w.word() + `)"`
	case 12:
		return "`echo " + w.plain() + "`"
	case 13:
		return "{" + w.plain() + "," + w.plain() + "}"
	case 14:
		return "x{1..3}" + w.pick("", "y")
	case 15:
		return w.pick(`$'a\x62c'`, `$'\162m'`, `$'x\ty'`, `$'\u0061'`)
	case 16:
		return "$((" + w.pick("1+2", "3*4-1", "10/3", "1<<3", "5%2", "n=4", "(2+3)*2", "1?7:8") + "))"
	case 17:
		return "${arr[" + w.pick("0", "1", "-1", "@", "*") + "]}"
	case 18:
		return `"${arr[` + w.pick("@", "*", "1") + `]}"`
	case 19:
		return "${!ref}"
	case 20:
		return w.plain() + `"$` + n + `"` + w.plain()
	case 21:
		return w.pick("$1", "$2", `"$@"`, "$@", `"$*"`, "$#")
	case 22:
		return w.pick("~", "~/x", "$HOME/y", "$PWD")
	case 23:
		return "\\" + w.pick("r", "g", "$") + w.plain()
	case 24:
		return "$(cat <<< " + w.word() + ")"
	case 25:
		return `"${arr[@]:1}"`
	case 26:
		return "${" + n + "@" + w.pick("Q", "U", "L") + "}"
	case 40:
		return "${arr[@]" + w.pick("/r/X", "#?", "%t", "^^", ":0:2", ": -1") + "}"
	case 41:
		return "${#arr[" + w.pick("@", "*", "0") + "]}"
	case 42:
		return `"${!arr[@]}"`
	case 43:
		return "{" + w.pick("1..5..2", "a..c", "c..a", "01..03") + "}"
	case 44:
		return "${" + n + w.pick("-", "=", "+") + w.word() + "}"
	case 45:
		return w.pick("$'a b'", `$'\''`, `$"x"`, `""`, `''`)
	case 46:
		return "$((n=3, n" + w.pick("++", "--", "+=2", "*0") + "))"
	case 47:
		return "${arr[" + w.pick("-2", "1+1", "${#arr[@]}-1", "n=1") + "]}"
	case 27, 28, 29:
		return "$" + n
	case 30, 31:
		return `"$` + n + `"`
	default:
		return w.plain()
	}
}

func (w *writer) words() string {
	var l []string
	for range w.r.IntN(4) {
		l = append(l, w.word())
	}
	return strings.Join(l, " ")
}

// simple is one simple command, at times behind a wrapper.
func (w *writer) simple() string {
	wrap := ""
	if w.r.IntN(5) == 0 {
		wrap = w.pick("env ", "env A=1 ", "command ", "nice -n 5 ", "timeout 2 ", "nohup ", "exec 2>&1; ", "builtin eval ", "eval ", "\\", "A=1 ", "a=z ", "! ", "time ")
	}
	return wrap + w.program() + " " + w.words()
}

func (w *writer) assignment() string {
	n := w.name()
	switch w.r.IntN(22) {
	case 0:
		return "arr=(" + w.words() + " " + w.word() + ")"
	case 1:
		return "arr+=(" + w.word() + ")"
	case 2:
		return n + "+=" + w.word()
	case 3:
		return w.pick("declare ", "export ", "readonly r_", "typeset ") + n + "=" + w.word()
	case 4:
		return "printf -v " + n + " '%s-%s' " + w.word() + " " + w.word()
	case 5:
		return "read -r " + n + " c <<< " + w.word()
	case 6:
		return "read " + n + " <<< '" + w.plain() + " " + w.plain() + "'"
	case 7:
		return "set -- " + w.words()
	case 8:
		return "ref=" + n
	case 9:
		return "mapfile -t arr <<< $'" + w.plain() + `\n` + w.plain() + "'"
	case 10:
		return "unset " + n
	case 11:
		return "IFS=" + w.pick(",", ":", "' '", "/") + " read -r a b <<< " + w.pick("one,two", "x:y:z", "'p q'", "src/x")
	case 14:
		return "arr[" + w.pick("0", "1", "5", "-1") + "]" + w.pick("=", "+=") + w.word()
	case 15:
		return "unset 'arr[" + w.pick("0", "1", "2") + "]'"
	case 16:
		return "declare -" + w.pick("l", "u", "i", "x") + " " + n + "=" + w.word()
	case 17:
		return "declare -n p=" + n + "; p=" + w.word() + "; unset -n p"
	case 18:
		return "printf -v 'arr[1]' %s " + w.word()
	case 19:
		return "((" + n + w.pick("++", "=7", "=1?2:3", "+=1") + "))"
	case 20:
		return "read -ra arr <<< " + w.word()
	default:
		return n + "=" + w.word()
	}
}

// block is some statements, one level deeper.
func (w *writer) block() string {
	w.depth++
	defer func() { w.depth-- }()
	s := w.statement()
	if w.r.IntN(2) == 0 {
		s += "\n" + w.statement()
	}
	return s
}

func (w *writer) statement() string {
	if w.depth > 2 || w.r.IntN(3) == 0 {
		return w.simple()
	}
	if w.r.IntN(3) == 0 {
		return w.assignment()
	}
	if w.r.IntN(2) == 0 {
		return w.fill(w.pick(templates...))
	}
	switch w.r.IntN(42) {
	case 0:
		return "if " + w.pick("cmd1", "[ x = x ]", "[[ $a == r* ]]", "false", "test -n \"$b\"") + "; then\n" + w.block() + "\nelse\n" + w.block() + "\nfi"
	case 1:
		return "for " + w.name() + " in " + w.words() + " " + w.plain() + "; do\n" + w.block() + "\ndone"
	case 2:
		return "case " + w.word() + " in\n" + w.pick("r*", "x|dist", `"$a"`, "[a-m]*") + ") " + w.block() + w.pick("\n;;", "\n;&", "\n;;&") + "\n*) " + w.block() + "\n;;\nesac"
	case 3:
		return "f() {\n" + w.block() + "\n}\nf " + w.words()
	case 4:
		return "g() { local " + w.name() + "=" + w.word() + "\n" + w.block() + "\n}; g " + w.words() + "; " + w.simple()
	case 5:
		return "( " + w.block() + "\n)"
	case 6:
		return "{ " + w.block() + "\n}"
	case 7:
		return w.simple() + w.pick(" && ", " || ", " | ", " ; ") + w.simple()
	case 8:
		return "echo " + w.word() + " " + w.word() + " | " + w.pick("bash", "xargs cmd1", "xargs -n1 git", "sh", "while read -r a b; do cmd2 \"$a\" $b; done", "xargs -I{} cmd3 x{}y")
	case 9:
		return "bash -c '" + strings.ReplaceAll(w.simple(), "'", "") + "' x " + w.words()
	case 10:
		return w.pick("bash", "sh", "cat", "xargs cmd1") + " <<" + w.pick("E", "'E'") + "\n" + w.plain() + " $a " + w.plain() + "\nE"
	case 11:
		return "eval " + w.word() + " " + w.word()
	case 12:
		return "alias k='" + w.pick("cmd1 ", "git ") + w.plain() + "'\nshopt -s expand_aliases\nk " + w.words()
	case 13:
		return "n=0; while [ $n -lt 2 ]; do n=$((n+1)); " + w.simple() + "; done"
	case 14:
		return "trap '" + strings.ReplaceAll(w.simple(), "'", "") + "' EXIT"
	case 15:
		return "cmd1 " + w.word() + " <(cmd2 " + w.word() + ") 2>/dev/null"
	case 16:
		return "set -- " + w.words() + "; shift; cmd3 \"$@\""
	case 17:
		return "for ((i=0;i<2;i++)); do cmd1 $i " + w.word() + "; done"
	case 18:
		return "for a; do cmd2 $a; done"
	case 19:
		return "IFS=" + w.pick(",", ":", "/") + "; b=" + w.pick("x,y", "p:q", "src/y") + "; cmd1 $b " + w.word()
	case 20:
		return fmt.Sprintf("declare -A m; m[%s]=%s; cmd1 ${m[%[1]s]} \"${!m[@]}\"", w.pick("k", "j"), w.plain())
	case 21:
		return "source <(echo " + w.word() + " " + w.word() + ")"
	case 22:
		return "printf '%s\\n' " + w.words() + " | while IFS= read -r c; do cmd3 \"$c\"; done"
	case 23:
		return "x=$( " + w.simple() + " ); cmd1 \"$x\""
	case 26:
		return "cat <<E | " + w.pick("bash", "xargs cmd1", "while read -r c; do cmd2 $c; done") + "\n" + w.plain() + " " + w.word() + "\nE"
	case 27:
		return "f() { k() { " + w.simple() + "\n}; k " + w.word() + "; }\nf " + w.words()
	case 28:
		return "f() { local -n p=$1; p=" + w.word() + "; }; f " + w.name()
	case 29:
		return "for " + w.name() + " in " + w.words() + "; do " + w.pick("break", "continue", "if cmd1; then break; fi", "[ $a = x ] && continue") + "\n" + w.block() + "\ndone"
	case 30:
		return "while getopts 'x:y' o -x " + w.word() + " -y; do cmd1 $o $OPTARG; done"
	case 31:
		return "if [[ " + w.word() + " =~ ^(.)(.*) ]]; then cmd1 \"${BASH_REMATCH[1]}\" ${BASH_REMATCH[2]}\nfi"
	case 32:
		return "if [ \"$" + w.name() + "\" " + w.pick("=", "!=") + " " + w.plain() + " ]; then " + w.assignment() + "\nelse " + w.assignment() + "\nfi; " + w.simple()
	case 33:
		return "exec 3<<< " + w.word() + "; read -r c <&3; cmd1 \"$c\"; exec 3<&-"
	case 34:
		return "f() { " + w.assignment() + "\n" + w.pick("return", "[ x = y ] && return", ":") + "\n" + w.assignment() + "\n}; f " + w.words() + "; " + w.simple()
	case 35:
		return "coproc { " + w.simple() + "\n}; wait"
	case 36:
		return "select " + w.name() + " in " + w.words() + " x; do " + w.simple() + "\nbreak; done <<< 1"
	case 37:
		return "shopt -s extglob; case " + w.word() + " in @(rm|git)) " + w.block() + "\n;; !(x)) " + w.block() + "\n;; esac"
	case 38:
		return "( set " + w.pick("-e", "-u", "-f", "-eu") + "\n" + w.block() + "\n)"
	case 39:
		return "until [ $# -eq 0 ]; do cmd1 \"$1\"; shift; done"
	case 40:
		return "i=0; until ((i>=2)); do i=$((i+1)); " + w.simple() + "\n" + w.assignment() + "\ndone"
	case 41:
		return "IFS=" + w.pick(",", ":", "''") + "; cmd1 ${arr[*]} \"${arr[*]}\" $*\nunset IFS"
	case 24:
		return w.simple() + " > /tmp/o; cmd1 $(< /tmp/o)"
	default:
		return "h() { cmd2 $# \"$1\"; " + w.pick("return", "return 1", "shift; h2 \"$@\"") + "; }; h2() { cmd3 $*; }; h " + w.words()
	}
}
