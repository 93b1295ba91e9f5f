// Package appcode tells code that only looks at an application's data from code
// that may change it: what is given to `rails runner`, `manage.py shell -c`,
// `artisan tinker --execute` and `mix run -e` runs with all that the application
// can do.
//
// Looks is the entry. It understands nothing of the application: a text only
// reads if every word in it is one that is known to read, names what the text
// itself introduces, or is a class. Files, processes and the network are left to
// the readers of the languages, which look at the same text.
package appcode

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// maxText bounds what is looked at.
const maxText = 16 << 10

// reading are functions and methods of the frameworks and their languages that
// change nothing, whatever they are given, and words of the languages.
const reading = `aggregate all any? annotate as_json asc attributes average avg blank? class collect column_names columns
 compact count count_by_sql dd ddl defer desc detect dict dig distinct doesnt_exist dump each each_with_index earliest
 empty? enumerate exclude exists exists? explain filter find find_by find_each find_or_fail first first_or_fail
 flatten from get get_all get_by group group_by groupby having head id ids in_batches in_bulk includes inspect into
 is_empty iterator join joins keys last latest latest_by left_joins len length limit list list_users map max maximum
 methods min minimum name none not offset only or order order_by orderby p paginate pg pick pluck pp pprint prefetch_related
 preload present? print print_r printf puts reject repr reverse round sample scope select select_related
 set size skip slice sorted sort sort_by split str strip sum table take tally to_a to_array to_date to_h to_json to_list to_query
 to_s to_sql to_string tolist transform type uniq unscoped upcase downcase validate_only value values values_at values_list
 var_dump var_export version where where_between wherebetween wherein wherenotnull wherenull with with_count withcount zip now
 today yesterday ago days day hours weeks month year beginning_of_day timedelta date timezone datetime models orm
 echo return use new true false nil null none if else elsif elif unless end then do for in while and or not is as lambda fn def
 import from case when with_index foreach array implode json_encode json dumps loads tojson toarray count_all enum repo string
 elem hd tl int float bool bytes tuple abs isinstance hasattr vars fields _meta get_field get_fields objects self pk
 debug installed_apps allowed_hosts middleware time_zone language_code static_url settings conf django db contrib auth get_user_model
 env.production? production? development? test? is_active is_staff status state title slug email username price total amount currency
 created_at updated_at quantity kind active published label code index position number description
 _ __info__ __schema__ module_info functions macros function_exported? contains? starts_with? ends_with? start_with? end_with? include? member?`

// acting are parts of class names whose classes do more than hold data.
const acting = "file dir kernel process open3 http mail job worker artisan storage schema crypt cache queue event notification bus socket session redis application config env system code port node task agent genserver fileutils io::popen pathname net uri shell exec command rake migration connection broadcast payment stripe service client"

// hidden are parts of names that hold secrets.
const hidden = "secret passw token credential private apikey key_base databases dsn aws _key license"

// Reads tells whether the code only looks.
func Reads(code string) bool {
	if len(code) > maxText || strings.TrimSpace(code) == "" {
		return false
	}
	w := walker{own: map[string]bool{}}
	w.learn(code)
	return w.text(code, 0)
}

// walker goes over a text; own are names that the text introduces.
type walker struct{ own map[string]bool }

// learn finds the names that the text gives to values: NAME =, for NAME in,
// |NAME|, fn NAME ->, and arguments by name.
func (w *walker) learn(code string) {
	words, _ := tokens(code)
	for i, t := range words {
		if !isName(t) {
			continue
		}
		before, after := at(words, i-1), at(words, i+1)
		switch {
		case (after == "=" || after == ":") && before != "." && before != "->" && before != "::",
			after == "=>", before == "for", before == "fn", before == "lambda", before == "as", before == "|" && (after == "|" || after == ","),
			before == "," && after == "|", before == "$":
			w.own[t] = true
		}
	}
}

// text tells whether all words of a piece of code may stand in it.
func (w *walker) text(code string, depth int) bool {
	words, inner := tokens(code)
	if depth > 3 || words == nil {
		return false
	}
	importing := false
	for i, t := range words {
		switch {
		case t == "\n" || t == ";":
			importing = false
		case (t == "from" || t == "import" || t == "use") && (i == 0 || at(words, i-1) == "\n" || at(words, i-1) == ";"):
			importing = true
		case t == "&" && at(words, i+1) == ":" && isName(at(words, i+2)): // map(&:id)
			if !w.word([]string{".", at(words, i+2)}, 1) {
				return false
			}
		case t == "`" || t == "!" || t == "<<" || t == "&":
			return false
		case isName(t) && at(words, i-1) == ":" && strings.Contains("( , [ {", at(words, i-2)) && !holds(hidden, t): // a symbol
		case !isName(t) || importing && !holds(hidden, t):
		case !w.word(words, i):
			return false
		}
	}
	for _, in := range inner {
		if !w.text(in, depth+1) {
			return false
		}
	}
	return true
}

