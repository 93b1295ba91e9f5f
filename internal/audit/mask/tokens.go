package mask

import "strings"

// token is a provider's form of secret: a public prefix, which stays legible,
// and at least so many characters behind it.
type token struct {
	prefix string
	least  int
}

// knownToken reports whether word has the form of a known secret, and how many
// bytes of it may be shown.
func knownToken(word string) (keep int, ok bool) {
	if len(word) < 16 {
		return 0, false
	}
	for _, t := range tokensOf(word[0]) {
		tail, ok := strings.CutPrefix(word, t.prefix)
		// A name may begin so, too; chance leaves out digits in a few alphabets
		// only.
		if ok && len(tail) >= t.least && (hasDigit(tail) || t.prefix == "hf_") {
			return len(t.prefix), true
		}
	}
	return 0, false
}

// tokensOf are the forms that begin with a byte. Prefixes and lengths are from
// the providers' documentation; lengths are a little shorter, since a cut
// token is a secret nearly as good.
func tokensOf(first byte) []token {
	switch first {
	case 'A':
		return []token{{"AKIA", 12}, {"ASIA", 12}, {"ABIA", 12}, {"ACCA", 12}, {"ABSK", 80}, {"AIza", 30}, {"AKCp", 50},
			{"ATATT3", 80}, {"ATCTT3", 80}, {"ATBB", 24}, {"AGE-SECRET-KEY-1", 40}, {"AQ.Ab8RN6", 30}}
	case 'C':
		return []token{{"CCIPAT_", 30}, {"CFPAT-", 30}, {"CLOJARS_", 40}}
	case 'E':
		return []token{{"EAAA", 50}, {"EZAK", 40}}
	case 'F':
		return []token{{"FwoGZXIvYXdz", 40}, {"FLWSECK_", 16}}
	case 'G':
		return []token{{"GOCSPX-", 20}, {"GR1348941", 16}}
	case 'H':
		return []token{{"HRKU-AA", 40}}
	case 'I':
		return []token{{"IQoJb3JpZ2lu", 40}}
	case 'L':
		return []token{{"LTAI", 14}}
	case 'N':
		return []token{{"NRAK-", 20}}
	case 'P':
		return []token{{"PMAK-", 40}}
	case 'S':
		return []token{{"SG.", 40}, {"SK", 32}, {"SWMTKN-1-", 40}, {"SWMKEY-1-", 30}}
	case 'e':
		return []token{{"eyJ", 30}}
	case 'g':
		return []token{{"ghp_", 30}, {"gho_", 30}, {"ghu_", 30}, {"ghs_", 30}, {"ghr_", 30}, {"github_pat_", 40},
			{"glpat-", 16}, {"glrt-", 16}, {"gldt-", 16}, {"glsoat-", 16}, {"glft-", 16}, {"glptt-", 30}, {"glcbt-", 16},
			{"glimt-", 20}, {"glagent-", 40}, {"gloas-", 40}, {"glsa_", 30}, {"glc_", 30}, {"gsk_", 40}}
	case 'h':
		return []token{{"hf_", 30}, {"hvs.", 20}, {"hvb.", 80}}
	case 's':
		return []token{{"sk-ant-", 20}, {"sk-proj-", 20}, {"sk-svcacct-", 20}, {"sk-admin-", 20}, {"sk-or-v1-", 20},
			{"sk-", 28}, {"sk_live_", 16}, {"sk_test_", 16}, {"sk_", 40}, {"sk.eyJ", 20}, {"shpat_", 30}, {"shpca_", 30},
			{"shppa_", 30}, {"shpss_", 30}, {"sq0atp-", 20}, {"sq0csp-", 30}, {"shippo_live_", 30}, {"sbp_", 30},
			{"sb_secret_", 20}, {"sntrys_", 40}, {"sntryu_", 40}, {"sgp_", 30}, {"squ_", 30}, {"sqp_", 30}, {"sqa_", 30}}
	case 'x':
		return []token{{"xoxb-", 16}, {"xoxp-", 16}, {"xoxa-", 16}, {"xoxr-", 16}, {"xoxs-", 16}, {"xoxc-", 16},
			{"xoxd-", 16}, {"xoxe-", 16}, {"xoxe.", 16}, {"xapp-", 30}, {"xai-", 50}, {"xkeysib-", 40}}
	}
	return moreTokens(first)
}

