// Package pure has the rules of the shell's language that need no state: escapes,
// braces, patterns, fields, arithmetic, the words of read, mapfile and getopts, and
// what can be told from the tree of a text. What text tools print is in the
// package tool.
package pure

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Endless tells whether a loop goes on for ever without waiting for anything:
// `while true` whose body has no break, exit, sleep or read.
func Endless(x *syntax.WhileClause) bool {
	if len(x.Cond) != 1 {
		return false
	}
	is, known := Constant(x.Cond[0])
	return known && is != x.Until && !Waits(x.Do)
}

// Constant gives the status of a statement that is always the same.
func Constant(st *syntax.Stmt) (passes, known bool) {
	switch c := st.Cmd.(type) {
	case *syntax.CallExpr:
		if len(c.Args) == 0 {
			return false, false
		}
		switch name := c.Args[0].Lit(); {
		case name == "true" || name == ":":
			passes, known = true, true
		case name == "[" && len(c.Args) == 3:
			passes, known = true, c.Args[1].Lit() != ""
		case name == "false":
			known = true
		}
	case *syntax.ArithmCmd:
		if w, ok := c.X.(*syntax.Word); ok {
			n, err := strconv.Atoi(w.Lit())
			passes, known = n != 0, err == nil
		}
	case *syntax.TestClause:
		w, ok := c.X.(*syntax.Word)
		passes, known = true, ok && w.Lit() != ""
	}
	return passes != st.Negated, known
}

// Waits tells whether a loop's body may leave it, or waits for something.
func Waits(do []*syntax.Stmt) bool {
	waits := false
	for _, st := range do {
		syntax.Walk(st, func(n syntax.Node) bool {
			if st, ok := n.(*syntax.Stmt); ok && (st.Background || st.Coprocess) {
				return false // nobody waits for it
			}
			if _, ok := n.(*syntax.CoprocClause); ok {
				return false
			}
			if call, ok := n.(*syntax.CallExpr); ok && len(call.Args) > 0 {
				switch call.Args[0].Lit() {
				case "break", "exit", "return", "sleep", "read", "wait", "inotifywait", "entr", "timeout", "tail", "nc", "exec":
					waits = true
				}
			}
			return !waits
		})
	}
	return waits
}

// Spawns tells whether a loop's body starts a background job.
func Spawns(do []*syntax.Stmt) bool {
	spawns := false
	for _, st := range do {
		syntax.Walk(st, func(n syntax.Node) bool {
			st, ok := n.(*syntax.Stmt)
			_, coproc := n.(*syntax.CoprocClause)
			spawns = spawns || coproc || ok && (st.Background || st.Coprocess)
			return !spawns
		})
	}
	return spawns
}

// Starts tells whether statements come to a call of a function in any case, and
// whether a process is kept waiting for it: a substitution, a subshell, a pipe.
func Starts(list []*syntax.Stmt, name string) (calls, forks bool) {
	for _, st := range list {
		if Leaves(st) {
			return calls, forks
		}
		c, f := starts(st, name)
		calls, forks = calls || c, forks || f
	}
	return calls, forks
}

func starts(n syntax.Node, name string) (calls, forks bool) {
	syntax.Walk(n, func(n syntax.Node) bool {
		var c, f bool
		switch x := n.(type) {
		case *syntax.IfClause:
			c, f = Starts(x.Cond, name)
			if is, known := Constant(x.Cond[len(x.Cond)-1]); is && known && !c {
				c, f = Starts(x.Then, name)
			}
		case *syntax.WhileClause:
			if c, f = Starts(x.Cond, name); !c && len(x.Cond) == 1 {
				if is, known := Constant(x.Cond[0]); known && is != x.Until {
					c, f = Starts(x.Do, name)
				}
			}
		case *syntax.ForClause:
			if w, ok := x.Loop.(*syntax.WordIter); ok && len(w.Items) > 0 && !slices.ContainsFunc(w.Items, func(w *syntax.Word) bool { return w.Lit() == "" }) {
				c, f = Starts(x.Do, name)
			}
		case *syntax.CaseClause, *syntax.FuncDecl, *syntax.TestClause, *syntax.ParamExp:
		case *syntax.BinaryCmd:
			if c, f = starts(x.X, name); x.Op == syntax.Pipe || x.Op == syntax.PipeAll {
				c2, _ := starts(x.Y, name)
				c, f = c || c2, c || c2
			} else if is, known := Constant(x.X); !c && (known && is == (x.Op == syntax.AndStmt) || x.Op == syntax.AndStmt && Prepares(x.X)) {
				c, f = starts(x.Y, name)
			}
		case *syntax.Subshell:
			c, _ = Starts(x.Stmts, name)
			f = c
		case *syntax.CmdSubst:
			c, _ = Starts(x.Stmts, name)
			f = c
		case *syntax.ProcSubst:
			c, _ = Starts(x.Stmts, name)
			f = c
		case *syntax.CallExpr:
			c, f = startsText(x, name)
			calls, forks = calls || c, forks || f
			return true
		default:
			return true
		}
		calls, forks = calls || c, forks || f
		return false
	})
	return calls, forks
}

// startsText looks at one command: the call itself, or a short text that a
// shell or eval runs.
func startsText(x *syntax.CallExpr, name string) (calls, forks bool) {
	if len(x.Args) == 0 {
		return false, false
	}
	switch first := x.Args[0].Lit(); first {
	case name:
		return true, false
	case "eval", "bash", "sh":
		for _, a := range x.Args[1:] {
			text := a.Lit()
			if q, ok := a.Parts[0].(*syntax.SglQuoted); ok && len(a.Parts) == 1 {
				text = q.Value
			}
			word := strings.Trim(text, " \t\n;(){}$`&|")
			if word == name {
				return true, first != "eval" || word != strings.TrimSpace(text)
			}
		}
	}
	return false, false
}