// word judges one name where it stands.
func (w *walker) word(words []string, i int) bool {
	t, before, after := words[i], at(words, i-1), at(words, i+1)
	low := strings.ToLower(t)
	if holds(hidden, low) {
		return false
	}
	member := before == "." || before == "->" || before == "::"
	switch {
	case t[0] >= 'A' && t[0] <= 'Z':
		return !holds(acting, low) && (after != "(" || before == "new" || strings.ToUpper(t) != t)
	case slices.Contains(strings.Fields(reading), low), strings.HasPrefix(t, "list_"), strings.HasPrefix(t, "count_"):
		return true
	case len(t) <= 2 && after == `""` && strings.Trim(low, "fbru") == "": // f"..."
		return true
	case low == "query": // a property; as a function it takes any statement
		return before == "." && after != "("
	case low == "env":
		return before == "." && at(words, i-2) == "Rails"
	case w.own[t] && !member:
		return true
	}
	// A field of something that the text holds, read and not called: in a
	// language in which a method needs its brackets.
	return before == "->" && after != "(" && after != "="
}

func at(words []string, i int) string {
	if i < 0 || i >= len(words) {
		return ""
	}
	return words[i]
}

func holds(list, name string) bool {
	for _, part := range strings.Fields(list) {
		if strings.Contains(strings.ToLower(name), part) {
			return true
		}
	}
	return false
}

func isName(t string) bool {
	return t != "" && (t[0] == '_' || t[0]|0x20 >= 'a' && t[0]|0x20 <= 'z')
}

func part(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}

// tokens cuts code into names, marks and ends of lines. Texts in quotes are
// left out, but for code that stands in them: inner. nil: a text has no end.
func tokens(code string) (words, inner []string) {
	words = []string{}
	for i := 0; i < len(code); {
		c := code[i]
		switch {
		case c == '\'' || c == '"':
			end := i + 1
			for end < len(code) && code[end] != c {
				if code[end] == '\\' {
					end++
				}
				end++
			}
			if end >= len(code) {
				return nil, nil
			}
			inner = append(inner, inside(code[i+1:end])...)
			words, i = append(words, `""`), end+1
		case c == '#' && (i == 0 || code[i-1] == '\n' || code[i-1] == ' '):
			for i < len(code) && code[i] != '\n' {
				i++
			}
		case part(c):
			start := i
			for i < len(code) && part(code[i]) {
				i++
			}
			if i+1 < len(code) && (code[i] == '?' || code[i] == '!') && code[i+1] != '=' || i+1 == len(code) && (code[i] == '?' || code[i] == '!') {
				i++
			}
			words = append(words, code[start:i])
		case c == ' ' || c == '\t' || c == '\r' || c == '\\':
			i++
		default:
			n := 1
			for _, two := range []string{"->", "::", "=>", "==", "|>", "<<", "<=", ">=", "!="} {
				if strings.HasPrefix(code[i:], two) {
					n = 2
				}
			}
			words, i = append(words, code[i:i+n]), i+n
		}
	}
	return words, inner
}

// inside is the code within a text: "#{...}", "{...}".
func inside(text string) []string {
	var out []string
	for {
		_, rest, ok := strings.Cut(text, "{")
		if !ok {
			return out
		}
		code, more, closed := strings.Cut(rest, "}")
		if !closed {
			return append(out, "unknown_text()")
		}
		out, text = append(out, code), more
	}
}

// Looks tells whether a framework's tool is given code, in an option, an operand
// or on standard input, that only looks.
func Looks(tool string, p *kb.Parse, in shell.Input) bool {
	code, ok := given(tool, p, in)
	return ok && Reads(code)
}

// given is the code; ok is false where there is none, several, or it is not
// known.
func given(tool string, p *kb.Parse, in shell.Input) (code string, ok bool) {
	lang := map[string]string{"rails": "ruby", "manage.py": "python", "django-admin": "python", "artisan": "php", "mix": "elixir"}[tool]
	if lang == "" || p == nil {
		return "", false
	}
	list := p.Words("code:" + lang)
	if len(list) == 0 && in.Kind == shell.Here {
		list = append(list, in.Text)
	}
	if len(list) != 1 {
		return "", false
	}
	return list[0].Known()
}
