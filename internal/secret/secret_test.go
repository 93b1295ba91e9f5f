package secret

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/sentinelgate/sentinel/internal/secret/own"
	"github.com/sentinelgate/sentinel/internal/secret/wide"
	"github.com/sentinelgate/sentinel/internal/secret/word"
)

// token is a GitLab token, which no check can refuse.
func token() string { return "gl" + "pat-" + "x7Qm2Vd9Lk4Rt8Wz3Nh6" }

func TestZeroValueRefuses(t *testing.T) {
	var s Scanner
	if _, err := s.Bytes("a", []byte("x")); !errors.Is(err, ErrNotMade) {
		t.Errorf("Bytes: %v", err)
	}
	if _, err := s.Scan("a", strings.NewReader("x")); !errors.Is(err, ErrNotMade) {
		t.Errorf("Scan: %v", err)
	}
	if _, err := (*Scanner)(nil).Bytes("a", nil); !errors.Is(err, ErrNotMade) {
		t.Errorf("nil: %v", err)
	}
}

// TestStreamEqualsBytes puts tokens at and around every border of the stream.
func TestStreamEqualsBytes(t *testing.T) {
	s := scanner(t, Options{MaxFindings: 10000})
	filler := strings.Repeat("an ordinary line of a log, with numbers 12345\n", 200)
	for _, gap := range []int{window - 30, window - 5, window, window + 3, window + ahead - 10, window + ahead + behind, 2*window + 7} {
		var b strings.Builder
		b.WriteString(strings.Repeat(filler, gap/len(filler)))
		b.WriteString(strings.Repeat("y", gap-b.Len()-1) + "\nTOKEN=" + token() + "\n")
		for b.Len() < 3*window {
			b.WriteString(filler + "password = \"qR7tWz92LmKp\"\n" + token() + "\n")
		}
		text := b.String()
		want, err := s.Bytes("a.log", []byte(text))
		if err != nil || len(want) < 10 {
			t.Fatalf("%d findings, %v", len(want), err)
		}
		for name, in := range map[string]io.Reader{"whole": strings.NewReader(text), "halves": iotest.HalfReader(strings.NewReader(text)), "late": iotest.DataErrReader(strings.NewReader(text))} {
			got, err := s.Scan("a.log", in)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("gap %d, %s: %.800s", gap, name, diff)
			}
		}
	}
}

