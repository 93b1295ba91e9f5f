package ambient_test

import (
	"testing"

	"github.com/sentinelgate/sentinel/internal/code"
)

func TestVariablesAndFoldersAreSeen(t *testing.T) {
	for _, c := range []struct {
		lang, src string
		env, dir  string
	}{
		{"python", `import os,subprocess; os.environ["LD_PRELOAD"] = "/tmp/x.so"; subprocess.run(["ls"])`, "LD_PRELOAD=/tmp/x.so", ""},
		{"python", `import os,subprocess; os.putenv("BASH_ENV", "/tmp/x"); subprocess.run(["ls"])`, "BASH_ENV=/tmp/x", ""},
		{"python", `import subprocess; subprocess.run(["ls"], env={"LD_PRELOAD": "/tmp/x.so"})`, "LD_PRELOAD=/tmp/x.so", ""},
		{"javascript", `process.env.NODE_OPTIONS='--require /tmp/x.js'; require('child_process').execSync('ls')`, "NODE_OPTIONS=--require /tmp/x.js", ""},
		{"javascript", `require('child_process').execSync('ls', {env: {BASH_ENV: '/tmp/x'}})`, "BASH_ENV=/tmp/x", ""},
		{"perl", `$ENV{PERL5OPT} = "-M/tmp/x"; system("ls")`, "PERL5OPT=-M/tmp/x", ""},
		{"ruby", `ENV["RUBYOPT"] = "-r/tmp/x"; system("ls")`, "RUBYOPT=-r/tmp/x", ""},
		{"php", `putenv("LD_PRELOAD=/tmp/x.so"); system("ls");`, "LD_PRELOAD=/tmp/x.so", ""},
		{"lua", `package.path="/tmp/?.lua"; require("evil")`, "", "/tmp/"},
		{"ruby", `$LOAD_PATH.unshift "/tmp/e"; require "evil"`, "", "/tmp/e"},
		{"ruby", `$: << "/tmp/e"`, "", "/tmp/e"},
		{"perl", `unshift @INC, "/tmp/e"; require evil;`, "", "/tmp/e"},
		// Nothing is started, or nothing is known about it.
		{"python", `import os; os.environ["TZ"] = "UTC"; print(1)`, "", ""},
		{"python", `import os,subprocess; os.environ["PATH"] = "/opt/bin:" + os.environ["PATH"]; subprocess.run(["ls"])`, "", ""},
		{"ruby", `$LOAD_PATH.unshift File.expand_path("lib", __dir__)`, "", ""},
		{"lua", `print(package.path)`, "", ""},
		{"javascript", `console.log(process.env.NODE_ENV === "test")`, "", ""},
	} {
		env, dir := "", ""
		rep := code.Inspect(c.lang, c.src)
		for _, a := range rep.Acts {
			if a.Call == "environment" {
				env = a.Argv[1].Text
			}
			if a.Kind == code.Import && len(a.Args) > 0 && a.Args[0].Text != "" && a.Args[0].Text[0] == '/' {
				dir = a.Args[0].Text
			}
		}
		if env != c.env || dir != c.dir {
			t.Errorf("%s: %s: variable %q, folder %q, want %q, %q", c.lang, c.src, env, dir, c.env, c.dir)
		}
	}
}
