package exlang

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/sentinelgate/sentinel/internal/textlang"
)

func act(kind, text string, known bool) textlang.Act {
	return textlang.Act{Kind: kind, Text: text, Known: known}
}

func TestExHarmless(t *testing.T) {
	for _, src := range []string{
		"q", ":q!", "qa!", "set nu", "set ts=4 sw=4 et", "set ff=unix", "set fileencoding=utf-8", "%s/a/b/g", ":%s/foo/bar/ge", "g/x/d", "v/x/d", "1,$d", "$p", "/x/,/y/d",
		"1,5m$", "t.", "normal gg=G", "norm! ggdG", "syntax on", "retab", "sort u", "g/re/s//x/g", "s/a/!b/", "silent! %s/x/y/g", "set nu?", "echo 'system(1)'", "echo line('$')", "nohlsearch",
		",p", "H", ".,+3p", "'a,'bj", "g/x/m0", "a\n!rm -rf /\n.", "0a\nw evil\n.", "2i\nx\n.\np", "=", "%s/x/\\=submatch(0)/", "sno/a/b/", "ka", "dl", "set nobackup", "/\\/x/p", "normal! Gdd", "\" a comment !x",
	} {
		if got := Ex(src); len(got) > 0 {
			t.Errorf("%q: %+v, want nothing", src, got)
		}
	}
}

func TestExActs(t *testing.T) {
	own := act(textlang.Write, textlang.OwnFile, true)
	exec := func(s string) textlang.Act { return act(textlang.Exec, s, true) }
	for _, c := range []struct {
		src  string
		want []textlang.Act
	}{
		{":!git push -f", []textlang.Act{exec("git push -f")}},
		{"!ls", []textlang.Act{exec("ls")}},
		{"%!sort | sh", []textlang.Act{exec("sort | sh")}},
		{"1,$!sh", []textlang.Act{exec("sh")}},
		{"silent !id", []textlang.Act{exec("id")}},
		{"sil! exe '!id'", []textlang.Act{exec("id")}},
		{"r !id", []textlang.Act{exec("id")}},
		{"0r!id", []textlang.Act{exec("id")}},
		{"read ! id", []textlang.Act{exec("id")}},
		{"w !sh", []textlang.Act{exec("sh")}},
		{"%w !sudo tee x", []textlang.Act{exec("sudo tee x")}},
		{"e !id", []textlang.Act{exec("id")}},
		{"w", []textlang.Act{own}},
		{"wq", []textlang.Act{own}},
		{"x", []textlang.Act{own}},
		{"wqa!", []textlang.Act{own}},
		{"w! /etc/hosts", []textlang.Act{act(textlang.Write, "/etc/hosts", true)}},
		{"1,3w out.txt", []textlang.Act{act(textlang.Write, "out.txt", true)}},
		{"w >> log", []textlang.Act{act(textlang.Write, "log", true)}},
		{"saveas ~/.bashrc", []textlang.Act{act(textlang.Write, "~/.bashrc", false)}},
		{"r /etc/passwd", []textlang.Act{act(textlang.Read, "/etc/passwd", true)}},
		{"e .env", []textlang.Act{act(textlang.Read, ".env", true)}},
		{"e! .env", []textlang.Act{act(textlang.Read, ".env", true)}},
		{"tabe ++enc=utf8 +1 a.txt", []textlang.Act{act(textlang.Read, "a.txt", true)}},
		{"e +!id a.txt", []textlang.Act{exec("id"), act(textlang.Read, "a.txt", true)}},
		{"source x.vim", []textlang.Act{act(textlang.Load, "x.vim", true)}},
		{"so x.vim", []textlang.Act{act(textlang.Load, "x.vim", true)}},
		{"luafile x.lua", []textlang.Act{act(textlang.Load, "x.lua", true)}},
		{"call system('rm -rf x')", []textlang.Act{exec("rm -rf x")}},
		{"echo system(\"id\")", []textlang.Act{exec("id")}},
		{"let x = system('a' . y)", []textlang.Act{act(textlang.Exec, "a", false)}},
		{"%s/x/\\=system('id')/", []textlang.Act{exec("id")}},
		{"call delete('x')", []textlang.Act{act(textlang.Delete, "x", true)}},
		{"call delete('x', 'rf')", []textlang.Act{act(textlang.DeleteTree, "x", true)}},
		{"g/x/!id", []textlang.Act{exec("id")}},
		{"g/x/w f", []textlang.Act{act(textlang.Write, "f", true)}},
		{"%s/a/b/g | w f | q", []textlang.Act{act(textlang.Write, "f", true)}},
		{"set nu | !id", []textlang.Act{exec("id")}},
		{"normal x | !id", []textlang.Act{act(textlang.Unread, "ex: keystrokes x | !id", false)}},
		{"a\n!id", []textlang.Act{exec("id")}},
		{"a\nx\n.\nw f", []textlang.Act{act(textlang.Write, "f", true)}},
		{"cd /etc | w hosts", []textlang.Act{act(textlang.Write, "hosts", false)}},
		{"redir > f", []textlang.Act{act(textlang.Write, "f", true)}},
		{"mksession! s.vim", []textlang.Act{act(textlang.Write, "s.vim", true)}},
		{"make clean", []textlang.Act{act(textlang.Exec, "clean", false)}},
	} {
		got := Ex(c.src)
		if d := cmp.Diff(c.want, got, cmpopts.IgnoreFields(textlang.Act{}, "Start", "End")); d != "" {
			t.Errorf("%q (-want +got):\n%s", c.src, d)
		}
	}
}

func TestExCode(t *testing.T) {
	for src, lang := range map[string]string{
		"py3 import os; os.system('x')": "python", "python print(1)": "python", "lua os.execute('x')": "lua", "perl unlink 'x'": "perl", "ruby system('x')": "ruby",
		"call py3eval('1')": "python",
	} {
		got := Ex(src)
		if len(got) != 1 || got[0].Kind != textlang.Code || got[0].Lang != lang || got[0].Text == "" || strings.HasPrefix(got[0].Text, "3") {
			t.Errorf("%q: %+v, want code in %s", src, got, lang)
		}
	}
}

func TestExUnread(t *testing.T) {
	for _, src := range []string{
		"PlugInstall", "nosuchcommand x", "@a", "*", "normal :!id", "normal! @q", "exe x", "execute 'a' . b", "set makeprg=sh", "set shell=/tmp/x", "set rtp+=/tmp", "let &shell='x'", "let $PATH='x'",
		"au BufRead * !id", "autocmd BufEnter * call system('x')", "command X !id", "call Unknown()", "%s/[/]/x/ | !id", "map x :!id<CR>", "shell", "call feedkeys(':!id')", "set exrc", "echo libcall('a','b','c')", "set statusline=%{system('x')}",
	} {
		found := false
		for _, a := range Ex(src) {
			found = found || a.Kind == textlang.Unread
		}
		if !found {
			t.Errorf("%q: %+v, want unread", src, Ex(src))
		}
	}
}

func FuzzEx(f *testing.F) {
	f.Add("g/[/]/s/x/\\=system('a')/ | e +!id f\na\nx\n.\nsil exe \"!x\"")
	f.Fuzz(func(t *testing.T, src string) {
		for _, a := range Ex(src) {
			if a.Kind == "" || a.Start < 0 || a.End < a.Start || a.End > len(src) {
				t.Fatalf("%q: bad act %+v", src, a)
			}
		}
	})
}
