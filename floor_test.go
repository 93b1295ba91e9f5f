package sentinel_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel"
)

// coverageFloor is how much of the statements of each deciding package the tests
// of those packages must run, in percent.
const coverageFloor = 90

// deciding are the packages in which it is decided what becomes of a call. Not
// among them are those that only wire (engine) or only read (gitfacts, code).
func deciding() []string {
	return []string{".", "internal/facts", "internal/guard", "internal/kb", "internal/ledger", "internal/paths", "internal/risk",
		"internal/shell", "rules", "shape"}
}

// TestR341_CoverageFloor: scripts/test measures how much of the deciding packages
// their tests run, names the measurement in SENTINEL_COVERAGE, and fails below the
// floor. Without a measurement only that is checked.
func TestR341_CoverageFloor(t *testing.T) {
	script := string(readFile(t, "scripts/test"))
	list := "deciding='" + strings.Join(deciding(), " ") + "'"
	for _, want := range []string{list, "SENTINEL_COVERAGE=", "TestR341_CoverageFloor"} {
		if !strings.Contains(script, want) {
			t.Errorf("scripts/test has no %s", want)
		}
	}
	for _, dir := range deciding() {
		if _, err := os.Stat(dir); err != nil {
			t.Error(err)
		}
	}
	profile := os.Getenv("SENTINEL_COVERAGE")
	if profile == "" {
		return
	}
	seen := covered(t, profile)
	for _, dir := range deciding() {
		switch c := seen[dir]; {
		case c.all == 0:
			t.Errorf("%s: nothing was measured", dir)
		case c.ran*100 < c.all*coverageFloor:
			t.Errorf("%s: %s of %d statements, less than %d %%", dir, c, c.all, coverageFloor)
		default:
			t.Logf("%s: %s of %d statements", dir, c, c.all)
		}
	}
}

// coverage counts statements.
type coverage struct{ ran, all int }

func (c coverage) String() string { return fmt.Sprintf("%.1f %%", 100*float64(c.ran)/float64(c.all)) }

// covered reads a profile of `go test -coverprofile`, by folder. Each test binary
// tells of every block once: one that any of them ran counts.
func covered(t *testing.T, profile string) map[string]coverage {
	t.Helper()
	f, err := os.Open(profile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	type block struct {
		size int
		ran  bool
	}
	blocks := map[string]block{}
	in := bufio.NewScanner(f)
	for in.Scan() {
		// github.com/x/y/file.go:12.34,56.7 STATEMENTS COUNT
		words := strings.Fields(in.Text())
		if len(words) != 3 {
			continue
		}
		size, err1 := strconv.Atoi(words[1])
		count, err2 := strconv.Atoi(words[2])
		if err1 != nil || err2 != nil {
			t.Fatalf("%s: %q", profile, in.Text())
		}
		blocks[words[0]] = block{size, blocks[words[0]].ran || count > 0}
	}
	if err := in.Err(); err != nil {
		t.Fatal(err)
	}
	out := map[string]coverage{}
	for at, b := range blocks {
		file, _, _ := strings.Cut(at, ":")
		dir := path.Dir(strings.TrimPrefix(strings.TrimPrefix(file, module), "/"))
		c := out[dir]
		c.all += b.size
		if b.ran {
			c.ran += b.size
		}
		out[dir] = c
	}
	return out
}

// person is a reviewer with state of its own, made by nobody's framework.
type person struct{ asked []string }

func (p *person) look(_ context.Context, r sentinel.Request) (*sentinel.Review, error) {
	p.asked = append(p.asked, r.Call.Tool)
	return &sentinel.Review{Answer: sentinel.Yes, By: "p"}, nil
}

// TestR410_AReviewerIsAFunction: whatever takes the request and gives a review is
// one, be it a function, a closure or a method; nothing is to be embedded.
func TestR410_AReviewerIsAFunction(t *testing.T) {
	p, closed := &person{}, 0
	for name, r := range map[string]sentinel.Reviewer{
		"a method": p.look,
		"a closure": func(context.Context, sentinel.Request) (*sentinel.Review, error) {
			closed++
			return &sentinel.Review{Answer: sentinel.Yes}, nil
		},
	} {
		if d := decide(call(), sentinel.WithAssessor(risky(sentinel.High)), sentinel.WithReviewer(r)); !d.Permitted || d.Outcome != sentinel.Approved {
			t.Errorf("%s: %s: %s", name, d.Outcome, d.Reason)
		}
	}
	if closed != 1 || !slices.Equal(p.asked, []string{call().Tool}) {
		t.Errorf("asked %d and %v times", closed, p.asked)
	}
}
