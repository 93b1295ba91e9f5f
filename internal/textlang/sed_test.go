package textlang

import "testing"

func sed(src string) []Act { return Sed(src, SedOptions{}) }

func TestSedHarmless(t *testing.T) {
	for _, src := range []string{
		`s/,/\t/g`, `s/([a-z]+)-([0-9]+)/\2 \1/`, `s/.*warning: //`, `1,5p`, `$!d`, `/a/,/b/p`, `/a/I,+3d`, `0~3p`, `2q`, `$=`,
		`s|/usr/e|/w x|g`, `y/abc/xyz/`, `y/\//w/`, `:a;N;$!ba;s/\n/,/g`, `/x/{s/a/b/;p}`, `/x/!{s/a/b/;p;}`, `1i\` + "\nw evil.txt\\\ne rm", `1i w evil`, `a e ls`,
		`s/\n.*//e`[:8], `# w file` + "\np", `s/[/]w x/y/`, `\,x,d`, `\ex\ed`[:0] + `\|a|p`, `s/x/y/Ig;s/a/b/2p`, `/re/{p;q}`, `n;d`, `G;h;x`, `l 80`, `w /dev/stdout`, `s/a/b/w /dev/stderr`,
		`s/a/\` + "\n/", `5!s/ham/cheese/`, `/^$/d`, `s/.*rm -rf \(.*\)/\1/p`, `1~2!d`, `$!N;P;D`, `t end;s/a/b/;:end`, `v 4.2`, `F;z`, `1,/x/{/y/d}`,
	} {
		if got := sed(src); len(got) > 0 {
			t.Errorf("%q: %+v, want nothing", src, got)
		}
	}
}

func TestSedActs(t *testing.T) {
	runCases(t, sed, []actCase{
		{"e command", `1e git clean -fdx`, []Act{act(Exec, "git clean -fdx", true)}},
		{"e alone", `e`, []Act{act(Exec, "", false)}},
		{"e after address", `/x/,$ ! e ls; p`, []Act{act(Exec, "ls; p", true)}},
		{"s with e", `s/x/git push -f/e`, []Act{act(Exec, "git push -f", false)}},
		{"s with e among flags", `s,x,y,2gep`, []Act{act(Exec, "y", false)}},
		{"s with odd delimiter", `sexeyee`, []Act{act(Exec, "y", false)}},
		{"s with w", `s/a/b/gw out.txt`, []Act{act(Write, "out.txt", true)}},
		{"w", `w /home/x/.bashrc`, []Act{act(Write, "/home/x/.bashrc", true)}},
		{"w glued", `$w.bashrc`, []Act{act(Write, ".bashrc", true)}},
		{"w takes the line", `w a;p`, []Act{act(Write, "a;p", true)}},
		{"W", `W f`, []Act{act(Write, "f", true)}},
		{"r", `$r /etc/passwd`, []Act{act(Read, "/etc/passwd", true)}},
		{"R", `R keys`, []Act{act(Read, "keys", true)}},
		{"in a block", `/a/{` + "\nw f\n}", []Act{act(Write, "f", true)}},
		{"after a block", `/a/{p};w f`, []Act{act(Write, "f", true)}},
		{"after text", "1a foo\nw f", []Act{act(Write, "f", true)}},
		{"after label", `:a;w f`, []Act{act(Write, "f", true)}},
		{"address with own delimiter", `\,a/b,w f`, []Act{act(Write, "f", true)}},
		{"address as decoy", `/w x/e ls`, []Act{act(Exec, "ls", true)}},
		{"slash in brackets", `s/[/]e/x/;e ls`, []Act{act(Exec, "ls", true)}},
		{"unknown", `k x`, []Act{act(Unread, "sed: unknown command k", false)}},
		{"no end", `s/a/b`, []Act{act(Unread, "sed: delimiter missing", false)}},
		{"two lines", "p\n1,2w f\np", []Act{act(Write, "f", true)}},
		{"carriage of blanks", "  1 , 3  w   f", []Act{act(Write, "f", true)}},
	})
	if got := Sed(`1e ls`, SedOptions{Sandbox: true}); len(got) > 0 {
		t.Errorf("sandbox: %v", got)
	}
}

func FuzzSed(f *testing.F) {
	f.Add(`/a/,/b/{s/[/]x/y/ew f` + "\n}")
	f.Add(`1i\` + "\nx\\\ny\n$!N;y/a/b/;:l;bl")
	f.Fuzz(func(t *testing.T, src string) { checkSpans(t, src, sed(src)) })
}

func TestJQ(t *testing.T) {
	for _, src := range []string{
		`.scripts`, `.dependencies | keys[]`, `.env`, `.x.env`, `{env: 1}`, `"env"`, `"a \(.b) env"`, `$env`, `.[] | select(.status=="failed")`, `input_filename`, `# env`, `."env"`,
		`to_entries[] | "\(.key)=\(.value)"`, `.system`, `.load("x")`, `[.[].load]`, `environment`, `{ENV}`,
	} {
		if got := JQ(src); len(got) > 0 {
			t.Errorf("%q: %+v, want nothing", src, got)
		}
	}
	runCases(t, JQ, []actCase{
		{"all", `env`, []Act{act(Env, "", false)}},
		{"all by variable", `$ENV | keys`, []Act{act(Env, "", false)}},
		{"one", `env.HOME`, []Act{act(Env, "HOME", true)}},
		{"one by variable", `$ENV.API_KEY`, []Act{act(Env, "API_KEY", true)}},
		{"one in brackets", `$ENV["API_KEY"]`, []Act{act(Env, "API_KEY", true)}},
		{"any", `env[.x]`, []Act{act(Env, "", false)}},
		{"in a string", `"x \(env.K) y"`, []Act{act(Env, "K", true)}},
		{"deep in a string", `"x \("y \(env)") y"`, []Act{act(Env, "", false)}},
		{"module", `import "m" as m; .`, []Act{act(Read, "m", true)}},
		{"yq load", `.a = load("b.yml")`, []Act{act(Read, "b.yml", true)}},
		{"yq env", `.a = strenv(TAG)`, []Act{act(Env, "TAG", true)}},
		{"yq command", `.a = system("id")`, []Act{act(Exec, "id", true)}},
		{"no end", `"x`, []Act{act(Unread, "jq: string without an end", false)}},
	})
}

func FuzzJQ(f *testing.F) {
	f.Add(`"x \("y \(env["A"])") y" | $ENV.B, load("x")`)
	f.Fuzz(func(t *testing.T, src string) { checkSpans(t, src, JQ(src)) })
}