// Leaves tells whether a statement may end a function or the shell.
func Leaves(st *syntax.Stmt) bool {
	leaves := false
	syntax.Walk(st, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.CallExpr); ok && len(c.Args) > 0 {
			switch c.Args[0].Lit() {
			case "return", "exit", "exec":
				leaves = true
			}
		}
		return !leaves
	})
	return leaves
}

// Prepares tells whether a statement fails only where nothing works: mkdir -p,
// echo and the like.
func Prepares(st *syntax.Stmt) bool {
	c, ok := st.Cmd.(*syntax.CallExpr)
	if !ok || st.Negated || len(c.Args) == 0 {
		return ok && !st.Negated // an assignment
	}
	switch c.Args[0].Lit() {
	case "mkdir", "echo", "printf", "true", ":", "export", "set", "sleep", "date", "pwd":
		return true
	}
	return false
}

// Moves tells whether a statement is a cd.
func Moves(st *syntax.Stmt) bool {
	c, ok := st.Cmd.(*syntax.CallExpr)
	return ok && len(c.Args) > 0 && (c.Args[0].Lit() == "cd" || c.Args[0].Lit() == "pushd")
}

// OnlyMoves tells whether a statement is a cd to a place that is not known to
// be there: its failure leaves the old folder.
func OnlyMoves(st *syntax.Stmt) bool {
	c, ok := st.Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) == 0 {
		return false
	}
	switch c.Args[0].Lit() {
	case "cd", "pushd":
		return len(c.Args) > 1 && c.Args[len(c.Args)-1].Lit() == ""
	}
	return false
}

// ValidName tells whether a text can be the name of a variable.
func ValidName(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// Decidable tells whether a loop's condition is a test of values alone, so that
// each round may be known.
func Decidable(cond []*syntax.Stmt) bool {
	if len(cond) != 1 || len(cond[0].Redirs) > 0 || cond[0].Background {
		return false
	}
	switch x := cond[0].Cmd.(type) {
	case *syntax.ArithmCmd, *syntax.TestClause:
		return true
	case *syntax.CallExpr:
		return len(x.Args) > 1 && slices.Contains([]string{"[", "test", "getopts"}, x.Args[0].Lit()) && len(x.Assigns) == 0
	}
	return false
}

// Calls tells whether a condition is one call of a command.
func Calls(cond []*syntax.Stmt, name string) bool {
	if len(cond) != 1 {
		return false
	}
	x, ok := cond[0].Cmd.(*syntax.CallExpr)
	return ok && len(x.Args) > 0 && x.Args[0].Lit() == name
}

// Compare decides `a op b` of [ ] and [[ ]] for texts and whole numbers; known
// is false for what needs more than the two texts.
func Compare(a, op, b string) (is, known bool) {
	switch op {
	case "=", "==":
		return a == b, true
	case "!=":
		return a != b, true
	}
	m, err1 := strconv.Atoi(strings.TrimSpace(a))
	n, err2 := strconv.Atoi(strings.TrimSpace(b))
	known = err1 == nil && err2 == nil
	switch op {
	case "-eq":
		return m == n, known
	case "-ne":
		return m != n, known
	case "-lt":
		return m < n, known
	case "-le":
		return m <= n, known
	case "-gt":
		return m > n, known
	case "-ge":
		return m >= n, known
	}
	return false, false
}

// Glued tells whether quotes within an expansion that is quoted itself part a
// name from letters behind it, as in "${x:-"$a"b}": some shells take the quotes
// away first and read $ab.
func Glued(w *syntax.Word) bool {
	for i, p := range w.Parts[:max(0, len(w.Parts)-1)] {
		q, ok := p.(*syntax.DblQuoted)
		next, is := w.Parts[i+1].(*syntax.Lit)
		if !ok || !is || len(q.Parts) == 0 || next.Value == "" || !ValidName("_"+next.Value[:1]) {
			continue
		}
		if v, ok := q.Parts[len(q.Parts)-1].(*syntax.ParamExp); ok && v.Short {
			return true
		}
	}
	return false
}

// Match gives what the parts of a regular expression match in a text; known is
// false for expressions that are not plain enough to mean the same everywhere.
func Match(expr, s string) (parts []string, known bool) {
	if len(expr) > 200 || len(s) > 1000 || strings.ContainsAny(expr, `\{`) {
		return nil, false
	}
	re, err := regexp.CompilePOSIX(expr)
	if err != nil {
		return nil, false
	}
	return re.FindStringSubmatch(s), true
}

// Declares: these words take assignments as operands, without splitting.
func Declares(name string) bool {
	switch name {
	case "export", "readonly", "declare", "typeset", "local":
		return true
	}
	return false
}

// Bare is the name of a variable that stands alone and unquoted in a word, "" if
// there is none.
func Bare(w *syntax.Word) string {
	if len(w.Parts) == 1 {
		if p, ok := w.Parts[0].(*syntax.ParamExp); ok && p.Param != nil && p.Index == nil && p.Exp == nil && p.Slice == nil && p.Repl == nil && !p.Excl && !p.Length && p.Flags == nil {
			return p.Param.Value
		}
	}
	return ""
}
