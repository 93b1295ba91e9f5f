package shelltext

import "testing"

func TestFill(t *testing.T) {
	got := Fill("a {{ x }} {{y.z}} {{", func(e string) (string, bool) { return "1", e == "x" })
	if want := "a 1 ${task_value_y_z} {{"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestWords(t *testing.T) {
	for in, want := range map[string]string{"a-b/c.d": "a-b/c.d", "": "''", "a b": "'a b'", "it's": `'it'\''s'`, "$x": "'$x'"} {
		if got := Quote(in); got != want {
			t.Errorf("Quote(%q) = %s, want %s", in, got, want)
		}
	}
	for in, want := range map[string]string{"#!/bin/sh -e": "", "#!/usr/bin/env -S node --x": "node", "#! /usr/bin/python3": "python3", "#!": "unknown"} {
		if got := Interpreter(in); got != want {
			t.Errorf("Interpreter(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestClosing(t *testing.T) {
	for s, want := range map[string]int{"a)": 1, "(a)b)": 4, "(a": -1, "": -1, "}])": 2} {
		if got := Closing(s, '(', ')'); got != want {
			t.Errorf("%q: %d", s, got)
		}
	}
}
