package proof

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/kb"
)

// number gives a number that a person sets for a longer or another run.
func number(t *testing.T, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

func orSkip(t *testing.T, err error) {
	t.Helper()
	if err == nil {
		return
	}
	if os.Getenv("SENTINEL_PROOF_MUST") != "" {
		t.Fatal(err)
	}
	t.Skipf("NOT PROVED on this machine: %v", err)
}

// corpus gives the shell commands of the labelled cases.
func corpus(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob("../../testdata/cases/*.jsonl")
	if err != nil || len(names) == 0 {
		t.Fatalf("no labelled cases: %v", err)
	}
	var all []string
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		in := bufio.NewScanner(f)
		in.Buffer(nil, 1<<22)
		for in.Scan() {
			var c struct{ Input struct{ Command any } }
			if json.Unmarshal(in.Bytes(), &c) == nil {
				if s, ok := c.Input.Command.(string); ok && len(s) < 4000 {
					all = append(all, s)
				}
			}
		}
		_ = f.Close()
	}
	return all
}

// TestBashStartsNothingUnforeseen is the proof of the shell reading: whatever a
// real bash executes, the reading has said before, or it has said that it cannot
// read the script; and it may not say so too often.
func TestBashStartsNothingUnforeseen(t *testing.T) {
	count := number(t, "SENTINEL_PROOF_SCRIPTS", 10000)
	if testing.Short() {
		count = min(count, 500)
	}
	seed := number(t, "SENTINEL_PROOF_SEED", 1)
	box, err := newSandbox(t)
	orSkip(t, err)
	texts := corpus(t)
	r := rand.New(rand.NewPCG(uint64(seed), 1))
	var sum struct{ scripts, argvs, resolved, blind, hung, unforeseen int }
	knows := kb.New()
	for i := range count {
		script, kind := texts[i%len(texts)], "corpus"
		switch {
		case i >= len(texts) && i%2 == 0:
			script, kind = mutate(r, texts[r.IntN(len(texts))]), "mutation"
		case i >= len(texts) || i%2 == 1:
			script, kind = grammar(r), "grammar"
		}
		a, err := box.run(script)
		if err != nil {
			t.Fatalf("%s: %v", script, err)
		}
		f := read(script, knows)
		sum.scripts++
		sum.argvs += len(a.Argv)
		if f.resolved {
			sum.resolved++
		}
		if f.blind {
			sum.blind++
		}
		if a.Hung {
			sum.hung++
		}
		for _, argv := range a.Argv {
			if !f.foresees(argv) {
				sum.unforeseen++
				if sum.unforeseen <= 40 {
					t.Errorf("%s %d: bash executed %q, which was not foreseen, in\n%s", kind, i, argv, script)
				}
				break
			}
		}
	}
	t.Logf("%d scripts, %d programs executed, %d scripts fully resolved (%.1f %%), %d said to be unreadable, %d ended by time, %d with something unforeseen",
		sum.scripts, sum.argvs, sum.resolved, 100*float64(sum.resolved)/float64(sum.scripts), sum.blind, sum.hung, sum.unforeseen)
	if sum.resolved*10 < sum.scripts*9 {
		t.Errorf("only %d of %d scripts are fully resolved, fewer than 90 %%", sum.resolved, sum.scripts)
	}
	if sum.argvs < sum.scripts {
		t.Errorf("%d scripts executed only %d programs: the sandbox does not work", sum.scripts, sum.argvs)
	}
}

// mutate puts a command into a disguise.
func mutate(r *rand.Rand, text string) string {
	quoted := "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	switch r.IntN(16) {
	case 0:
		return "bash -c " + quoted
	case 1:
		return "eval " + quoted
	case 2:
		return "x=" + quoted + "; eval \"$x\""
	case 3:
		return "f() {\n" + text + "\n}; f"
	case 4:
		return "if cmd1; then\n" + text + "\nfi"
	case 5:
		return "(\n" + text + "\n) | cat"
	case 6:
		return "echo " + quoted + " | bash"
	case 7:
		return "bash <<'END_OF_TEXT'\n" + text + "\nEND_OF_TEXT"
	case 8:
		return "for i in 1 2; do\n" + text + "\ndone"
	case 9:
		return "trap " + quoted + " EXIT"
	case 10:
		return "source <(printf '%s\\n' " + quoted + ")"
	case 11:
		return "sh -c \"$1\" x " + quoted + "; set -- " + quoted + "; bash -c \"$1\""
	case 12:
		return "env A=1 timeout 2 bash -c " + quoted
	case 13:
		return "a=(" + quoted + " two); bash -c \"${a[0]}\""
	case 14:
		return "case x in x)\n" + text + "\n;; esac"
	default:
		return "printf -v v %s " + quoted + " && bash <<< \"$v\""
	}
}
