package proof

import (
	"bufio"
	"cmp"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
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

// trial is one script, what bash executed for it and what was foreseen.
type trial struct {
	script, kind string
	number       int
	answer       answer
	err          error
	foreseen     reading
	missed       []string // an argv that was not foreseen
	held         bool
	unable       bool // it reads a process substitution, which this machine's sandbox cannot
}

// trials writes the scripts of a seed: of five, two from the corpus, which is
// gone through in an order of the seed's own, one changed from it, and two of the
// grammar, of which every other is a single template.
func trials(texts []string, count, seed int) []trial {
	r := rand.New(rand.NewPCG(uint64(seed), 1))
	order := r.Perm(len(texts))
	all := make([]trial, count)
	for i := range all {
		t := trial{script: texts[order[i%len(order)]], kind: "corpus", number: i}
		switch i % 5 {
		case 2:
			t.script, t.kind = mutate(r, texts[r.IntN(len(texts))]), "mutation"
		case 1, 3:
			t.script, t.kind = grammar(r), "grammar"
			if i%4 == 3 {
				w := &writer{r: r}
				t.script, t.kind = w.start()+w.fill(w.pick(templates...)), "template"
			}
		}
		all[i] = t
	}
	return all
}

// chosen gives the scripts whose numbers or kind a person asks for, or all.
func chosen(t *testing.T, all []trial) []trial {
	t.Helper()
	var some []trial
	if kind := os.Getenv("SENTINEL_PROOF_KIND"); kind != "" {
		return slices.DeleteFunc(all, func(one trial) bool { return one.kind != kind })
	}
	for _, text := range strings.Fields(os.Getenv("SENTINEL_PROOF_ONLY")) {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n >= len(all) {
			t.Fatalf("SENTINEL_PROOF_ONLY: no script %s among %d", text, len(all))
		}
		some = append(some, all[n])
	}
	if some == nil {
		return all
	}
	return some
}

// hold runs a script and holds what bash executed against what was foreseen.
func (t *trial) hold(box *sandbox, knows shell.Knows) {
	if t.unable = !box.descriptors && strings.Contains(t.script, "<("); t.unable {
		return
	}
	if t.answer, t.err = box.run(t.script); t.err != nil {
		return
	}
	t.foreseen = read(t.script, knows)
	for _, argv := range t.answer.Argv {
		if !t.foreseen.foresees(argv) {
			t.missed = argv
			return
		}
	}
}

// workers is the number of sandboxes: a script waits for processes to start for
// most of its time.
const workers = 4

// holdAll spreads the trials over the sandboxes. It gives those that were held
// before the time of the test was nearly up.
func holdAll(t *testing.T, all []trial) []trial {
	t.Helper()
	ends, bounded := t.Deadline()
	var group sync.WaitGroup
	var next atomic.Int64
	var late atomic.Bool
	dir, err := programs(t)
	orSkip(t, err)
	for range workers {
		box, err := newSandbox(t, dir)
		orSkip(t, err)
		group.Go(func() {
			knows := kb.New()
			for {
				i := int(next.Add(1)) - 1
				if i >= len(all) {
					return
				}
				if bounded && time.Until(ends) < time.Minute {
					late.Store(true)
					return
				}
				all[i].hold(box, knows)
				if all[i].held = true; all[i].err != nil {
					next.Store(int64(len(all)))
				}
			}
		})
	}
	group.Wait()
	if late.Load() && os.Getenv("SENTINEL_PROOF_MUST") != "" {
		t.Error("not all scripts were run within the time that the test has: raise -timeout")
	}
	return slices.DeleteFunc(all, func(one trial) bool { return !one.held })
}

// A reading that foresees everything because it knows nothing proves nothing, so
// that the share of scripts that are fully resolved counts, too. Some templates
// hold what stands in no text: numbers of processes, what a coprocess answers.
const minResolved = 90 // percent

// rareUnforeseen: of so many scripts one may have something unforeseen. What is
// left are the return before the end of a line, which the parser drops, and the
// names that mktemp makes of a pattern of the script; the number may only rise.
const rareUnforeseen = 3000

// TestBashStartsNothingUnforeseen is the proof of the shell reading: whatever a
// real bash executes, the reading has said before, or it has said that it cannot
// read the script; and it may not say so too often.
func TestBashStartsNothingUnforeseen(t *testing.T) {
	t.Parallel()
	count := number(t, "SENTINEL_PROOF_SCRIPTS", 10000)
	if testing.Short() {
		count = min(count, 500)
	}
	all := trials(corpus(t), count, number(t, "SENTINEL_PROOF_SEED", 1))
	all = chosen(t, all)
	count = len(all)
	all = holdAll(t, all)
	if len(all) < count {
		t.Logf("time for %d of %d scripts only", len(all), count)
		count = len(all)
	}
	var sum struct{ argvs, resolved, blind, hung, unable, unforeseen int }
	why := map[string]int{}
	for _, one := range all {
		if one.err != nil {
			t.Fatalf("%s: %v", one.script, one.err)
		}
		sum.argvs += len(one.answer.Argv)
		if one.foreseen.resolved {
			sum.resolved++
		} else {
			why[one.kind+": "+one.foreseen.why]++
			if show := os.Getenv("SENTINEL_PROOF_SHOW"); show != "" && strings.Contains(one.foreseen.why, show) {
				t.Logf("SHOW %s %d is not resolved (%s):\n%s", one.kind, one.number, one.foreseen.why, one.script)
			}
		}
		if one.foreseen.blind {
			sum.blind++
		}
		if one.answer.Hung {
			sum.hung++
		}
		if one.unable {
			sum.unable++
		}
		if one.missed == nil {
			continue
		}
		if sum.unforeseen++; sum.unforeseen <= 40 {
			t.Logf("%s %d: bash executed %q, which was not foreseen, in\n%s", one.kind, one.number, one.missed, one.script)
		}
	}
	for _, w := range most(why, number(t, "SENTINEL_PROOF_WHY", 0)) {
		t.Logf("not resolved: %4d %s", why[w], w)
	}
	t.Logf("%d scripts, %d programs executed, %d scripts fully resolved (%.1f %%), %d said to be unreadable, %d ended by time, %d with something unforeseen",
		count, sum.argvs, sum.resolved, 100*float64(sum.resolved)/float64(count), sum.blind, sum.hung, sum.unforeseen)
	if sum.unable > 0 {
		t.Logf("NOT PROVED: %d scripts read process substitutions, and the sandbox has no /dev/fd", sum.unable)
	}
	if sum.unforeseen*rareUnforeseen > count {
		t.Errorf("%d of %d scripts executed something unforeseen, more than one of %d", sum.unforeseen, count, rareUnforeseen)
	}
	if sum.resolved*100 < count*minResolved {
		t.Errorf("only %d of %d scripts are fully resolved, fewer than %d %%", sum.resolved, count, minResolved)
	}
	if sum.argvs < count {
		t.Errorf("%d scripts executed only %d programs: the sandbox does not work", count, sum.argvs)
	}
}

// most gives the n most frequent texts.
func most(count map[string]int, n int) []string {
	all := slices.SortedFunc(maps.Keys(count), func(a, b string) int { return cmp.Or(count[b]-count[a], strings.Compare(a, b)) })
	return all[:min(n, len(all))]
}

// mutate puts a command into a disguise.
func mutate(r *rand.Rand, text string) string {
	quoted := quote(text)
	switch r.IntN(22) {
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
	case 15:
		return "f() { local x=" + quoted + "; g; }; g() { eval \"$x\"; }; f"
	case 16:
		return "declare -A m=([k]=" + quoted + "); bash -c \"${m[k]}\""
	case 17:
		return "coproc bash <<'END_OF_TEXT'\n" + text + "\nEND_OF_TEXT\nwait"
	case 18:
		return "export x=" + quoted + "; bash -c 'eval \"$x\"'"
	case 19:
		return "read -rd '' x <<'END_OF_TEXT'\n" + text + "\nEND_OF_TEXT\neval \"$x\""
	case 20:
		return "n=0; while ((n++ < 1)); do\n" + text + "\ndone"
	case 14:
		return "case x in x)\n" + text + "\n;; esac"
	default:
		return "printf -v v %s " + quoted + " && bash <<< \"$v\""
	}
}
