package shell

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// fill repeats a unit until a text is nearly as long as texts may be.
func fill(before, unit, after string) string {
	n := (DefaultLimits().Bytes - len(before) - len(after)) / len(unit)
	return before + strings.Repeat(unit, n) + after
}

// count repeats a unit in which @ is a running number.
func count(before, unit, after string) string {
	var b strings.Builder
	b.WriteString(before)
	for i := 0; b.Len() < DefaultLimits().Bytes-len(after)-len(unit)-40; i++ {
		b.WriteString(strings.ReplaceAll(unit, "@", fmt.Sprint(i)))
	}
	return b.String() + after
}

func nest(a, middle, z string, n int) string {
	return strings.Repeat(a, n) + middle + strings.Repeat(z, n)
}

// hostile are texts that once took, or might take, far longer than their length
// says: whatever is copied, merged, expanded or followed for each statement.
func hostile() map[string]string {
	return map[string]string{
		"folders":           fill("", "cd a; ", ""),
		"folder stack":      fill("", "pushd a; ", ""),
		"exports":           count("", "export V@=x;ls;", ""),
		"one export":        fill("", "export V=x;", ""),
		"variables":         count("", "V@=x;", ""),
		"branches":          count("", "V@=x;if a; then V@=y; fi;", ""),
		"alternatives":      count("", "V@=x&& W@=y|| a;", ""),
		"subshells":         count("", "V@=x;(a);", ""),
		"pipes":             count("", "V@=x;a|b;", ""),
		"substitutions":     count("", "V@=$(a);", ""),
		"functions":         count("", "f@(){ ls;};", ""),
		"function chain":    count("", "f@(){ f@0;f@1; };", "f1"),
		"redefined":         fill("", "if a;then f(){ ls;};fi;", "f"),
		"aliases":           count("", "alias a@='a@0 a@1';", "a0"),
		"alias of aliases":  "alias a='b;b;b;b' b='c;c;c;c;c' c='d;d;d;d;d' d='e;e;e;e;e'\n" + strings.Repeat("a\n", 1000),
		"long pipe":         fill("", "a|", "a"),
		"loops in loops":    nest("for a in 1 2 3 4 5 6 7 8 9; do ", "echo", "; done", 60),
		"done":              fill("echo a;", "done ", ""),
		"loops":             fill("", "for a in 1;do b;done;", ""),
		"elif":              fill("if a; then b;", "elif a; then b;", "fi"),
		"case":              fill("case a in ", "a) b;;", "esac"),
		"braces":            fill("echo ", "{1..9999}{1..9999} ", ""),
		"many words":        fill("", "echo {1..500};", ""),
		"one word":          fill("echo ", "a", ""),
		"escaped":           fill("", `\a`, ""),
		"newlines":          strings.Repeat("\n", 2<<20),
		"value upon value":  fill("a=bbbbbbbbbbbb;echo ", "$a", ""),
		"unknown appended":  fill("", "a+=$b;", ""),
		"text appended":     fill("", "a+=bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb;", ""),
		"array appended":    fill("", "a+=(b);", ""),
		"array in branches": fill("", "if x; then a+=(b c d);fi;", ""),
		"array elements":    count("", "a[@]=b;", ""),
		"trims":             fill("a="+strings.Repeat("b", 1000)+";", "c=${a%%*(b)c};", ""),
		"replacements":      fill("a="+strings.Repeat("b", 4000)+";", "c=${a//[a-c]/d};", ""),
		"arithmetic":        fill("x=1;", "echo $((x));", ""),
		"names of names":    count("", "a@='a@0+a@1';", "echo $((a1))"),
		"texts in texts":    `x='eval "$x";eval "$x"'; eval "$x"`,
		"growing text":      `x='eval "$x$x$x"'; eval "$x"`,
		"traps":             fill("", "trap a DEBUG;", ""),
		"one trap":          fill("trap '", "a;", "' EXIT"),
		"choices":           "case a in a) x=1;; b) x=2;; c) x=3;; esac;" + fill("", "rm $x$x;", "")[:100000],
		"here-documents":    count("", "cat <<E@\n$a\nE@\n", ""),
		"written files":     fill("x="+strings.Repeat("a", 3000)+";", "echo $x>>b;", ""),
		"positional":        "set -- " + strings.Repeat("a ", 1900) + ";f(){ shift; f $@; };f $@",
		"unclosed":          fill("", "$(", ""),
		"backquotes":        fill("echo ", "`", ""),
		"replaced items":    "echo " + strings.Repeat("a ", 199) + "|xargs -I{} sh -c '" + strings.Repeat("{};", 30000) + "'",
		"quotes":            fill(`echo "${x:-`, `'a'`, `}"`),
	}
}

// TestHostileTexts counts what is done, never the time it takes: no text makes
// the evaluator go beyond its bounds, or copy what it need not.
func TestHostileTexts(t *testing.T) {
	l := DefaultLimits()
	for name, text := range hostile() {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			e := newEvaluator(Options{Home: "/home/dev", Cwd: "/home/dev/project", Limits: l})
			e.text(text, Place{}, nil, true)
			runtime.ReadMemStats(&after)
			// What stops the work is noticed at the next step, and a command
			// counts at once with all its words.
			if e.steps > l.Steps+8*l.Words {
				t.Errorf("%d steps, the bound is %d", e.steps, l.Steps)
			}
			if e.volume > 2*l.Volume {
				t.Errorf("%d bytes made, the bound is %d", e.volume, l.Volume)
			}
			if n := len(e.cmds); n > l.Commands+1 {
				t.Errorf("%d commands, the bound is %d", n, l.Commands)
			}
			if n := after.TotalAlloc - before.TotalAlloc; n > 120<<20 {
				t.Errorf("%d MB allocated", n>>20)
			}
			if n := after.Mallocs - before.Mallocs; n > 1<<20 {
				t.Errorf("%d allocations", n)
			}
		})
	}
}

func BenchmarkHostile(b *testing.B) {
	for name, text := range hostile() {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				readAll(b, text)
			}
		})
	}
}
