package gitfacts

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

const (
	maxRules      = 10_000
	maxMatchSteps = 20_000
)

// rule is one line of an ignore file.
type rule struct {
	pattern  string
	negated  bool // "!": what it matches is not ignored after all
	dirOnly  bool // ended in "/"
	anchored bool // holds a "/": matched from the file's folder
}

// ruleFile are the lines of one ignore file, in its order.
type ruleFile []rule

// Rules is a set of ignore lines used apart from a repository.
type Rules struct{ rules ruleFile }

// ParseRules reads the text of one ignore file.
func ParseRules(text string) (Rules, error) {
	rules, err := parseRules(text)
	return Rules{rules}, err
}

// Ignored says whether the lines ignore the path, which is relative to the
// folder of the ignore file. A path below an ignored folder is ignored.
func (r Rules) Ignored(rel string, dir bool) bool {
	if len(rel) > maxRel || strings.Count(rel, "/") > maxLevels {
		return false
	}
	for end := 0; end <= len(rel); end++ {
		if end < len(rel) && rel[end] != '/' {
			continue
		}
		hit, decided, err := r.rules.decide(rel[:end], end < len(rel) || dir)
		if err != nil {
			return false
		}
		if decided && hit {
			return true
		}
	}
	return false
}

func parseRules(text string) (ruleFile, error) {
	var rules ruleFile
	text = strings.TrimPrefix(text, "\ufeff")
	for line := range strings.Lines(text) {
		if r, ok := parseRule(strings.TrimRight(line, "\r\n")); ok {
			if len(rules) == maxRules {
				return nil, errors.New("too many ignore rules")
			}
			rules = append(rules, r)
		}
	}
	return rules, nil
}

func parseRule(line string) (rule, bool) {
	for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `\ `) {
		line = line[:len(line)-1]
	}
	if line == "" || line[0] == '#' {
		return rule{}, false
	}
	var r rule
	if line[0] == '!' {
		r.negated, line = true, line[1:]
	}
	if strings.HasSuffix(line, "/") {
		r.dirOnly, line = true, line[:len(line)-1]
	}
	r.anchored = strings.Contains(line, "/")
	r.pattern = strings.TrimPrefix(line, "/")
	return r, r.pattern != ""
}

// decide finds the last line that matches; decided is false when none does.
func (rules ruleFile) decide(rel string, dir bool) (ignored, decided bool, err error) {
	for i := len(rules) - 1; i >= 0; i-- {
		r := &rules[i]
		if r.dirOnly && !dir {
			continue
		}
		subject := rel
		if !r.anchored {
			subject = path.Base(rel)
		}
		m := matcher{}
		hit := m.match(r.pattern, subject)
		if m.steps > maxMatchSteps {
			return false, false, fmt.Errorf("ignore pattern %q needs too many steps", r.pattern)
		}
		if hit {
			return !r.negated, true, nil
		}
	}
	return false, false, nil
}

// scopedRules are the lines of one ignore file with the folder they count from.
type scopedRules struct {
	folder string // with a slash at its end, "" at the top
	rules  ruleFile
}

// ignored walks down from the top: what lies below an ignored folder cannot be
// taken back by a later line. Of the ignore files from the path's own folder up
// to the top, and then the repository's info/exclude, the first that decides
// wins.
func (r *Repo) ignored(rel string, dir bool) (bool, error) {
	if rel == "" {
		return false, nil
	}
	var files []scopedRules // the innermost last
	add := func(key, folder string) error {
		rules, err := r.rulesOf(key)
		if err == nil && len(rules) > 0 {
			files = append(files, scopedRules{folder, rules})
		}
		return err
	}
	if err := errors.Join(add("\x00exclude", ""), add("", "")); err != nil {
		return false, err
	}
	for end := 0; end <= len(rel); end++ {
		if end < len(rel) && rel[end] != '/' {
			continue
		}
		for i := len(files) - 1; i >= 0; i-- {
			hit, decided, err := files[i].rules.decide(rel[len(files[i].folder):end], end < len(rel) || dir)
			if hit || err != nil {
				return hit, err
			}
			if decided {
				break
			}
		}
		if end < len(rel) {
			if err := add(rel[:end], rel[:end+1]); err != nil {
				return false, err
			}
		}
	}
	return false, nil
}

