package secret

import (
	_ "embed"
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/secret/form"
)

//go:generate go test -run TestRulesAreCompiled -update .

// compiled is what rules/*.json say without their examples, a rule a line: it
// is read on the first scan, and JSON would take a millisecond.
//
//go:embed rules.txt
var compiled string

// rule is what one kind of token looks like.
type rule struct {
	label, title string
	check        string
	entropy      float64
	named        string // words of which one must be near, with blanks between; a rule for named values
	forms        string // with blanks between
	loose        bool   // the form alone proves little
}

// table is everything that is looked for.
type table struct {
	rules []rule
	named []int // rules for values under a name
	gate  gate
}

// names are the words that make a name worth a look. Short ones come first
// where they are part of a longer one.
const names = "pass pwd secret token key credential cred auth mnemonic seed phrase psk _pat _pw= _pw: _pw\" salt accounts"

// programs take secrets on their command line.
const programs = "mysql mariadb curl sshpass redis-cli ldapsearch ldapadd ldapmodify sqlcmd smbclient mongo htpasswd chpasswd wget"

func (s *Scanner) prepare() *table {
	s.once.Do(func() {
		t := &table{}
		t.gate.list, t.gate.nodes = make([]entry, 0, 400), make([]node, 0, 600)
		t.read(compiled)
		for _, w := range strings.Fields(names) {
			t.gate.add(entry{text: w, fold: true, what: atName})
		}
		for _, w := range strings.Fields(programs) {
			t.gate.add(entry{text: w, what: atProgram})
		}
		for _, e := range []entry{
			{text: "://", what: atURL}, {text: "-----BEGIN ", what: atPEM}, {text: "LS0tLS1CRUdJTi", what: atWrappedPEM},
			{text: "Private-Lines: ", what: atPuTTY}, {text: "eyJ", what: atJWT}, {text: "bearer ", fold: true, what: atScheme},
			{text: "basic ", fold: true, what: atScheme}, {text: "\"kty\"", what: atJWK}, {text: "kind: Secret", what: atManifest},
			{text: "\"kind\": \"Secret\"", what: atManifest}, {text: "identified ", fold: true, what: atSQL}, {text: "random_password", what: atState},
		} {
			t.gate.add(e)
		}
		for i, u := range s.users {
			for _, k := range u.Keywords {
				t.gate.add(entry{text: strings.ToLower(k), fold: true, what: atUser, rule: int32(i)})
			}
		}
		s.table = t
	})
	return s.table
}

// read takes the compiled rules in.
func (t *table) read(text string) {
	t.rules = make([]rule, 0, 256)
	for text != "" {
		line, rest, _ := strings.Cut(text, "\n")
		text = rest
		var f [7]string
		for i := range f {
			f[i], line, _ = strings.Cut(line, "\t")
		}
		r := rule{label: f[0], title: f[1], check: f[2], named: f[4], forms: f[5], loose: f[6] != ""}
		r.entropy, _ = strconv.ParseFloat(f[3], 64)
		t.rules = append(t.rules, r)
		n := len(t.rules) - 1
		if r.named != "" {
			t.named = append(t.named, n)
			continue
		}
		for forms := r.forms; forms != ""; {
			var one string
			one, forms, _ = strings.Cut(forms, " ")
			t.gate.add(entry{text: form.Anchor(one), what: atForm, rule: int32(n), form: one})
		}
	}
}
