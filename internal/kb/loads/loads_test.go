package loads

import (
	"slices"
	"testing"

	"github.com/sentinelgate/sentinel/internal/inline"
)

func TestOf(t *testing.T) {
	for _, c := range []struct {
		lang, code, from string
		first            string
		module           bool
		n                int
	}{
		{"python", "exec(open('a.txt').read())", "", "a.txt", false, 1},
		{"python", "import runpy\nrunpy.run_path('a.txt')", "/p/s.py", "a.txt", false, 1},
		{"python", "import app.x", "", "./app/x.py", true, 1},
		{"python", "import app", "/p/s.py", "", false, 0},
		{"javascript", "require('./x')", "", "./x.js", true, 1},
		{"javascript", "require('./x.js')", "", "./x.js", true, 1},
		{"javascript", "require('./x.json')", "", "", false, 0},
		{"javascript", "eval(require('fs').readFileSync('x','utf8'))", "", "x", false, 1},
		{"ruby", `load "x.rb"`, "", "x.rb", false, 1},
		{"php", `<?php include "x.php";`, "", "x.php", true, 1},
		{"lua", `dofile("x.lua")`, "", "x.lua", false, 1},
		{"julia", `include("x.jl")`, "", "x.jl", false, 1},
		{"python", "print(1)", "", "", false, 0},
	} {
		got := Of(c.lang, inline.Read(c.lang, c.code, inline.Client{}), c.from)
		if len(got) != c.n || c.n > 0 && (got[0].Names[0] != c.first || got[0].Module != c.module) {
			t.Errorf("%s %q: %+v", c.lang, c.code, got)
		}
	}
}

func TestBeside(t *testing.T) {
	for _, c := range [][4]string{
		{"javascript", "require('../lib/a')", "/p/scripts/x.js", "/p/lib/a"},
		{"ruby", "require_relative '../lib/a'", "/p/scripts/x.rb", "/p/lib/a"},
		{"javascript", "require('../lib/a')", "", "../lib/a"},
		{"ruby", "load 'a.rb'", "/p/scripts/x.rb", "a.rb"},
	} {
		r := inline.Read(c[0], c[1], inline.Client{})
		if got := Beside(c[0], r.Acts[0], c[2]).Target.String(); got != c[3] {
			t.Errorf("%s from %s: %s, want %s", c[1], c[2], got, c[3])
		}
	}
}

func TestCertain(t *testing.T) {
	r := Certain(inline.Read("javascript", "const fs=require('fs'),cp=require('child_process');exports.a=d=>fs.rmSync(d,{recursive:true});exports.b=c=>cp.execSync(c);"+
		"fs.rmSync('/home/dev/x',{recursive:true});cp.execSync('git push');eval(globalThis.x)", inline.Client{}))
	var all []string
	for _, a := range r.Acts {
		all = append(all, a.Target.String())
	}
	for _, in := range r.Inner {
		all = append(all, in.Text.String())
	}
	if !slices.Equal(all, []string{"/home/dev/x", "git push"}) || len(r.Unread) > 0 {
		t.Errorf("%q, unread %q", all, r.Unread)
	}
}
