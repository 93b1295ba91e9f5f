// Package swarm finds, in the tree of a shell text, what takes the machine away from
// everybody else: jobs in the background by the thousand, programs that run for ever
// where nobody waits for them.
//
//	for i in $(seq 100000); do sleep 99 & done    // found
//	for f in *.ts; do lint "$f" & done; wait      // as many as there are files: left alone
//	seq 100000 | xargs -P 0 -n1 sleep             // found
//
// In is the entry. It reads the tree alone, without values: a number that stands in a
// variable is not known, and nothing is said.
package swarm

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Many is how many jobs at once are too many for any machine to be meant.
const Many = 1000

// mostNodes bounds what is looked at.
const mostNodes = 20000

// Place is something found, and where.
type Place struct {
	Node syntax.Node
	Why  string
}

const (
	manyJobs = "starts jobs by the thousand, and waits for none of them"
	noEnd    = "starts a program in the background that runs without end"
)

// In gives what a text starts without bound.
func In(f *syntax.File) []Place {
	var out []Place
	n := 0
	syntax.Walk(f, func(node syntax.Node) bool {
		if n++; n > mostNodes {
			return false
		}
		switch x := node.(type) {
		case *syntax.ForClause:
			if starts(x.Do) && rounds(x.Loop) >= Many {
				out = append(out, Place{x, manyJobs})
			}
		case *syntax.BinaryCmd:
			if (x.Op == syntax.Pipe || x.Op == syntax.PipeAll) && lines(x.X) >= Many && spreads(x.Y) {
				out = append(out, Place{x, manyJobs})
			}
		case *syntax.Stmt:
			if x.Background && words(x)[0] == "yes" {
				out = append(out, Place{x, noEnd})
			}
		}
		return true
	})
	return out
}

// starts tells whether a loop's body starts a job and does not wait for it.
func starts(do []*syntax.Stmt) bool {
	jobs, waits := false, false
	for _, st := range do {
		syntax.Walk(st, func(n syntax.Node) bool {
			switch x := n.(type) {
			case *syntax.Stmt:
				jobs = jobs || x.Background || x.Coprocess
			case *syntax.CallExpr:
				waits = waits || len(x.Args) > 0 && slices.Contains([]string{"wait", "break", "exit", "return"}, x.Args[0].Lit())
			}
			return !waits
		})
	}
	return jobs && !waits
}

// rounds gives how often a loop goes round, as far as it says so; 0 if not.
func rounds(l syntax.Loop) int {
	switch l := l.(type) {
	case *syntax.WordIter:
		most := 0
		for _, w := range l.Items {
			most = max(most, ofWord(w))
		}
		return most
	case *syntax.CStyleLoop:
		most := 0
		for _, part := range []syntax.ArithmExpr{l.Init, l.Cond} {
			if part == nil {
				continue
			}
			syntax.Walk(part, func(n syntax.Node) bool {
				if lit, ok := n.(*syntax.Lit); ok {
					most = max(most, number(lit.Value))
				}
				return true
			})
		}
		return most
	}
	return 0
}

// ofWord gives how many words {1..N} and $(seq N) come to.
func ofWord(w *syntax.Word) int {
	most := 0
	syntax.Walk(w, func(n syntax.Node) bool {
		switch x := n.(type) {
		case *syntax.CmdSubst:
			if len(x.Stmts) == 1 {
				most = max(most, lines(x.Stmts[0]))
			}
			return false
		case *syntax.Lit:
			if from, to, ok := strings.Cut(x.Value, ".."); ok {
				from = from[strings.LastIndexByte(from, '{')+1:]
				to, _, _ = strings.Cut(to, "}")
				to, _, _ = strings.Cut(to, "..")
				most = max(most, number(to)-number(from), number(from)-number(to))
			}
		}
		return true
	})
	return most
}

// lines gives how many lines a command prints, as far as it says so.
func lines(st *syntax.Stmt) int {
	if b, ok := st.Cmd.(*syntax.BinaryCmd); ok && (b.Op == syntax.Pipe || b.Op == syntax.PipeAll) {
		if name := words(b.Y)[0]; name == "shuf" || name == "sort" || name == "tr" || name == "cat" || name == "rev" {
			return lines(b.X)
		}
		return 0
	}
	all := words(st)
	switch all[0] {
	case "yes":
		return 1 << 30
	case "seq", "gseq", "jot":
		most := 0
		for _, w := range all[1:] {
			most = max(most, number(w))
		}
		return most
	}
	return 0
}

// spreads tells whether a command starts a job for each line that it is fed.
func spreads(st *syntax.Stmt) bool {
	if w, ok := st.Cmd.(*syntax.WhileClause); ok {
		return starts(w.Do)
	}
	all := words(st)
	for i, w := range all[1:] {
		n, ok := "", false
		switch all[0] {
		case "xargs", "gxargs":
			if n, ok = strings.CutPrefix(w, "-P"); !ok {
				n, ok = strings.CutPrefix(w, "--max-procs")
			}
		case "parallel":
			if n, ok = strings.CutPrefix(w, "-j"); !ok {
				n, ok = strings.CutPrefix(w, "--jobs")
			}
		}
		if n = strings.TrimPrefix(n, "="); ok && n == "" && i+2 < len(all) {
			n = all[i+2]
		}
		if k, err := strconv.Atoi(n); ok && err == nil && (k == 0 || k >= Many) {
			return true
		}
	}
	return false
}

// words gives the words of a simple command as far as they are plain, without the
// programs that only start another one; one empty word where there are none.
func words(st *syntax.Stmt) []string {
	call, ok := st.Cmd.(*syntax.CallExpr)
	if !ok {
		return []string{""}
	}
	var out []string
	for _, w := range call.Args {
		s := plain(w)
		if len(out) == 0 && slices.Contains([]string{"nohup", "setsid", "nice", "command", "exec", "ionice"}, s) {
			continue
		}
		out = append(out, s)
	}
	return append(out, "")
}

// plain is the text of a word that needs no value, "" for others.
func plain(w *syntax.Word) string {
	if len(w.Parts) != 1 {
		return ""
	}
	switch p := w.Parts[0].(type) {
	case *syntax.Lit:
		return strings.ReplaceAll(p.Value, `\`, "")
	case *syntax.SglQuoted:
		return p.Value
	case *syntax.DblQuoted:
		if len(p.Parts) == 1 {
			if l, ok := p.Parts[0].(*syntax.Lit); ok {
				return l.Value
			}
		}
	}
	return ""
}

// number reads a number, and takes one that is too long for a large one.
func number(s string) int {
	s = strings.TrimPrefix(s, "-")
	if s == "" || strings.Trim(s, "0123456789") != "" {
		return 0
	}
	if n, err := strconv.Atoi(s); err == nil {
		return min(n, 1<<30)
	}
	return 1 << 30
}
