// Package bound says what of a command's words is a place: a repository, a
// host, an account, a cluster, a receiver. A yes to a command covers other
// texts and numbers, but no other place. Which options name one by their very
// name stands in bound.json; what a single tool binds beyond that stands in its
// own knowledge file, as bind.
package bound

import (
	_ "embed"
	"strings"

	"github.com/sentinelgate/sentinel/internal/wordlist"
)

//go:embed bound.json
var table string

// Option tells whether an option by one of these names, with or without its
// dashes, says where or for whom a command acts. Letters alone say nothing.
//
// The table is searched as text: a command has few options, and each start of
// the hook would pay for decoding it.
func Option(names ...string) bool {
	for _, name := range names {
		name = strings.ToLower(strings.TrimLeft(name, "-"))
		if len(name) < 2 || strings.ContainsAny(name, "\"*") {
			continue
		}
		if strings.Contains(table, `"`+name+`":`) && name != "about" && name != "options" && name != "collections" {
			return true
		}
		if i := strings.LastIndexByte(name, '-'); i > 0 && strings.Contains(table, `"*`+name[i:]+`":`) {
			return true
		}
	}
	return false
}

// Place is the part of an address that says which thing is meant: host and
// path, with numbers left open, as the twelfth issue is no other place than
// the thirteenth. Passwords, values of the query and what stands behind # are
// left out; of a store of files only its name counts.
func Place(s string) string {
	s, _, _ = strings.Cut(s, "#")
	s, query, _ := strings.Cut(s, "?")
	scheme, rest, ok := strings.Cut(s, "://")
	if !ok {
		return segments(plain(s)) + names(query)
	}
	scheme = strings.ToLower(scheme)
	host, path, _ := strings.Cut(rest, "/")
	host = strings.ToLower(host[strings.LastIndexByte(host, '@')+1:])
	switch scheme {
	case "s3", "gs", "r2", "b2", "oss", "cos", "abfs", "abfss", "wasb", "wasbs", "az":
		return scheme + "://" + host
	}
	return scheme + "://" + port(host) + "/" + segments(path) + names(query)
}

// plain makes one text of an address without a scheme.
func plain(s string) string {
	host, path, ok := strings.Cut(s, "/")
	if !ok {
		return port(s)
	}
	return port(host) + "/" + path
}

// port leaves the port of this machine out: servers of a project change it.
func port(host string) string {
	name, n, ok := strings.Cut(host, ":")
	if ok && (name == "localhost" || name == "127.0.0.1") && strings.Trim(n, "0123456789") == "" {
		return name
	}
	return host
}

// segments leaves numbers and hashes open, but for those that stand for an
// owner: projects/7/issues is another place than projects/8/issues.
func segments(path string) string {
	_, owners, _ := strings.Cut(table, `"collections": "`)
	owners, _, _ = strings.Cut(owners, `"`)
	parts := strings.Split(strings.Trim(path, "/"), "/")
	for i, p := range parts {
		if i < 200 && counted(p) && (i == 0 || !wordlist.Has(owners, strings.ToLower(parts[i-1]))) {
			parts[i] = "<n>"
		}
	}
	return strings.Join(parts, "/")
}

// counted: a number, a hash or an identifier of the form 8-4-4-4-12.
func counted(s string) bool {
	digits := 0
	for i := range len(s) {
		switch c := s[i] | 0x20; {
		case c >= '0' && c <= '9':
			digits++
		case (c >= 'a' && c <= 'f' || s[i] == '-') && len(s) >= 7:
		default:
			return false
		}
	}
	return digits > 0 && (digits == len(s) || len(s) <= 40)
}

// names keeps the names of a query.
func names(query string) string {
	if query == "" {
		return ""
	}
	var out []string
	for part := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(part, "=")
		if out = append(out, name); len(out) == 100 {
			break
		}
	}
	return "?" + strings.Join(out, "&")
}

// Image is the name of an image without its version.
func Image(s string) string {
	s, _, _ = strings.Cut(s, "@")
	if i := strings.LastIndexByte(s, ':'); i > strings.LastIndexByte(s, '/') {
		s = s[:i]
	}
	return s
}

// Field is what of a field that is sent says what it does: its name, and the
// whole of it where it holds a program or a document.
func Field(s string) string {
	name, value, ok := strings.Cut(s, "=")
	switch {
	case strings.ContainsAny(s, "{"):
		return document(s)
	case !ok:
		return "<data>"
	case strings.HasPrefix(value, "@"):
		return name + "=<@file>"
	}
	return name + "="
}

// document is a query or another text in braces, with what differs from one thing
// to the next left open: numbers, identifiers that a service made up, and the texts
// of a comment.
func document(s string) string {
	parts := strings.Split(s, `"`)
	if len(parts) > 400 || len(parts)%2 == 0 || strings.Contains(s, `\`) {
		return s
	}
	for i := 1; i < len(parts); i += 2 {
		before := strings.TrimRight(parts[i-1], ": ")
		switch name := strings.ToLower(before[strings.LastIndexAny(before, "{(, \n")+1:]); {
		case name == "body" || name == "title" || name == "clientmutationid":
			parts[i] = "<text>"
		case madeUp(parts[i]) || counted(parts[i]):
			parts[i] = "<id>"
		}
	}
	for i := 0; i < len(parts); i += 2 {
		words := strings.FieldsFunc(parts[i], func(r rune) bool {
			return !(r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r == '_')
		})
		for _, w := range words {
			if counted(w) {
				parts[i] = strings.Replace(parts[i], w, "<n>", 1)
			}
		}
	}
	return strings.Join(parts, `"`)
}

// madeUp: an identifier of a thing, KIND_..., as forges hand them out.
func madeUp(s string) bool {
	kind, rest, ok := strings.Cut(s, "_")
	return ok && len(kind) > 0 && len(kind) < 8 && len(rest) > 4 && strings.Trim(kind, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" &&
		strings.ContainsAny(rest, "0123456789") && !strings.ContainsAny(rest, " /.:@")
}

// Owned: the name of something that belongs to somebody: OWNER/NAME.
func Owned(s string) bool {
	owner, name, ok := strings.Cut(s, "/")
	return ok && name != "" && strings.Trim(owner, ".~") != "" && !strings.Contains(owner, ":")
}
