package secret

import (
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/secret/check"
	"github.com/sentinelgate/sentinel/internal/secret/form"
)

var update = flag.Bool("update", false, "write rules.txt from rules/*.json")

// family is one file of rules.
type family struct {
	Family string `json:"family"`
	Rules  []struct {
		Label   string   `json:"label"`
		Title   string   `json:"title"`
		Forms   []string `json:"forms"`
		Check   string   `json:"check"`
		Entropy float64  `json:"entropy"`
		Named   []string `json:"named"` // one of these stands near the value
		Loose   bool     `json:"loose"` // the form alone proves little
	} `json:"rules"`
	Hits []struct {
		Label string   `json:"label"`
		Path  string   `json:"path"`
		Text  []string `json:"text"` // in pieces, so that no scanner trips on the file
	} `json:"hits"`
	Misses []struct {
		Path string   `json:"path"`
		Text []string `json:"text"`
	} `json:"misses"`
}

func families(t testing.TB) map[string]family {
	t.Helper()
	names, err := filepath.Glob("rules/*.json")
	if err != nil || len(names) == 0 {
		t.Fatalf("no rules: %v", err)
	}
	out := map[string]family{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var f family
		d := json.NewDecoder(strings.NewReader(string(data)))
		d.DisallowUnknownFields()
		if err := d.Decode(&f); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if f.Family+".json" != filepath.Base(name) {
			t.Errorf("%s is of family %q", name, f.Family)
		}
		out[f.Family] = f
	}
	return out
}

func TestRulesAreCompiled(t *testing.T) {
	all := families(t)
	names := make([]string, 0, len(all))
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	var b strings.Builder
	for _, name := range names {
		for _, r := range all[name].Rules {
			loose, entropy := "", ""
			if r.Loose {
				loose = "loose"
			}
			if r.Entropy > 0 {
				entropy = fmt.Sprint(r.Entropy)
			}
			fmt.Fprintln(&b, strings.Join([]string{r.Label, r.Title, r.Check, entropy, strings.Join(r.Named, " "), strings.Join(r.Forms, " "), loose}, "\t"))
		}
	}
	if *update {
		if err := os.WriteFile("rules.txt", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if b.String() != compiled {
		t.Error("rules.txt is not what rules/*.json say: run go generate ./internal/secret")
	}
}

// TestVersion: what files are known to be clean is forgotten when the scanner
// changes, without anybody having to think of it.
func TestVersion(t *testing.T) {
	h := sha256.New()
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, "_test.go") || !strings.HasSuffix(name, ".go") && name != "rules.txt" {
			return err
		}
		data, err := os.ReadFile(name)
		fmt.Fprintf(h, "%s %d\n%s", filepath.ToSlash(name), len(data), data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("%x", h.Sum(nil)[:16])
	if *update {
		if err := os.WriteFile("version.txt", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if version != want {
		t.Error("version.txt is not up to date: run go generate ./internal/secret")
	}
}

func TestRulesAreWellFormed(t *testing.T) {
	for name, f := range families(t) {
		for _, r := range f.Rules {
			if r.Label == "" || r.Title == "" || len(r.Forms) == 0 || !check.Known(r.Check) {
				t.Errorf("%s: rule %q lacks something", name, r.Title)
			}
			for _, one := range r.Forms {
				if len(r.Named) > 0 {
					continue
				}
				if !form.Valid(one) {
					t.Errorf("%s: form %q cannot be read", name, one)
				}
				if a := form.Anchor(one); len(a) < 3 {
					t.Errorf("%s: form %q has the anchor %q of fewer than three letters", name, one, a)
				}
			}
		}
	}
}

// TestExamplesOfRules scans what each family says must be found, in several
// surroundings, and what must not.
func TestExamplesOfRules(t *testing.T) {
	s := scanner(t, Options{})
	for name, f := range families(t) {
		seen := map[string]bool{}
		for _, h := range f.Hits {
			seen[h.Label] = true
			text := strings.Join(h.Text, "")
			path := h.Path
			if path == "" {
				path = ".env"
			}
			got := scan(t, s, path, text)
			if len(got) != 1 || got[0].Label != h.Label {
				t.Errorf("%s: %q: wanted %s, got %v", name, text, h.Label, labels(got))
			}
		}
		for _, r := range f.Rules {
			if !seen[r.Label] {
				t.Errorf("%s: no hit for %s", name, r.Label)
			}
		}
		if len(f.Misses) == 0 {
			t.Errorf("%s: no misses", name)
		}
		for _, m := range f.Misses {
			if got := scan(t, s, m.Path, strings.Join(m.Text, "")); len(got) > 0 {
				t.Errorf("%s: %q: wanted nothing, got %v", name, m.Text, labels(got))
			}
		}
	}
}

func scanner(t testing.TB, o Options) *Scanner {
	t.Helper()
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func scan(t testing.TB, s *Scanner, path, text string) []Finding {
	t.Helper()
	got, err := s.Bytes(path, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func labels(list []Finding) []string {
	out := []string{}
	for _, f := range list {
		out = append(out, fmt.Sprintf("%s:%d", f.Label, f.Line))
	}
	return out
}