func TestLargeFileIsScannedToItsEnd(t *testing.T) {
	s := scanner(t, Options{})
	in := io.MultiReader(io.LimitReader(zeros{}, 9<<20), strings.NewReader("\n"+token()+"\n"))
	got, err := s.Scan("dump.bin", in)
	if err != nil || len(got) != 1 || got[0].Line != 2 || got[0].Offset != 9<<20+1 {
		t.Errorf("%v %v", got, err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestUTF16(t *testing.T) {
	s := scanner(t, Options{})
	text := "[service]\r\n# \U0001f511 key\r\npassword=qR7tWz92LmKp\r\ntoken=" + token() + "\r\n"
	for _, big := range []bool{false, true} {
		for _, mark := range []bool{false, true} {
			var b []byte
			units := utf16.Encode([]rune(text))
			if mark {
				units = append([]uint16{0xfeff}, units...)
			}
			for _, u := range units {
				if big {
					b = append(b, byte(u>>8), byte(u))
				} else {
					b = append(b, byte(u), byte(u>>8))
				}
			}
			for _, in := range []io.Reader{bytes.NewReader(b), iotest.OneByteReader(bytes.NewReader(b))} {
				got, err := s.Scan("a.ini", in)
				if err != nil || cmp.Diff([]string{"generic-password:3", "gitlab-token:4"}, labels(got)) != "" {
					t.Errorf("big %v mark %v: %v %v", big, mark, labels(got), err)
				}
			}
			if got := scan(t, s, "a.ini", string(b)); len(got) != 2 {
				t.Errorf("big %v mark %v: %v", big, mark, labels(got))
			}
		}
	}
}

func TestBinaryIsScannedForFixedForms(t *testing.T) {
	s := scanner(t, Options{})
	junk := strings.Repeat("\x7fELF\x00\x01\x02\x03\x04", 100)
	if got := scan(t, s, "a", junk+token()+"\x00password=\"qR7tWz92LmKp\""); len(got) != 1 || got[0].Label != "gitlab-token" {
		t.Errorf("%v", labels(got))
	}
	// One zero in front of a text does not make it binary (R283).
	if got := scan(t, s, ".env", "\x00\nDB_PASSWORD=qR7tWz92LmKp\n"); len(got) != 1 {
		t.Errorf("%v", labels(got))
	}
}

func TestBoundsAreSaid(t *testing.T) {
	s := scanner(t, Options{MaxBytes: 100})
	text := token() + "\n" + strings.Repeat("x", 200) + "\n" + token()
	for name, f := range map[string]func() ([]Finding, error){
		"Bytes": func() ([]Finding, error) { return s.Bytes("a", []byte(text)) },
		"Scan":  func() ([]Finding, error) { return s.Scan("a", strings.NewReader(text)) },
	} {
		if got, err := f(); !errors.Is(err, ErrPartial) || len(got) != 1 {
			t.Errorf("%s: %v %v", name, labels(got), err)
		}
	}
	if _, err := s.Scan("a", strings.NewReader(text[:100])); err != nil {
		t.Errorf("a text of just that length: %v", err)
	}
	few := scanner(t, Options{MaxFindings: 2})
	if got, err := few.Bytes("a", []byte(strings.Repeat(token()+"\n", 5))); !errors.Is(err, ErrMany) || !errors.Is(err, ErrPartial) || len(got) != 2 {
		t.Errorf("%v %v", labels(got), err)
	}
	broken := errors.New("broken disk")
	got, err := scanner(t, Options{}).Scan("a", io.MultiReader(strings.NewReader(token()+"\n"), iotest.ErrReader(broken)))
	if !errors.Is(err, broken) || !errors.Is(err, ErrPartial) || len(got) != 1 {
		t.Errorf("%v %v", labels(got), err)
	}
}

func TestUserRules(t *testing.T) {
	s := scanner(t, Options{Rules: []own.Rule{
		{ID: "acme", Title: "Acme Key", Keywords: []string{"acme-"}, Regexp: `ACME-([0-9]{6})|acme-([0-9]{6})`, Group: 2},
		{ID: "late", Regexp: `zz[0-9]{4}`},
	}})
	got := scan(t, s, "a.txt", "x\nacme-123456 zz0042\n")
	if diff := cmp.Diff([]string{"acme:2", "late:2"}, labels(got)); diff != "" {
		t.Error(diff)
	}
	for _, r := range []own.Rule{{Regexp: "x"}, {ID: "a", Regexp: "("}, {ID: "a", Regexp: "x", Group: 1}, {ID: "a", Regexp: "x", Keywords: []string{"ab"}}} {
		if _, err := New(Options{Rules: []own.Rule{r}}); err == nil {
			t.Errorf("%+v is taken", r)
		}
	}
}

func TestAllow(t *testing.T) {
	text := "password = \"qR7tWz92LmKp\"\n" + token() + "\n"
	for _, c := range []struct {
		allow own.Allow
		want  int
	}{
		{own.Allow{}, 2}, {own.Allow{Values: []string{`qR7.*`}}, 1}, {own.Allow{Values: []string{`qR7`}}, 2}, {own.Allow{Labels: []string{"gitlab-token"}}, 1},
		{own.Allow{Paths: []string{"*.fixture"}}, 0}, {own.Allow{Paths: []string{"src/*.fixture"}}, 0}, {own.Allow{Paths: []string{"a.fix"}}, 2},
	} {
		if got := scan(t, scanner(t, Options{Allow: c.allow}), "src/a.fixture", text); len(got) != c.want {
			t.Errorf("%+v: %v", c.allow, labels(got))
		}
	}
	for _, a := range []own.Allow{{Values: []string{"("}}, {Paths: []string{"["}}} {
		if _, err := New(Options{Allow: a}); err == nil {
			t.Errorf("%+v is taken", a)
		}
	}
}

func TestFingerprints(t *testing.T) {
	text := token() + " " + token() + "\npassword = \"qR7tWz92LmKp\"\n"
	a, b, none := scan(t, scanner(t, Options{Key: []byte("a")}), "f", text), scan(t, scanner(t, Options{Key: []byte("b")}), "f", text), scan(t, scanner(t, Options{}), "f", text)
	if a[0].Fingerprint != a[1].Fingerprint || a[0].Fingerprint == a[2].Fingerprint || a[0].Fingerprint == b[0].Fingerprint || none[0].Fingerprint != [8]byte{} {
		t.Errorf("%v %v %v", a, b, none)
	}
}

// TestMask holds R274: never more than four and four, less of what is short.
func TestMask(t *testing.T) {
	for in, want := range map[string]string{
		"AKIA" + "ABCDEFGHIJKLMNOP": "AKIA****MNOP", "hunter22": "hu****", "short": "****", "": "****", "twelve-chars": "twe****",
		"\xff\xfe" + "0123456789012345678": "****", "line\nbreak-and-more-of-it": "****", "äöüäöüäöüäöüäöü": "****",
	} {
		if got := word.Mask(in); got != want {
			t.Errorf("%q: %q, wanted %q", in, got, want)
		}
	}
}

// TestR271_PublishedRows holds R264 to R271: the rows that were published for this
// scanner, with their titles.
func TestR271_PublishedRows(t *testing.T) {
	s := scanner(t, Options{})
	long := rand.New(rand.NewPCG(5, 6))
	m := maker{long}
	for text, want := range map[string]string{
		"AKIA" + "ABCDEFGHIJKLMNOP":                             "AWS Access Key",
		"ASIA" + m.of("ABCDEFGHIJKLMN234567", 16):               "AWS Access Key",
		"aws_secret_access_key = " + m.of(alnum, 40):            "AWS Secret Key",
		"ghp_" + m.of(alnum, 36):                                "GitHub Token",
		"ghs_" + m.of(alnum, 36):                                "GitHub Token",
		"gho_" + m.of(alnum, 36):                                "GitHub OAuth Token",
		"github_pat_" + m.of(alnum, 22) + "_" + m.of(alnum, 59): "GitHub Fine-Grained Token",
		"sk-ant-" + m.of(alnum, 24):                             "Anthropic Key",
		"sk-" + m.of(alnum, 48):                                 "API Key of the form sk-",
		"sk-proj-" + m.of(alnum, 60):                            "OpenAI Key",
		"xox" + "b-1234567890":                                  "Slack Token",
		"sk_" + "live_" + m.of(alnum, 24):                       "Stripe Key",
		"rk_" + "test_" + m.of(alnum, 24):                       "Stripe Key",
		"GOCSPX-" + m.of(alnum, 28):                             "Google OAuth Secret",
		"AIza" + m.of(alnum, 35):                                "Google API Key",
		"password = \"hunter22\"":                               "Generic Secret",
	} {
		if got := scan(t, s, "app.conf", text+"\n"); len(got) != 1 || got[0].Title != want {
			t.Errorf("%s: wanted %s, got %+v", text, want, got)
		}
	}
	if got := scan(t, s, "a.py", "password = \"short\"\n"); len(got) != 0 {
		t.Errorf("%v", labels(got))
	}
}

func TestFindingHoldsNoSecret(t *testing.T) {
	for _, f := range scan(t, scanner(t, Options{}), ".env", "DB_PASSWORD=qR7tWz92LmKp\nT="+token()+"\n") {
		if strings.Contains(f.Snippet, "7tWz92Lm") || strings.Contains(f.Snippet, token()[10:16]) {
			t.Errorf("%+v", f)
		}
	}
}

// TestCostsNothingAtStart looks at what the runtime says of initialisation.
func TestCostsNothingAtStart(t *testing.T) {
	dir := t.TempDir()
	main := "package main\nimport _ \"github.com/sentinelgate/sentinel/internal/secret\"\nfunc main() {}\n"
	// The program must lie within the module to import an internal package.
	inside, err := os.MkdirTemp(".", "testdata-start")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(inside)
	if err := os.WriteFile(filepath.Join(inside, "main.go"), []byte(main), 0o644); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "start")
	if out, err := exec.Command("go", "build", "-o", program, "./"+inside).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	c := exec.Command(program)
	c.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(out, []byte("internal/secret")) {
		t.Errorf("initialised at start:\n%s", out)
	}
}

func FuzzScan(f *testing.F) {
	for _, c := range append(kindsOfSecrets(), kindsOfHarmless()...) {
		path, text, _ := strings.Cut(c, "|")
		f.Add(path, maker{rand.New(rand.NewPCG(1, 1))}.filledIn(text))
	}
	s := scanner(f, Options{Key: []byte("k")})
	f.Fuzz(func(t *testing.T, path, text string) {
		got, err := s.Bytes(path, []byte(text))
		if err != nil && !errors.Is(err, ErrMany) {
			t.Fatal(err)
		}
		streamed, _ := s.Scan(path, iotest.HalfReader(strings.NewReader(text)))
		if diff := cmp.Diff(got, streamed); diff != "" {
			t.Errorf("in a stream: %s", diff)
		}
		last := int64(-1)
		for _, x := range got {
			switch {
			case wide.Of([]byte(text)) != wide.Plain:
			case x.Offset < last, x.Length <= 0, x.Offset+int64(x.Length) > int64(len(text)):
				t.Errorf("finding in no place: %+v", x)
			case x.Line != 1+strings.Count(text[:x.Offset], "\n"):
				t.Errorf("wrong line: %+v", x)
			}
			last = x.Offset
		}
	})
}
