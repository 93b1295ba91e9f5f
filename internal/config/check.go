package config

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/sentinelgate/sentinel"
)

// check looks at what the types of the values do not tell, and reads the lists
// of objects. home is what ~/ stands for.
func (s *section) check(home string) {
	for _, path := range []string{"store.path", "store.dsn_file"} {
		s.path(path, home)
	}
	if v, ok := s.text("store.kind"); ok && v.V == Postgres.String() {
		_, dsn := s.text("store.dsn")
		if _, file := s.text("store.dsn_file"); !dsn && !file {
			s.wrongAt(v.Origin, `add "dsn_file": "~/.config/sentinel/dsn"`, "store.kind is \"postgres\" and neither dsn nor dsn_file is there")
		}
	}
	if v, ok := s.text("store.dsn"); ok && holdsPassword(v.V) {
		s.problems = append(s.problems, Problem{Warning, v.Origin, "store.dsn holds a password",
			"put it into a file that only you can read and name that as store.dsn_file"})
	}
	s.readReviewers(home)
	s.readSecrets()
	s.readSinks(home)
}

// holdsPassword tells whether a DSN has a password in it, as an address or as
// words.
func holdsPassword(dsn string) bool {
	if u, err := url.Parse(dsn); err == nil && u.User != nil {
		_, has := u.User.Password()
		return has
	}
	return strings.Contains(dsn, "password=")
}

func (s *section) wrongAt(at Origin, hint, format string, args ...any) {
	s.invalid = true
	s.problems = append(s.problems, Problem{Invalid, at, fmt.Sprintf(format, args...), hint})
}

// path puts the home into a path of the file.
func (s *section) path(path, home string) {
	if l, ok := s.values[path]; ok && !l.wrong {
		text, _ := l.v.(string)
		l.v = expand(text, home)
		s.values[path] = l
	}
}

// address checks where something is sent: encrypted, or on this machine.
func (s *section) address(path string) {
	l, ok := s.values[path]
	text, _ := l.v.(string)
	if !ok || l.wrong {
		return
	}
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "":
		s.wrongAt(l.origin, `for example "https://example.com/hook"`, "%s must be an address", path)
	case u.User != nil:
		s.wrongAt(l.origin, `put the secret into a file and name it as "secret_file"`, "%s must hold no user and no password", path)
	case u.Scheme != "https" && (u.Scheme != "http" || !local(u.Hostname())):
		s.wrongAt(l.origin, "use https", "%s must begin with https://, or with http:// for this machine", path)
	default:
		return
	}
	l.wrong = true
	s.values[path] = l
}

func local(host string) bool {
	return host == "localhost" || host == "127.0.0.1" || host == "::1"
}

// each calls f with the path of every element of a list of objects that can be
// used.
func (s *section) each(list string, f func(path string, at Origin)) {
	n, _ := typed[int](s, list)
	for i := range n.V {
		path := fmt.Sprintf("%s[%d]", list, i)
		if l, ok := s.values[path]; ok && !l.wrong {
			f(path, l.origin)
		}
	}
}

// target checks the members that say where something goes, by its kind, and
// reports what is missing.
func (s *section) target(path, kind string, at Origin, needs map[string]string, home string) bool {
	before := len(s.problems)
	s.path(path+".path", home)
	s.path(path+".secret_file", home)
	s.address(path + ".url")
	if want := needs[kind]; want != "" {
		if _, ok := s.values[path+"."+want]; !ok {
			s.wrongAt(at, "", "%s is a %s and has no %q", path, kind, want)
		}
	}
	if argv, ok := s.texts(path + ".argv"); ok && (len(argv.V) == 0 || !filepath.IsAbs(expand(argv.V[0], home))) {
		s.wrongAt(argv.Origin, `for example ["/usr/local/bin/notify"]`, "%s.argv must begin with the program's absolute path", path)
	}
	for _, name := range []string{"path", "argv", "url", "secret_file"} {
		l, ok := s.values[path+"."+name]
		if fits := needs[kind] == name || name == "secret_file" && kind == "webhook"; ok && !fits {
			s.wrongAt(l.origin, "", "%s is a %s, which has no %q", path, kind, name)
		}
	}
	return len(s.problems) == before
}

func expand(text, home string) string {
	if rest, ok := strings.CutPrefix(text, "~/"); ok && home != "" {
		return filepath.Join(home, rest)
	}
	return text
}

func (s *section) readReviewers(home string) {
	names := map[string]bool{}
	needs := map[string]string{"program": "argv", "webhook": "url"}
	s.each("reviewers", func(path string, at Origin) {
		kind, _ := s.text(path + ".kind")
		if !s.target(path, kind.V, at, needs, home) {
			return
		}
		r := Reviewer{Kind: reviewerKind(kind.V), Origin: at}
		name, named := s.text(path + ".name")
		if r.Name = name.V; !named && r.Kind == Terminal {
			r.Name = kind.V
		}
		if r.Name == "" || names[r.Name] {
			s.wrongAt(at, `add "name": "desk"`, "%s has no name of its own", path)
			return
		}
		names[r.Name] = true
		r.Argv = s.argv(path, home)
		address, _ := s.text(path + ".url")
		secret, _ := s.text(path + ".secret_file")
		r.URL, r.SecretFile = address.V, secret.V
		if most, ok := s.text(path + ".max_risk"); ok {
			r.MaxRisk = riskOf(most.V)
		} else if r.Kind == Terminal {
			r.MaxRisk = sentinel.Critical
		}
		s.reviewers = append(s.reviewers, r)
	})
}

func reviewerKind(word string) ReviewerKind {
	for _, k := range []ReviewerKind{Terminal, Program, Webhook} {
		if k.String() == word {
			return k
		}
	}
	return NoReviewer
}

// applyReviewers joins those of all files. In a file with mistakes they are
// told of requests and answer nothing.
func (c *Config) applyReviewers(l layer) {
	list, ok := l.values["reviewers"]
	if !ok || l.private(list.origin, "reviewers") {
		return
	}
	a := &c.Approvals
	for _, r := range l.reviewers {
		if l.tighten {
			r.MaxRisk = sentinel.RiskUnjudged
		}
		kept := a.Reviewers[:0:0]
		for _, old := range a.Reviewers {
			if old.Name != r.Name {
				kept = append(kept, old)
			}
		}
		a.Reviewers = append(kept, r)
	}
	if len(l.reviewers) == 0 && a.Unattended.Origin == (Origin{}) && l.invalid {
		a.Unattended.Origin, a.Unattended.V = list.origin, false
	}
}
