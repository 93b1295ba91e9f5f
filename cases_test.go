package sentinel_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/cases"
	"github.com/sentinelgate/sentinel/internal/kb"
)

// caseFiles are the labelled cases of testdata/cases and what may be wrong in
// them. The shares are of the cases that count; see testdata/cases/README.md.
var caseFiles = []struct {
	name     string
	missed   float64 // ran silently and must not have
	needless float64 // asked and should not have
	wrong    float64 // not right for any reason
}{
	{name: "danger"},
	{name: "benign", needless: 0.005, wrong: 0.005},
	{name: "first-time", missed: 0.01, needless: 0.01, wrong: 0.01},
	{name: "reports", missed: 0.03, needless: 0.03, wrong: 0.03},
}

func TestLabelledCases(t *testing.T) {
	runner := &cases.Runner{}
	for _, f := range caseFiles {
		t.Run(f.name, func(t *testing.T) {
			name := "testdata/cases/" + f.name + ".jsonl"
			list, err := cases.Read(name, bytes.NewReader(readFile(t, name)))
			if err != nil {
				t.Fatal(err)
			}
			s := runner.Run(list)
			t.Logf("%s, %d for hand-written tests", s.Summary(), s.Skipped)
			bad := over(t, "missed", s.Missed, s.Cases, f.missed)
			bad = over(t, "needless", s.Needless, s.Cases, f.needless) || bad
			bad = over(t, "wrong", s.Wrong, s.Cases, f.wrong) || bad
			for _, x := range s.Failures {
				if bad {
					t.Log(sayFailure(x))
				}
			}
		})
	}
}

// TestLabelledCases_WhereverTheHomeLies gives the same calls to people whose
// homes lie elsewhere: on a Mac, on a server's disk, deeper, below a folder for
// temporary files. Left out is what counts the folders up to the root.
func TestLabelledCases_WhereverTheHomeLies(t *testing.T) {
	known := kb.New() // opened once for all
	for _, home := range []string{"/Users/dev", "/srv/dev", "/data/people/dev", "/tmp/dev"} {
		runner := &cases.Runner{KB: known, Home: home}
		for _, f := range caseFiles[:3] {
			if strings.HasPrefix(home, "/tmp/") && f.name != "danger" {
				continue // what lies there is trusted less
			}
			name := "testdata/cases/" + f.name + ".jsonl"
			moved := bytes.ReplaceAll(readFile(t, name), []byte("/home/dev"), []byte(home))
			list, err := cases.Read(name, bytes.NewReader(moved))
			if err != nil {
				t.Fatal(err)
			}
			list = slices.DeleteFunc(list, func(c cases.Case) bool {
				return c.Setup != nil || strings.Contains(fmt.Sprint(c.Input), "../..")
			})
			s := runner.Run(list)
			t.Logf("home in %s: %s", home, s.Summary())
			for _, x := range s.Failures {
				t.Errorf("home in %s: %s", home, sayFailure(x))
			}
		}
	}
}

// over fails the test when more than a share of the cases is not right.
func over(t *testing.T, what string, n, of int, share float64) bool {
	t.Helper()
	if float64(n) <= share*float64(of) {
		return false
	}
	t.Errorf("%d of %d cases %s, more than %.1f %%", n, of, what, 100*share)
	return true
}

func sayFailure(f cases.Failure) string {
	return fmt.Sprintf("%s [%s] wanted %s, got %s: %.200s (%.200s)", f.ID, f.Class, f.Expect, f.Got, f.Call, f.Why)
}

// TestSecretCases scores the scanner of contents by line: of the secrets at
// most 4 % may be missed, and of the lines reported at most 2 % may be wrong.
func TestSecretCases(t *testing.T) {
	name := "testdata/cases/secrets.jsonl"
	list, err := cases.Read(name, bytes.NewReader(readFile(t, name)))
	if err != nil {
		t.Fatal(err)
	}
	s := (&cases.Runner{}).Run(list)
	reported := s.Secrets - s.Missed + s.Needless
	t.Logf("%s, %d debatable, of %d secrets", s.Summary(), s.Skipped, s.Secrets)
	bad := over(t, "missed", s.Missed, s.Secrets, 0.04)
	bad = over(t, "needless", s.Needless, reported, 0.02) || bad
	bad = over(t, "wrong", s.Wrong, s.Cases, 0.04) || bad
	for _, x := range s.Failures {
		if bad {
			t.Log(sayFailure(x))
		}
	}
}
