package rules

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		name, pattern, subject string
		want                   bool
	}{
		{"R131 star matches empty", "*", "", true},
		{"R131 star matches newline", "*", "\n", true},
		{"R132 newline", "git *", "git commit -m \"a\nb\"", true},
		{"R132 slash", "src/*", "src/a/b", true},
		{"R132 blank", "a*z", "a b z", true},
		{"R133 one character", "src/?.ts", "src/a.ts", true},
		{"R133 not two", "src/?.ts", "src/ab.ts", false},
		{"R133 not none", "src/?.ts", "src/.ts", false},
		{"R133 code point outside the basic plane", "src/?.ts", "src/😀.ts", true},
		{"R133 newline", "a?b", "a\nb", true},
		{"R134 dot", "*.env", "configxenv", false},
		{"R134 plus", "a+b", "aab", false},
		{"R134 brackets no class", "[ab]", "a", false},
		{"R134 brackets literal", "[ab]", "[ab]", true},
		{"R134 backslash", `a\*`, `a\bc`, true},
		{"R134 dollar and caret", "^a$", "a", false},
		{"R135 whole subject", "git *", "gitstatus", false},
		{"R135 blank needed", "git *", "git", false},
		{"R135 no prefix match", "git", "git status", false},
		{"R136 empty pattern", "", "x", false},
		{"R136 empty both", "", "", true},
		{"R137 case counts", "SRC/*", "src/a", false},
		{"R138 several stars", "a*b*c", "axxbxxc", true},
		{"R138 order of pieces", "a*b*c", "acb", false},
		{"R138 double star", "**/x", "a/x", true},
		{"R138 many stars", "***", "", true},
		{"pieces do not overlap", "ab*ba", "aba", false},
		{"middle pieces do not overlap with the tail", "a*bc*c", "abc", false},
		{"question in the middle", "*a?c*", "xxabcxx", true},
		{"question before the tail", "*?", "", false},
		{"question at the tail", "*?", "é", true},
		{"question and star", "?*?", "é", false},
		{"question at the head", "?b*", "ab", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Match(c.pattern, c.subject); got != c.want {
				t.Errorf("Match(%q, %q) = %v", c.pattern, c.subject, got)
			}
		})
	}
}

func TestR137_MatchFold(t *testing.T) {
	for _, c := range []struct {
		pattern, subject string
		want             bool
	}{
		{"*.env", "A/.ENV", true},
		{"*.PEM", "x.pem", true},
		{"Ärger*", "ÄRGER/x", true},
		{"k", "\u212a", true}, // the Kelvin sign folds to k
		{"*.env", "x.envrc", false},
	} {
		if got := MatchFold(c.pattern, c.subject); got != c.want {
			t.Errorf("MatchFold(%q, %q) = %v", c.pattern, c.subject, got)
		}
	}
}

func TestR138_LongSubjects(t *testing.T) {
	subject := strings.Repeat("a", 1<<20)
	for _, pattern := range []string{"*a*a*a*a*b", "*a*a*a*a*a", "*?a?*?b", "*a?a?b*", strings.Repeat("*a", 500) + "b"} {
		start := time.Now()
		Match(pattern, subject)
		if took := time.Since(start); took > 500*time.Millisecond {
			t.Errorf("%.20q took %v", pattern, took)
		}
	}
}

func TestKindCovers(t *testing.T) {
	for _, c := range []struct {
		name          string
		kind          Kind
		pattern, form string
		want          bool
	}{
		{"bare command under trailing star", Command, "git stash *", "git stash", true},
		{"program under trailing star", Command, "ls *", "ls", true},
		{"prefix ends at a word", Command, "ls *", "lsof -i", false},
		{"one word is the program", Command, "yarn", "yarn install", true},
		{"one word alone", Command, "yarn", "yarn", true},
		{"one word is no prefix", Command, "yarn", "yarnpkg install", false},
		{"two words are exact", Command, "git push", "git push origin", false},
		{"star inside a word", Command, "make docker-*", "make docker-build all", true},
		{"star without a blank needs the rest", Command, "npm run test*", "npm run test:unit", true},
		{"question keeps its character", Command, "ls?", "ls", false},
		{"not for plain subjects", Plain, "yarn", "yarn install", false},
		{"not for paths", Path, "yarn *", "yarn", false},
		{"folder covers below", Path, "src/", "src/a/b", true},
		{"folder covers itself", Path, "src/", "src", true},
		{"folder is no prefix", Path, "src/", "srcs/a", false},
		{"root alone is no folder pattern", Path, "/", "/etc", false},
		{"dot in front", Path, "./src/*", "src/a", true},
		{"double star in front", Path, "**/.env", ".env", true},
		{"double star below", Path, "**/.env", "a/.env", true},
		{"dot does not reach outside", Path, "./*", "/etc/passwd", false},
		{"dot folder", Path, "./src/", "src/a", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.kind.covers(c.pattern, c.form); got != c.want {
				t.Errorf("%v: %q covers %q = %v", c.kind, c.pattern, c.form, got)
			}
		})
	}
}

// slowMatch is the definition of Match, one rune at a time.
func slowMatch(pattern, subject []rune) bool {
	row := make([]bool, len(subject)+1)
	row[0] = true
	for _, p := range pattern {
		next := make([]bool, len(row))
		for i := range next {
			switch {
			case p == '*':
				next[i] = row[i] || i > 0 && next[i-1]
			case i > 0:
				next[i] = row[i-1] && (p == '?' || p == subject[i-1])
			}
		}
		row = next
	}
	return row[len(subject)]
}

func FuzzMatch(f *testing.F) {
	f.Add("git *", "git status")
	f.Add("*a*b?c*", "xaxbxc")
	f.Add("?*é?", "aéb")
	f.Add("*.env", "\xff.env")
	f.Fuzz(func(t *testing.T, pattern, subject string) {
		if len(pattern) > 200 || len(subject) > 2000 {
			return
		}
		got := Match(pattern, subject)
		MatchFold(pattern, subject)
		if !utf8.ValidString(pattern) || !utf8.ValidString(subject) {
			return
		}
		if want := slowMatch([]rune(pattern), []rune(subject)); got != want {
			t.Errorf("Match(%q, %q) = %v, want %v", pattern, subject, got, want)
		}
		for _, k := range []Kind{Command, Path} {
			if got && !k.covers(pattern, subject) {
				t.Errorf("%v does not cover what matches", k)
			}
		}
	})
}

func BenchmarkMatch(b *testing.B) {
	for b.Loop() {
		Match("git push * --force*", "git push origin main --force-with-lease")
	}
}
