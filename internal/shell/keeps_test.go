package shell

import (
	"testing"
)

// What an assignment, a cd or a read does not change.
func TestR31_WhatStaysAsItWas(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"readonly x=a; export x=b; echo $x", "[echo][a]"},
		{"declare -r x=a; read x <<< b; echo $x", "[echo][a]"},
		{"readonly x=a; unset x; echo $x", "[echo][a]"},
		{"f() { local x=b; echo $x; }; readonly x=a; f", "[echo][a]"},
		{"f() { local -r x=a; echo $x; }; f", "[echo][a]"},
		{"x=a; export {x,y}=b; echo $x$y", "[echo][bb]"},
		{"p='x=1 y=2'; export $p; echo $x$y", "[echo][12]"},
		{"PWD=/x; echo $PWD", "[echo][/x]"},
		{"PWD=/x; cd /y; echo $PWD", "[echo][/y]"},
		{"FUNCNAME=a; echo $FUNCNAME", "[echo][?$FUNCNAME]"},
		{"x=ab; shopt -s nocasematch; echo ${x/A}", "[echo][?${x/A}]"},
		{"x=ab; echo ${x/@(a|b)}", "[echo][?${x/@(a|b)}]"},
		{"x=ab; echo ${x/a}", "[echo][b]"},
	} {
		got := lines(readAll(t, c.text))
		if len(got) == 0 || got[len(got)-1] != c.want {
			t.Errorf("%s: got %q, want %s at the end", c.text, got, c.want)
		}
	}
}

func TestFunctionsThatBreed(t *testing.T) {
	for text, want := range map[string]bool{
		"f() { cat <(f) <(f); }; f":                                      true,
		"f() { echo $(f; f); }; f":                                       true,
		"f() { (g); }; g() { f; }; f":                                    true,
		"f() { for i in 1 2; do (f); done; }; f":                         true,
		"while :; do sleep 9 & done":                                     true,
		"while ((1)); do coproc sleep 9; done":                           true,
		"f() { [ $1 -gt 3 ] && return; (f $1); }; f 1":                   false,
		"f() { [ -d $1 ] && (f $1/x); }; f a":                            false,
		"f() { if [ $1 = 1 ]; then echo 1; else echo $(f 1); fi; }; f 2": false,
		"f() { (g); }; g() { echo; }; f":                                 false,
		"while :; do date; sleep 9; done":                                false,
		"for i in 1 2; do sleep 9 & done":                                false,
	} {
		bomb := false
		for _, p := range readAll(t, text).Problems {
			bomb = bomb || p.Bomb
		}
		if bomb != want {
			t.Errorf("%s: bomb is %t", text, bomb)
		}
	}
}