func moreTokens(first byte) []token {
	switch first {
	case 'a':
		return []token{{"access_token", 30}, {"access-production-", 30}, {"aio_", 24}}
	case 'b':
		return []token{{"bedrock-api-key-", 30}, {"bkua_", 30}}
	case 'c':
		return []token{{"csk-", 40}, {"cio", 32}}
	case 'd':
		return []token{{"dckr_pat_", 20}, {"dckr_oat_", 20}, {"dop_v1_", 40}, {"doo_v1_", 40}, {"dor_v1_", 40}, {"dapi", 32},
			{"dp.pt.", 30}, {"dp.st.", 30}, {"dt0c01.", 40}, {"duffel_live_", 30}}
	case 'f':
		return []token{{"figd_", 30}, {"fc-", 32}, {"fo1_", 40}, {"fm2_", 40}}
	case 'k':
		return []token{{"key-", 32}}
	case 'l':
		return []token{{"lin_api_", 30}, {"lsv2_", 30}}
	case 'm':
		return []token{{"mdb_sa_sk_", 30}}
	case 'n':
		return []token{{"npm_", 30}, {"ntn_", 40}, {"napi_", 50}, {"nfp_", 30}, {"nvapi-", 50}, {"npg_", 12}}
	case 'o':
		return []token{{"ops_eyJ", 80}, {"oy2", 40}}
	case 'p':
		return []token{{"pypi-", 40}, {"pul-", 30}, {"pplx-", 40}, {"pscale_pw_", 20}, {"pscale_tkn_", 20},
			{"pscale_oauth_", 20}, {"pcsk_", 50}, {"phx_", 30}, {"pat-na1-", 30}, {"pat-eu1-", 30}, {"pnu_", 30}}
	case 'r':
		return []token{{"rk_live_", 16}, {"rk_test_", 16}, {"rubygems_", 40}, {"r8_", 30}, {"rnd_", 24}, {"rdme_", 50}, {"re_", 30}}
	case 't':
		return []token{{"tskey-", 20}, {"tgp_v1_", 30}, {"tvly-", 20}, {"tfp_", 40}}
	case 'v':
		return []token{{"vcp_", 40}, {"vca_", 40}, {"vci_", 40}, {"vcr_", 40}, {"vck_", 40}}
	case 'w':
		return []token{{"whsec_", 24}}
	case 'y':
		return []token{{"ya29.", 40}}
	}
	return nil
}

// secretName reports whether a name (of a variable, flag, member, header)
// stands for a secret.
func secretName(name string) bool {
	name = strings.TrimLeft(name, "-")
	if len(name) < 3 || len(name) > 100 {
		return false
	}
	parts := splitName(name)
	last := parts[len(parts)-1]
	if tellsAbout(last) && !(last == "id" && len(parts) > 1 && parts[len(parts)-2] == "secret") {
		return false
	}
	upper := name == strings.ToUpper(name)
	switch {
	case parts[0] == "no" || parts[0] == "max" || parts[0] == "public":
		return false
	case last == "pwd":
		return name != "PWD"
	}
	for i, part := range parts {
		next := ""
		if i+1 < len(parts) {
			next = parts[i+1]
		}
		if secretPart(part, next) {
			return true
		}
	}
	// STRIPE_KEY=..., but not --key or sort-key.
	return upper && len(parts) > 1 && last == "key"
}

// secretPart judges one part of a name, and a pair such as api_key.
func secretPart(part, next string) bool {
	switch part {
	case "pass", "auth", "authorization", "cookie", "credential", "credentials", "secrets", "sig", "pat":
		return part != "auth" || next == "" || next == "key" || next == "token"
	case "api", "access", "private", "account", "encryption", "signing", "master", "session", "client":
		return next == "key"
	}
	for _, ending := range []string{"password", "passwd", "passphrase", "token", "secret", "apikey", "authkey", "accesskey", "privatekey"} {
		if strings.HasSuffix(part, ending) {
			return true
		}
	}
	return false
}

// tellsAbout reports whether the last part of a name says that the value is
// something about a secret and not the secret.
func tellsAbout(last string) bool {
	switch last {
	case "file", "path", "dir", "type", "name", "id", "url", "uri", "endpoint", "ttl", "length", "len", "count", "limit",
		"env", "policy", "store", "manager", "version", "expiry", "expires", "expiration", "stdin", "arn", "ref", "field",
		"prompt", "hint", "helper", "provider", "method", "budget", "only", "mode", "required", "fd", "scope", "scopes":
		return true
	}
	return false
}

