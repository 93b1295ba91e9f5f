package secret

import (
	_ "embed"
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/secret/form"
	"github.com/sentinelgate/sentinel/internal/secret/gate"
)

//go:generate go test -run ^(TestRulesAreCompiled|TestVersion)$ -update .

// compiled is what rules/*.json say without their examples, a rule a line: it
// is read on the first scan, and JSON would take a millisecond.
//
//go:embed rules.txt
var compiled string

// version is a hash of the rules and of this package's program.
//
//go:embed version.txt
var version string

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
	gate  gate.Gate
}

// names are the words that make a name worth a look. Short ones come first
// where they are part of a longer one.
const names = "pass pwd secret token key credential cred auth mnemonic seed phrase psk _pat rootpw _pw= _pw: _pw\" salt accounts"

// programs take secrets on their command line.
const programs = "mysql mariadb curl sshpass redis-cli ldapsearch ldapadd ldapmodify sqlcmd smbclient mongosh mongodump mongorestore htpasswd chpasswd wget"

func (s *Scanner) prepare() *table {
	s.once.Do(func() {
		t := &table{}
		t.gate.Room(400, 600)
		t.read(compiled)
		for _, w := range strings.Fields(names) {
			t.gate.Add(gate.Entry{Text: w, Fold: true, What: atName})
		}
		t.gate.Add(gate.Entry{Text: "_pw ", What: atName})
		for _, w := range [...]string{"sudo -S", "sudo -kS", "sudo --stdin", "passwd --stdin", "--passphrase-fd 0", "vault login ", "az login ", "zip ", "unzip "} {
			t.gate.Add(gate.Entry{Text: w, What: atProgram})
		}
		for _, w := range strings.Fields(programs) {
			t.gate.Add(gate.Entry{Text: w, What: atProgram})
		}
		for _, e := range []gate.Entry{
			{Text: "://", What: atURL}, {Text: "-----BEGIN ", What: atPEM}, {Text: "LS0tLS1CRUdJTi", What: atWrappedPEM},
			{Text: "Private-Lines: ", What: atPuTTY}, {Text: "eyJ", What: atJWT}, {Text: "bearer ", Fold: true, What: atScheme},
			{Text: "basic ", Fold: true, What: atScheme}, {Text: "\"kty\"", What: atJWK}, {Text: "kind: Secret", What: atManifest},
			{Text: "\"kind\": \"Secret\"", What: atManifest}, {Text: "identified ", Fold: true, What: atSQL}, {Text: "random_password", What: atState},
		} {
			t.gate.Add(e)
		}
		for i, u := range s.users {
			for _, k := range u.Keywords {
				t.gate.Add(gate.Entry{Text: strings.ToLower(k), Fold: true, What: atUser, Rule: int32(i)})
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
			a := form.Anchor(one)
			t.gate.Add(gate.Entry{Text: a, Alts: strings.Contains(a, "["), What: atForm, Rule: int32(n), Form: one})
		}
	}
}

// Who judges what an anchor has found.
const (
	atForm = iota
	atName
	atURL
	atPEM
	atWrappedPEM
	atPuTTY
	atJWT
	atScheme
	atProgram
	atJWK
	atManifest
	atSQL
	atState
	atUser
)
