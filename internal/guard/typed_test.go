package guard_test

import (
	"testing"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/guard"
)

// TestTypedShellsAreRefused: where the client lets the agent type into a running
// program unseen, what takes commands from there does not start; the same program
// with its commands in the call does.
func TestTypedShellsAreRefused(t *testing.T) {
	for command, refused := range map[string]bool{
		"bash": true, "sh": true, "zsh -f": true, "bash -l": true, "bash -i": true, "bash --norc": true, "env bash": true, "exec sh": true,
		"cd sub && bash": true, "(sh)": true, "FOO=1 dash": true, "bash -s": true, "timeout 60 bash": true, "nohup sh &": true,
		"python3": true, "python": true, "python3 -i": true, "python3 -": true, "node": true, "node -i": true, "ruby": true, "perl": true, "lua": true,
		"psql": true, "psql -d shop": true, "sqlite3 a.db": true, "mysql": true, "redis-cli": true, "gdb": true, "vim": true, "vi notes.txt": true,
		"tmux": true, "screen": true, "script": true, "docker exec -it web sh": true, "ssh host": true, "echo hi; sh": true,

		"bash -c ls": false, "bash -lc 'go test ./...'": false, "bash build.sh": false, "sh -n x.sh": false, "bash --version": false,
		"python3 -m pytest": false, "python3 tool.py --flag": false, "python3 -c 'print(1)'": false, "python3 - <<'E'\nprint(1)\nE": false,
		"python3 --version": false, "node index.js": false, "node -e '1'": false, "node --test": false, "ruby -e 1": false, "perl -pe 's/a/b/' x": false,
		"echo 1 | python3": false, "cat x.sql | sqlite3 a.db": false, "sqlite3 a.db 'select 1'": false, "psql -c 'select 1'": false,
		"redis-cli get x": false, "gdb -batch -ex bt core": false, "git status": false, "go test ./...": false, "npm run build": false, "cat": false,
		"tmux ls": false, "vim -es -c q x": false, "less notes.txt": false, "bash < /dev/null": false,
	} {
		b := newBench(t, map[string]string{root + "/notes.txt": "x\n", root + "/build.sh": "true\n"})
		a, err := b.assessor.Assess(sentinel.Call{Tool: "Bash", Action: sentinel.ActionShell, Arguments: map[string]any{"command": command}, Cwd: root, Typed: true})
		if err != nil {
			t.Errorf("%s: %v", command, err)
			continue
		}
		if got := typedRule(a); got != refused {
			t.Errorf("%s: refused is %v, want %v", command, got, refused)
		}
		if a, err = b.assessor.Assess(sentinel.Call{Tool: "Bash", Action: sentinel.ActionShell, Arguments: map[string]any{"command": command}, Cwd: root}); err == nil && typedRule(a) {
			t.Errorf("%s: refused though nobody can type into it", command)
		}
	}
}

// TestTypedStandsOutsideOfTheSwitches: whoever turns the guards off does not open
// this.
func TestTypedStandsOutsideOfTheSwitches(t *testing.T) {
	b := newBench(t, nil)
	b.assessor.Config = guard.Config{}
	b.assessor.Config.Off.All = true
	a, err := b.assessor.Assess(sentinel.Call{Tool: "Bash", Action: sentinel.ActionShell, Arguments: map[string]any{"command": "bash"}, Cwd: root, Typed: true})
	if err != nil || !typedRule(a) {
		t.Errorf("%+v, %v", a, err)
	}
}

func typedRule(a sentinel.Assessment) bool {
	for _, f := range a.Findings {
		if f.Rule == "typed.commands" && f.Block {
			return true
		}
	}
	return false
}
