// Package webstore reads requests to databases, search engines, queues and other
// keepers of data that are steered over HTTP, and tells which of them destroy
// what is kept.
//
// To teach it a service, add a line to services.
package webstore

import (
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/disk"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/kb/like"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
	"github.com/sentinelgate/sentinel/internal/sqltext"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// Bounds on what is looked at.
const (
	maxText  = 64 << 10 // bytes of a body
	maxTexts = 200      // of statements in it
	maxDepth = 20       // of its JSON
)

// request is what is sent to one address.
type request struct {
	method, port, path, query, body string
}

// Destroys says what a request of a command destroys; "" if it is none that is
// known to. Files that it sends are read from dir.
func Destroys(v *kb.View, c *shell.Command, dir string, place *paths.Place) string {
	if v.Parse == nil {
		return code(v.Deeds)
	}
	content := func(w shell.Word) string {
		name, _ := w.Known()
		real, ok := place.Resolve(dir, name)
		if !ok || name == "" {
			return ""
		}
		text, _, _ := disk.Read(place, real, 0)
		return string(text)
	}
	urls := v.Parse.Words("url")
	if len(urls) == 0 || !slices.ContainsFunc(v.Deeds, network) {
		return code(v.Deeds)
	}
	body, inQuery := bodyOf(v.Parse, c, content)
	for _, u := range urls {
		r := parse(u.String())
		r.method, r.body = methodOf(v.Parse, body != "" && !inQuery), body
		if inQuery {
			r.query, r.body = r.query+"&"+body, ""
		}
		if say := r.destroys(); say != "" {
			return say
		}
	}
	return ""
}

func network(d kb.Deed) bool { return d.Kind == sentinel.Fetch || d.Kind == sentinel.Send }

// code looks at what a program's own text sends: the name of the function says
// how.
func code(deeds []kb.Deed) string {
	for _, d := range deeds {
		if !d.Code || !network(d) || !d.Aimed {
			continue
		}
		r := parse(d.Target.String())
		if strings.HasSuffix(strings.ToLower(d.Say), ".delete") {
			r.method = "DELETE"
		}
		if say := r.destroys(); say != "" {
			return say
		}
	}
	return ""
}

// methodOf is the method that a client is told, or takes by itself.
func methodOf(p *kb.Parse, sends bool) string {
	if o, ok := p.Option("-X", "--method"); ok && o.Has {
		return strings.ToUpper(o.Value.String())
	}
	if len(p.Verbs) > 0 {
		return strings.ToUpper(p.Verbs[0])
	}
	if sends {
		return "POST"
	}
	return "GET"
}

// bodyOf is what a client sends: texts on its command line, files, its input.
// inQuery says that it goes into the address.
func bodyOf(p *kb.Parse, c *shell.Command, content func(shell.Word) string) (body string, inQuery bool) {
	var parts []string
	add := func(w shell.Word, raw bool) {
		s := w.String()
		switch at := strings.IndexByte(s, '@'); {
		case !raw && s == "@-":
			s = input(c, content)
		case !raw && at == 0 && len(s) > 1:
			s = content(shell.Text(s[1:]))
		}
		parts = append(parts, s)
	}
	for _, o := range p.Options {
		switch {
		case !o.Has:
		case o.Name == "--post-file" || o.Name == "--body-file":
			if o.Value.Is("-") || o.Value.Is("/dev/stdin") {
				parts = append(parts, input(c, content))
			} else {
				parts = append(parts, content(o.Value))
			}
		case slices.Contains([]string{"-H", "--header", "--proxy-header", "-w", "--write-out", "--variable"}, o.Name):
		case o.Role == "data", strings.HasSuffix(o.Role, "@"):
			add(o.Value, o.Role == "data")
		case o.Name == "-T" || o.Name == "--upload-file":
			parts = append(parts, content(o.Value))
		}
	}
	for _, o := range p.Operands {
		if o.Role == "named@" {
			parts = append(parts, strings.Replace(strings.Replace(o.Word.String(), "==", "=", 1), ":=", "=", 1))
		}
	}
	if len(p.Verbs) > 0 && len(parts) == 0 {
		parts = append(parts, input(c, content))
	}
	body = strings.Join(parts, "&")
	return body, p.HasAny("-G", "--get", "--url-query")
}

// input is what stands on standard input, as far as it is known.
func input(c *shell.Command, content func(shell.Word) string) string {
	if c.Stdin.Kind == shell.FromFile {
		return content(c.Stdin.File)
	}
	return c.Stdin.Text.String()
}

// parse takes an address apart.
func parse(url string) request {
	rest := url
	if _, after, ok := strings.Cut(url, "://"); ok {
		rest = after
	}
	rest, _, _ = strings.Cut(rest, "#")
	rest, query, _ := strings.Cut(rest, "?")
	host, path, _ := strings.Cut(rest, "/")
	_, port, _ := strings.Cut(host[strings.LastIndexByte(host, '@')+1:], ":")
	if i := strings.LastIndexByte(port, ':'); i >= 0 { // [::1]:9200
		port = port[i+1:]
	}
	return request{port: port, path: "/" + unescape(path, false), query: query}
}

// destroys says what the request destroys.
func (r request) destroys() string {
	body := strings.ToLower(strings.Join(strings.Fields(r.body), ""))
	path, query := strings.ToLower(r.path), strings.ToLower(unescape(r.query, true))
	for _, s := range services {
		if s.port != "" && !wordlist.Has(s.port, r.port) || s.method != "" && !wordlist.Has(s.method, r.method) {
			continue
		}
		if like.Any(s.path, path) && (s.query == "" || like.Any(s.query, query)) && (s.body == "" || like.Any(s.body, body)) {
			return s.say
		}
	}
	all, whole := r.statements()
	for _, t := range all {
		if destroysData(t) {
			return "runs a statement that destroys data, over HTTP: " + shorten(t)
		}
	}
	if !whole {
		return "sends more statements over HTTP than are looked at"
	}
	return ""
}

func shorten(s string) string {
	if s = strings.Join(strings.Fields(s), " "); len(s) > 60 {
		return strings.ToValidUTF8(s[:60], "") + "..."
	}
	return s
}

// statements are the texts in a request that a database may run, and whether
// these are all.
func (r request) statements() (all []string, whole bool) {
	found := texts{}
	found.fields(r.query)
	body := strings.TrimSpace(r.body)
	var v any
	switch {
	case body == "":
	case (body[0] == '{' || body[0] == '[') && json.Unmarshal([]byte(body), &v) == nil:
		found.value(v, body[0] == '[', 0)
	case len(body) > maxText: // a text of its own, too long to be looked at
		found.more = found.more || acts(strings.ToLower(body))
	default:
		found.add(body)
		found.fields(body)
	}
	return found.all, !found.more
}

// texts collects statements up to a bound.
type texts struct {
	all  []string
	more bool // there are others, or may be
}

func (t *texts) add(s string) {
	if t.more = t.more || len(t.all) >= maxTexts; !t.more {
		t.all = append(t.all, s)
	}
}

// fields adds the values of a form, or of an address.
func (t *texts) fields(form string) {
	for pair := range strings.SplitSeq(form, "&") {
		if name, val, ok := strings.Cut(pair, "="); ok && asks(name) {
			t.add(strings.TrimSpace(unescape(val, true)))
		}
	}
}

// value adds the statements in a value of JSON: those under a name that means
// one, and all in a bare list. Names are taken in order, so that the same body
// always gives the same.
func (t *texts) value(v any, bare bool, depth int) {
	if depth > maxDepth {
		t.more = t.more || bare // data that lies deeper is no statement
		return
	}
	switch x := v.(type) {
	case string:
		if bare {
			t.add(x)
		}
	case []any:
		for _, e := range x {
			t.value(e, bare, depth+1)
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(x)) {
			t.value(x[k], asks(k), depth+1)
		}
	}
}

// asks: names under which services take a statement.
func asks(name string) bool {
	return wordlist.Has("query q sql stmt stmts statement statements cmd command ksql cypher aql csl script queries stream.body", strings.ToLower(strings.TrimSpace(name)))
}

// destroysData judges one statement of any of the languages that databases
// take over HTTP.
func destroysData(text string) bool {
	low := " " + strings.ToLower(strings.Join(strings.Fields(text), " ")) + " "
	for _, p := range strings.Split("* detach delete *|* match *) delete *|* remove table *|* remove database *|* remove namespace *|*.drop table *|*.drop database *|* drop series *|* drop measurement *|* drop retention *|* drop stream *|* drop connector *|* flushall *|* flushdb *", "|") {
		if like.Match(p, low) {
			return true
		}
	}
	if !acts(low) && !strings.Contains(low, ";") {
		return false
	}
	for _, s := range sqltext.Parse(text, sqltext.Generic) {
		if s.Class == sqltext.Destroy {
			return true
		}
	}
	return false
}

// acts tells whether a text in small letters names what may destroy data.
func acts(low string) bool {
	for _, verb := range []string{"drop ", "truncate ", "delete "} {
		if strings.Contains(low, " "+verb) || strings.HasPrefix(low, verb) || strings.Contains(low, "\n"+verb) {
			return true
		}
	}
	return false
}

// unescape undoes %41, and + where it means a blank.
func unescape(s string, plus bool) string {
	if !strings.ContainsAny(s, "%+") {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '+' && plus:
			out = append(out, ' ')
		case s[i] == '%' && i+2 < len(s):
			if b, err := hex.DecodeString(s[i+1 : i+3]); err == nil {
				out, i = append(out, b...), i+2
				continue
			}
			fallthrough
		default:
			out = append(out, s[i])
		}
	}
	return string(out)
}