func (r *Repo) rulesOf(folder string) (ruleFile, error) {
	if rules, ok := r.ignores[folder]; ok {
		return rules, nil
	}
	file := path.Join(r.top, folder, ".gitignore")
	if folder == "\x00exclude" {
		file = r.common + "/info/exclude"
	}
	var rules ruleFile
	st, err := r.files.Lstat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("read ignore rules: %w", err)
	case st.Link || st.Dir: // git does not follow links here
	default:
		text, err := r.files.ReadFile(file, maxIgnore)
		if err != nil {
			return nil, fmt.Errorf("read ignore rules: %w", err)
		}
		if rules, err = parseRules(string(text)); err != nil {
			return nil, err
		}
	}
	if r.ignores == nil {
		r.ignores = map[string]ruleFile{}
	}
	r.ignores[folder] = rules
	return rules, nil
}

// matcher counts steps, so that a hostile pattern cannot take for ever.
type matcher struct{ steps int }

// Match says whether a gitignore-style pattern matches the whole name: "*" and
// "?" stop at "/", "**" does not. False too when it takes too many steps.
func Match(pattern, name string) bool {
	m := matcher{}
	return m.match(pattern, name) && m.steps <= maxMatchSteps
}

func (m *matcher) match(p, s string) bool {
	for whole := p; p != ""; {
		if m.steps++; m.steps > maxMatchSteps {
			return false
		}
		switch p[0] {
		case '*':
			at := len(whole) - len(p)
			return m.star(p, s, at == 0 || whole[at-1] == '/')
		case '?':
			if s == "" || s[0] == '/' {
				return false
			}
			p, s = p[1:], s[1:]
		case '[':
			hit, rest, ok := class(p, s)
			if !ok || !hit {
				return false
			}
			p, s = rest, s[1:]
		default:
			if p[0] == '\\' && len(p) > 1 {
				p = p[1:]
			}
			if s == "" || s[0] != p[0] {
				return false
			}
			p, s = p[1:], s[1:]
		}
	}
	return s == ""
}

// star handles a run of stars. Two stars between slashes (or an end of the
// pattern) cross folders, any other run does not.
func (m *matcher) star(p, s string, afterSlash bool) bool {
	rest := strings.TrimLeft(p, "*")
	crosses := afterSlash && len(p)-len(rest) == 2 && (rest == "" || rest[0] == '/')
	if crosses && rest != "" && m.match(rest[1:], s) {
		return true // "**/" may stand for no folder at all
	}
	for i := 0; ; i++ {
		if m.match(rest, s[i:]) {
			return true
		}
		if i == len(s) || s[i] == '/' && !crosses || m.steps > maxMatchSteps {
			return false
		}
	}
}

// class matches one bracket expression such as [a-z] or [!.].
func class(p, s string) (hit bool, rest string, ok bool) {
	if s == "" || s[0] == '/' {
		return false, "", true
	}
	i, not := 1, false
	if i < len(p) && (p[i] == '!' || p[i] == '^') {
		not, i = true, i+1
	}
	for first := true; ; first = false {
		if i >= len(p) {
			return false, "", false // no end: matches nothing
		}
		if p[i] == ']' && !first {
			return hit != not, p[i+1:], true
		}
		if name, end, named := posixClass(p[i:]); named {
			hit = hit || inClass(name, s[0])
			i += end
			continue
		}
		lo, hi := p[i], p[i]
		if lo == '\\' && i+1 < len(p) {
			i++
			lo, hi = p[i], p[i]
		}
		if i+2 < len(p) && p[i+1] == '-' && p[i+2] != ']' {
			hi, i = p[i+2], i+2
		}
		hit = hit || lo <= s[0] && s[0] <= hi
		i++
	}
}

func posixClass(p string) (name string, length int, ok bool) {
	if !strings.HasPrefix(p, "[:") {
		return "", 0, false
	}
	end := strings.Index(p, ":]")
	if end < 0 {
		return "", 0, false
	}
	return p[2:end], end + 2, true
}

func inClass(name string, c byte) bool {
	lower, upper, digit := c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9'
	switch name {
	case "lower":
		return lower
	case "upper":
		return upper
	case "alpha":
		return lower || upper
	case "digit":
		return digit
	case "alnum":
		return lower || upper || digit
	case "space", "blank":
		return c == ' ' || c == '\t'
	case "punct":
		return c > ' ' && c < 0x7f && !lower && !upper && !digit
	case "xdigit":
		return digit || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
	}
	return true // an unknown class: anything, which is the careful reading
}
