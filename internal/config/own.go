package config

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/sentinelgate/sentinel/internal/secret/own"
)

// Secrets is what a person adds to the search for secrets and takes out of it.
type Secrets struct {
	Rules []own.Rule
	Allow own.Allow
}

const maxPattern = 1000 // bytes of an expression

// readSecrets reads the rules and what is allowed, and tries the examples.
func (s *section) readSecrets() {
	s.each("secrets.rules", func(path string, at Origin) {
		id, _ := s.text(path + ".id")
		title, _ := s.text(path + ".title")
		pattern, ok := s.text(path + ".pattern")
		group, _ := s.number(path + ".group")
		words, _ := s.texts(path + ".keywords")
		entropy, _ := typed[float64](s, path+".entropy")
		r := own.Rule{ID: id.V, Title: title.V, Keywords: words.V, Regexp: pattern.V, Group: group.V, Entropy: entropy.V}
		if !ok || len(r.Regexp) > maxPattern {
			s.wrongAt(at, `add "pattern": "acme_[0-9a-f]{32}"`, "%s has no pattern, or one of more than %d bytes", path, maxPattern)
			return
		}
		if _, err := own.NewRule(r); err != nil {
			s.wrongAt(at, "", "%s: %v", path, err)
			return
		}
		s.examples(path, r)
		s.secrets.Rules = append(s.secrets.Rules, r)
	})
	a := &s.secrets.Allow
	a.Values, a.Labels, a.Paths = s.good("secrets.allow.values"), s.good("secrets.allow.labels"), s.good("secrets.allow.paths")
	if _, err := own.NewList(s.secrets.Allow); err != nil {
		at := s.values["secrets.allow.values"].origin
		if len(s.secrets.Allow.Values) == 0 {
			at = s.values["secrets.allow.paths"].origin
		}
		s.wrongAt(at, "", "secrets.allow: %v", err)
		s.secrets.Allow = own.Allow{}
	}
}

// good is a list without a mistake, nil for others.
func (s *section) good(path string) []string {
	v, _ := s.texts(path)
	if s.wrong(path) {
		return nil
	}
	return v.V
}

// examples tries a rule on its examples.
func (s *section) examples(path string, r own.Rule) {
	var re *regexp.Regexp
	for _, want := range []bool{true, false} {
		name := "noMatch"
		if want {
			name = "match"
		}
		list, _ := s.texts(path + "." + name)
		for i, text := range list.V {
			if re == nil {
				re = regexp.MustCompile(r.Regexp) // NewRule has parsed it
			}
			if re.MatchString(text) != want {
				s.wrongAt(list.Origin, "", "%s.%s[%d]: %s", path, name, i, says(want))
			}
		}
	}
}

func says(want bool) string {
	if want {
		return "the rule finds nothing in it"
	}
	return "the rule finds something in it"
}

// applySecrets joins the lists of all files. A file that only tightens adds
// rules and allows nothing.
func (c *Config) applySecrets(l layer) {
	for _, r := range l.secrets.Rules {
		if !slices.ContainsFunc(c.Secrets.Rules, func(o own.Rule) bool { return o.ID == r.ID && o.Regexp == r.Regexp }) {
			c.Secrets.Rules = append(c.Secrets.Rules, r)
		}
	}
	if v, ok := l.firstOf("secrets.allow.values", "secrets.allow.labels", "secrets.allow.paths"); ok && l.tighten {
		l.ignore(v, "secrets.allow")
		return
	}
	a := &c.Secrets.Allow
	a.Values = join2(a.Values, l.secrets.Allow.Values)
	a.Labels = join2(a.Labels, l.secrets.Allow.Labels)
	a.Paths = join2(a.Paths, l.secrets.Allow.Paths)
}

// firstOf gives the place of the first of some values that is there.
func (s *section) firstOf(paths ...string) (Origin, bool) {
	for _, path := range paths {
		if l, ok := s.values[path]; ok {
			return l.origin, true
		}
	}
	return Origin{}, false
}

func join2(to, list []string) []string {
	for _, t := range list {
		if !slices.Contains(to, t) {
			to = append(slices.Clip(to), t)
		}
	}
	return to
}

// Sink is where events go.
type Sink struct {
	Kind       SinkKind
	Path       string   // of a file
	Argv       []string // of a program
	URL        string   // of a webhook
	SecretFile string   // of a webhook, "" for none
	// Only are the names of the events that go there, without "sentinel:"; nil is all.
	Only   []string
	Origin Origin
}

// SinkKind is a kind of sink. The zero value is none.
type SinkKind uint8

// The sinks, and their words in files: "file", "program", "webhook".
const (
	NoSink SinkKind = iota
	FileSink
	ProgramSink
	WebhookSink
)

// String gives the word used in files.
func (k SinkKind) String() string {
	names := [...]string{"none", "file", "program", "webhook"}
	if int(k) < len(names) {
		return names[k]
	}
	return names[0]
}

// maxSinks bounds the sinks of all files.
const maxSinks = 20

func (s *section) readSinks(home string) {
	needs := map[string]string{"file": "path", "program": "argv", "webhook": "url"}
	s.each("events", func(path string, at Origin) {
		kind, _ := s.text(path + ".kind")
		if !s.target(path, kind.V, at, needs, home) {
			return
		}
		file, _ := s.text(path + ".path")
		address, _ := s.text(path + ".url")
		secret, _ := s.text(path + ".secret_file")
		only, _ := s.texts(path + ".only")
		sink := Sink{Path: file.V, Argv: s.argv(path, home), URL: address.V, SecretFile: secret.V, Only: only.V, Origin: at}
		for _, k := range []SinkKind{FileSink, ProgramSink, WebhookSink} {
			if k.String() == kind.V {
				sink.Kind = k
			}
		}
		s.sinks = append(s.sinks, sink)
	})
}

func (s *section) argv(path, home string) []string {
	argv, _ := s.texts(path + ".argv")
	if len(argv.V) == 0 {
		return nil
	}
	return append([]string{expand(argv.V[0], home)}, argv.V[1:]...)
}

// applySinks joins those of the person's files.
func (c *Config) applySinks(l layer) {
	list, ok := l.values["events"]
	if !ok || l.private(list.origin, "events") {
		return
	}
	c.Events = append(c.Events, l.sinks...)
	if len(c.Events) > maxSinks {
		c.Events = c.Events[:maxSinks]
		l.problems = append(l.problems, Problem{Warning, list.origin, fmt.Sprintf("only %d sinks of events are used", maxSinks), ""})
	}
}
