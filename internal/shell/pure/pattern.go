package pure

import (
	"regexp"
	"strings"
	"unicode"

	"mvdan.cc/sh/v3/pattern"
)

func compile(pat, head, tail string) *regexp.Regexp {
	if len(pat) > 1024 {
		return nil
	}
	expr, err := pattern.Regexp(pat, 0)
	if err != nil {
		return nil
	}
	re, err := regexp.Compile("(?s)" + head + "(?:" + strings.TrimPrefix(expr, "(?s)") + ")" + tail)
	if err != nil {
		return nil
	}
	return re
}

// Trim removes the shortest or longest match at one end of s.
func Trim(s, pat string, longest, front bool) string {
	re := compile(pat, "^", "$")
	if re == nil {
		return s
	}
	for i := 0; i <= len(s); i++ {
		n := i
		if longest {
			n = len(s) - i
		}
		if front && re.MatchString(s[:n]) {
			return s[n:]
		}
		if !front && re.MatchString(s[len(s)-n:]) {
			return s[:len(s)-n]
		}
	}
	return s
}

// Replace is ${name/pattern/with}: once, or everywhere.
func Replace(s, pat, with string, all bool) (string, bool) {
	head, tail := "", ""
	switch {
	case all: // # and % are ordinary in ${x//#/y}
	case strings.HasPrefix(pat, "#"):
		head, pat = "^", pat[1:]
	case strings.HasPrefix(pat, "%"):
		tail, pat = "$", pat[1:]
	}
	switch {
	case pat == "" && head != "":
		return with + s, true
	case pat == "" && tail != "":
		return s + with, true
	case pat == "" || len(s) > 4096:
		return s, pat == ""
	}
	re := compile(pat, head, tail)
	if re == nil {
		return "", false
	}
	re.Longest()
	if all {
		return re.ReplaceAllLiteralString(s, with), true
	}
	loc := re.FindStringIndex(s)
	if loc == nil {
		return s, true
	}
	return s[:loc[0]] + with + s[loc[1]:], true
}

// Slice is ${name:from:count}.
func Slice(s string, from, count int, limited bool) string {
	r := []rune(s)
	if from < 0 {
		if from += len(r); from < 0 {
			return ""
		}
	}
	r = r[min(from, len(r)):]
	if limited && count < 0 {
		count = max(0, len(r)+count)
	}
	if limited {
		r = r[:min(count, len(r))]
	}
	return string(r)
}

// Cased is ${name^^pattern} and the like: what the pattern matches changes its
// case, at the beginning or everywhere.
func Cased(s, pat string, upper, all bool) string {
	var re *regexp.Regexp
	if pat != "" {
		if re = compile(pat, "^", "$"); re == nil {
			return s
		}
	}
	r := []rune(s)
	for i, c := range r {
		if i > 0 && !all {
			break
		}
		if re != nil && !re.MatchString(string(c)) {
			continue
		}
		if r[i] = unicode.ToLower(c); upper {
			r[i] = unicode.ToUpper(c)
		}
	}
	return string(r)
}