// splitName cuts a name at signs and where lower case turns to upper, and
// gives the parts in lower case: clientSecret, client-secret, CLIENT_SECRET.
func splitName(name string) []string {
	var parts []string
	start := 0
	add := func(end int) {
		if end > start {
			parts = append(parts, strings.ToLower(name[start:end]))
		}
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case c == '_' || c == '-' || c == '.':
			add(i)
			start = i + 1
		case i > start && 'A' <= c && c <= 'Z' && 'a' <= name[i-1] && name[i-1] <= 'z':
			add(i)
			start = i
		}
	}
	add(len(name))
	if parts == nil {
		parts = []string{""}
	}
	return parts
}

// program is a command with a short flag for a password. Facts from the
// manual pages of the programs.
type program struct {
	flag     string // as -p
	attached bool   // the value may follow without a blank
	apart    bool   // the value may be the next word
	user     bool   // the value is user:password
}

func programNamed(word string) *program {
	switch word {
	case "mysql", "mysqldump", "mysqladmin", "mysqlimport", "mariadb", "mariadb-dump", "mariadb-admin":
		return &program{flag: "-p", attached: true}
	case "sshpass", "mongo", "mongosh", "mongodump", "mongorestore", "login":
		return &program{flag: "-p", attached: true, apart: true}
	case "redis-cli":
		return &program{flag: "-a", attached: true, apart: true}
	case "ldapsearch", "ldapadd", "ldapmodify", "ldapdelete", "ldappasswd":
		return &program{flag: "-w", attached: true, apart: true}
	case "sqlcmd", "bcp":
		return &program{flag: "-P", attached: true, apart: true}
	case "curl":
		return &program{flag: "-u", attached: true, apart: true, user: true}
	case "smbclient":
		return &program{flag: "-U", attached: true, apart: true, user: true}
	}
	return nil
}

// flagOf masks the password behind a short flag of the present program; word
// is the flag and ends at end.
func (m *masker) flagOf(word string, end int) int {
	p := m.program
	if p == nil {
		return end
	}
	if p.user && (word == "--user" || word == "--auth" || word == "--proxy-user") {
		return m.password(*p, m.separated(end))
	}
	if !strings.HasPrefix(word, p.flag) || strings.HasPrefix(word, "--") {
		return end
	}
	if len(word) > len(p.flag) || end < len(m.text) && !strings.ContainsRune(" \t\n;|&", rune(m.text[end])) {
		if !p.attached {
			return end
		}
		return m.password(*p, end-len(word)+len(p.flag))
	}
	if !p.apart {
		return end
	}
	return m.password(*p, m.separated(end))
}

// separated is where a flag's value begins, end if there is none.
func (m *masker) separated(end int) int {
	if strings.HasPrefix(m.text[end:], "=") {
		return end + 1
	}
	return m.blanks(end)
}

// password masks a flag's value at i, or only what follows the user's name.
func (m *masker) password(p program, i int) int {
	if !p.user {
		return m.value(i)
	}
	end := m.bare(i)
	if i < len(m.text) && (m.text[i] == '"' || m.text[i] == '\'') {
		i++
		end = m.quoted(i, m.text[i-1])
	}
	colon := strings.IndexAny(m.text[i:end], ":%")
	if colon < 0 || m.reference(i+colon+1) {
		return i
	}
	return m.hide(i+colon+1, end)
}

// looksRandom reports whether a word of base64's alphabet looks made by a
// random generator: long, with digits and letters of both cases, and changing
// between them more often than names and paths do. Digests in hexadecimal and
// UUIDs name things and stay.
func looksRandom(word string) bool {
	word = strings.TrimRight(word, "=.")
	if len(word) < 24 || len(word) > 4096 {
		return false
	}
	var lower, upper, digits, changes, signs int
	before := byte(0)
	for i := 0; i < len(word); i++ {
		class := byte('s')
		switch c := word[i]; {
		case 'a' <= c && c <= 'z':
			class, lower = 'l', lower+1
		case 'A' <= c && c <= 'Z':
			class, upper = 'u', upper+1
		case '0' <= c && c <= '9':
			class, digits = 'd', digits+1
		default:
			signs++
		}
		// Signs stand between words, and a capital begins one.
		if before != 0 && class != before && class != 's' && before != 's' && !(before == 'u' && class == 'l') {
			changes++
		}
		before = class
	}
	return lower >= 3 && upper >= 3 && digits >= 2 && signs*6 <= len(word) && changes*100 >= 28*len(word)
}
