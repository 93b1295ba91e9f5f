package secret

import (
	"encoding/base64"
	"math/rand/v2"
	"strings"
	"testing"
)

// maker makes random values, the same ones in every run.
type maker struct{ *rand.Rand }

func (m maker) of(letters string, n int) string {
	for {
		b := make([]byte, n)
		for i := range b {
			b[i] = letters[m.IntN(len(letters))]
		}
		if s := string(b); strings.ContainsAny(s, "0123456789") || !strings.ContainsAny(letters, "0123456789") {
			return s
		}
	}
}

const (
	digits = "0123456789"
	hexes  = "0123456789abcdef"
	small  = "abcdefghijklmnopqrstuvwxyz"
	alnum  = digits + small + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

// filledIn puts random values where a text wants them: {P} a password with
// signs, {Q} one of letters and digits, {T} a token of 32, {H} 32 digits in
// hexadecimal, {HH} 64 of them, {B} 40 in base64, {U} a UUID, {W} 12 words.
func (m maker) filledIn(text string) string {
	h := func(n int) string { return m.of(hexes, n) }
	basic := func() string {
		return base64.StdEncoding.EncodeToString([]byte("ci-bot:" + m.of(alnum, 14)))
	}
	for _, v := range []struct {
		mark string
		make func() string
	}{
		{"{P}", func() string {
			return m.of(alnum, 4) + m.of("!*^@+", 1) + m.of(alnum, 4) + m.of("!*^@+", 1) + m.of(digits, 2)
		}},
		{"{Q}", func() string { return m.of(alnum, 14) }},
		{"{T}", func() string { return m.of(alnum, 32) }},
		{"{H}", func() string { return h(32) }},
		{"{HH}", func() string { return h(64) }},
		{"{B}", func() string { return m.of(alnum, 20) + "/" + m.of(alnum, 9) + "+" + m.of(alnum, 9) }},
		{"{U}", func() string { return h(8) + "-" + h(4) + "-4" + h(3) + "-a" + h(3) + "-" + h(12) }},
		{"{G}", func() string { return "gl" + "pat-" + m.of(alnum, 20) }},
		{"{E}", basic},
		{"{W}", func() string {
			words := make([]string, 12)
			for i := range words {
				words[i] = m.of(small, 3+m.IntN(5))
			}
			return strings.Join(words, " ")
		}},
		{"{K}", func() string { return m.body() }},
	} {
		for strings.Contains(text, v.mark) {
			text = strings.Replace(text, v.mark, v.make(), 1)
		}
	}
	return text
}

// body is what stands in a private key.
func (m maker) body() string {
	b := make([]byte, 150)
	for i := range b {
		b[i] = byte(m.IntN(256))
	}
	s := base64.StdEncoding.EncodeToString(b)
	return s[:64] + "\n" + s[64:128] + "\n" + s[128:]
}

// TestKindsOfSecrets holds surroundings in which a secret must be found, on the
// line marked with a trailing "  ‹", or on the only one.
func TestKindsOfSecrets(t *testing.T) {
	s := scanner(t, Options{})
	m := maker{rand.New(rand.NewPCG(1, 2))}
	for _, c := range kindsOfSecrets() {
		path, text, _ := strings.Cut(c, "|")
		line := 1
		if i := strings.Index(text, "‹"); i >= 0 {
			line = 1 + strings.Count(text[:i], "\n")
			text = strings.ReplaceAll(text, "‹", "")
		}
		for range 5 {
			one := m.filledIn(text)
			got := scan(t, s, path, one+"\n")
			if len(got) != 1 || got[0].Line != line {
				t.Errorf("%s: %q: wanted one in line %d, got %v", path, one, line, labels(got))
				break
			}
		}
	}
}

// TestKindsOfHarmlessText holds what must not be flagged.
func TestKindsOfHarmlessText(t *testing.T) {
	s := scanner(t, Options{})
	m := maker{rand.New(rand.NewPCG(3, 4))}
	for _, c := range kindsOfHarmless() {
		path, text, _ := strings.Cut(c, "|")
		for range 5 {
			one := m.filledIn(text)
			if got := scan(t, s, path, one+"\n"); len(got) != 0 {
				t.Errorf("%s: %q: got %v", path, one, labels(got))
				break
			}
		}
	}
}

func kindsOfSecrets() []string {
	return []string{
		// Settings.
		".env|DB_PASSWORD={P}", ".env|DB_PASS={Q}", ".env|export API_TOKEN='{T}'", ".env|SESSION_SECRET={HH}", ".env|JWT_SECRET=\"{B}\"",
		".env|# DB_PASSWORD={P}", ".env.production|SMTP_PASSWORD={Q}", ".env|ENCRYPTION_KEY={HH}", ".env|MY_SERVICE_KEY={T}", ".env|REDIS_PASSWORD={T}",
		"config.ini|[db]\npassword = {P}‹", "config.ini|pwd={Q}", "app.properties|spring.datasource.password={P}", "app.properties|api.secret: {T}",
		"application.yml|spring:\n  password: {Q}‹", "application.yml|db: {user: app, password: {Q}}", "values.yaml|auth:\n  rootPassword: \"{P}\"‹",
		"values.yaml|apiKey: {T}", "values.yaml|env:\n- name: API_TOKEN\n  value: \"{T}\"‹", "compose.yaml|environment:\n  - POSTGRES_PASSWORD={Q}‹",
		"config.toml|password = \"{P}\"", "config.toml|api_key = '{H}'", "main.tf|  master_password = \"{P}\"", "prod.auto.tfvars|token = \"{T}\"",
		"appsettings.json|{\"Db\": \"Server=db;User Id=sa;Password={Q};Encrypt=True\"}", "app.config|<add key=\"ApiKey\" value=\"{T}\" />",
		"settings.xml|<server><password>{Q}</password></server>", "Info.plist|<key>ApiSecret</key>\n<string>{T}</string>‹",
		"config.json|{\"client_secret\": \"{T}\"}", "config.json|{\"auth\": {\"password\": \"{P}\"}}", "env.json|[{\"name\": \"API_KEY\", \"value\": \"{T}\"}]",
		"redis.conf|requirepass {Q}", "redis.conf|masterauth {Q}", ".netrc|machine h.corp.io\n  login u\n  password {Q}‹", ".netrc|machine h login u password {Q}",
		".pgpass|db.corp.io:5432:app:app:{Q}", ".my.cnf|[client]\npassword={P}‹", ".npmrc|//npm.corp.io/:_authToken={U}", ".npmrc|_auth={E}",
		".docker/config.json|{\"auths\": {\"r.corp.io\": {\"auth\": \"{E}\"}}}", "pip.conf|[global]\nindex-url = https://bot:{Q}@pypi.corp.io/simple‹",
		".yarnrc.yml|npmAuthToken: \"{U}\"", "gradle.properties|mavenPassword={P}", ".s3cfg|secret_key = {B}", "rclone.conf|pass = {T}",
		"hosts.ini|db1 ansible_host=10.0.0.3 ansible_password={Q}", "group_vars/all.yml|ansible_become_pass: {P}", "wg0.conf|[Interface]\nPrivateKey = {B}/ab=‹",
		"config/master.key|{H}", "db_password.txt|{Q}", ".vault-token|{T}", "application.conf|secret.key = \"{HH}\"", "kaggle.json|{\"username\":\"me\",\"key\":\"{H}\"}",
		"wpa_supplicant.conf|  psk=\"{Q}\"", "msmtprc|password {Q}", "Dockerfile|ENV SECRET_KEY={T}", "Dockerfile|ARG GITHUB_PASSWORD={Q}",
		"ci.yml|    DEPLOY_TOKEN: {T}", "ci.yml|    - run: deploy --token {T}", "user-data.yaml|chpasswd: {expire: false}\npassword: {Q}‹",
		"web.config|<add name=\"C\" connectionString=\"Data Source=h;User=sa;Pwd={Q}\" />", "wp-config.php|define('DB_PASSWORD', '{P}');",
		// Programs.
		"a.py|PASSWORD = \"{P}\"", "a.py|client = Client(token=\"{T}\")", "a.py|conf['api_key'] = '{T}'", "a.py|requests.get(u, auth=('bot', '{G}'))",
		"a.py|SECRET_KEY = os.environ.get(\"SECRET_KEY\", \"{T}\")", "a.py|conn = connect(\"host=db user=app password={Q} dbname=x\")",
		"a.js|const apiKey = '{T}';", "a.js|headers: { 'X-Api-Key': '{T}' }", "a.js|const secret = process.env.JWT_SECRET || '{T}';", "a.ts|private readonly token: string = \"{T}\";",
		"a.ts|password: \"{P}\",", "a.go|const apiToken = \"{T}\"", "a.go|\tPassword: \"{Q}\",", "a.go|var secretKey string = \"{T}\"", "a.go|req.Header.Set(\"X-Auth-Token\", \"{T}\")",
		"a.java|private static final String PASSWORD = \"{P}\";", "a.java|props.setProperty(\"db.password\", \"{Q}\");", "a.kt|val clientSecret = \"{T}\"",
		"a.rb|config.secret_key_base = '{HH}'", "a.rb|password: '{P}',", "a.php|$password = '{P}';", "a.php|'api_key' => '{T}',", "a.cs|string connectionPassword = \"{Q}\";",
		"a.rs|let api_key = \"{T}\";", "a.rs|let token = String::from(\"{T}\");", "a.swift|let apiKey = \"{T}\"", "a.ps1|$Password = ConvertTo-SecureString \"{P}\" -AsPlainText -Force",
		"a.c|#define API_KEY \"{T}\"", "a.sql|CREATE USER app IDENTIFIED BY '{Q}';", "a.sql|ALTER USER app WITH PASSWORD '{Q}';", "a.ex|secret_key_base: \"{B}{T}\"",
		"a.py|KEY = \"glp\" + \"at-{T}\"", "a.ipynb|   \"api_key = \\\"{T}\\\"\\n\",", "a.lua|local token = \"{T}\"", "a.dart|const String apiKey = '{T}';",
		"a.scala|val password = \"{P}\"", "a.groovy|password = '{P}'", "a.sh|curl -H \"X-Auth-Token: {T}\" https://h", "a.sh|TOKEN={T}", "a.bat|set DB_PASSWORD={Q}",
		"a.sh|curl -u bot:{Q} https://h", "a.sh|curl --user bot:{Q} https://h", "a.sh|mysql -u root -p{Q} shop", "a.sh|sshpass -p {Q} ssh h", "a.sh|PGPASSWORD={Q} psql",
		"a.sh|tool --password={Q}", "a.sh|tool --password {Q} x", "a.sh|kubectl create secret generic db --from-literal=password={Q}", "a.sh|docker login -u me -p {G} r",
		"a.sh|redis-cli -a {Q} ping", "a.sh|echo 'root:{Q}' | chpasswd", "a.sh|wget --http-password={Q} https://h", "a.sh|htpasswd -b f admin {Q}",
		"(bash)|export DB_PASSWORD={Q}", "(bash)|curl -H 'Authorization: Bearer {T}' https://h", "(bash)|curl 'https://h/x?api_key={T}'", "(bash)|aws configure set aws_secret_access_key {B}",
		"(bash)|git clone https://me:{Q}@git.corp.io/a.git", "(bash)|psql postgres://app:{Q}@db/app", "(bash)|mongosh mongodb://u:{P}h@h:27017",
		// URLs and headers.
		"a.py|URL = \"postgresql://app:{Q}@db.corp.io/app\"", "a.yml|url: redis://:{Q}@cache:6379/0", "a.txt|https://bot:{Q}@git.corp.io/x", "r.http|Authorization: Basic {E}",
		"a.js|fetch(u, {headers: {Authorization: 'Bearer {T}'}})", "a.log|> Authorization: Bearer {T}", "a.properties|jdbc.url=jdbc:mysql://h/d?user=a&password={Q}",
		"a.py|headers = {\"Authorization\": \"Token {T}\"}", "a.conf|proxy_set_header Authorization \"Basic {E}\";",
		// Keys.
		"k.pem|-----BEGIN " + "RSA PRIVATE KEY-----\n{K}\n-----END RSA PRIVATE KEY-----", "k.yml|key: |\n  -----BEGIN " + "PRIVATE KEY-----‹\n{K}\n-----END PRIVATE KEY-----",
		"k|-----BEGIN " + "OPENSSH PRIVATE KEY-----\n{K}\n-----END OPENSSH PRIVATE KEY-----", "k.asc|-----BEGIN PGP " + "PRIVATE KEY BLOCK-----\n\n{K}\n-----END PGP PRIVATE KEY BLOCK-----",
		"k.jwk|{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"a\",\"d\":\"{T}{H}\"}", ".env|MNEMONIC=\"{W}\"", ".env|PRIVATE_KEY=0x{HH}", "a.js|accounts: ['0x{HH}'],", "seed.txt|{W}",
		"s.yaml|kind: Secret\ndata:\n  config: " + base64.StdEncoding.EncodeToString([]byte("password=x")) + "\n  password: {E}‹",
	}
}

func kindsOfHarmless() []string {
	return []string{
		".env|DB_PASSWORD=${VAULT_DB}", ".env|API_KEY=your_api_key_here", ".env|TOKEN=<token>", ".env|PASSWORD=changeme", ".env|SECRET=op://v/i/f", ".env|API_KEY=xxxxxxxxxxxxxxxx",
		".env|PUBLIC_KEY={T}", ".env|NEXT_PUBLIC_SITE_KEY={T}", ".env|CACHE_KEY_PREFIX=app-v1", ".env|COMMIT_SHA={H}", ".env|BUILD_ID={U}", ".env|TENANT_ID={U}", ".env|MAX_TOKENS=4096",
		"a.go|token := os.Getenv(\"API_TOKEN\")", "a.go|Password: cfg.Password,", "a.go|func (p *parser) token() token.Token {", "a.go|key := \"user:profile:settings\"",
		"a.go|if password == \"\" {", "a.py|password = getpass(\"Password: \")", "a.py|token = response.json()[\"access_token\"]", "a.py|secret_name = \"prod/db\"",
		"a.py|def login(user: str, password: str = \"\") -> Token:", "a.js|localStorage.getItem('auth_token')", "a.js|const tokenKey = 'app.auth.token';", "a.ts|apiKey: string;",
		"a.ts|type Secret = { key: string; value: string }", "a.java|@Value(\"${app.jwt.secret}\") private String secret;", "a.java|String key = \"com.acme.app.feature.Toggle\";",
		"a.md|Set `API_TOKEN` to the token of your account.", "a.md|curl -H \"Authorization: Bearer $TOKEN\" https://h", "a.md|password: `your-password`", "a.md|The token {H} is the commit.",
		"a.yml|secretName: app-tls", "a.yml|key: node.kubernetes.io/not-ready", "a.yml|password: \"{{ vault_pw }}\"", "a.yml|token: !vault |", "a.yml|secretKeyRef: {name: db, key: password}",
		"a.yml|uses: actions/checkout@{H}12345678", "a.yml|image: r.io/app@sha256:{HH}", "a.json|{\"integrity\": \"sha512-{B}{B}==\"}", "a.json|{\"nextPageToken\": \"{T}\"}",
		"a.json|{\"keyId\": \"{H}\"}", "a.json|{\"id\": \"{U}\", \"etag\": \"{H}\"}", "a.json|{\"password\": \"Enter your password\"}", "a.json|{\"scripts\": {\"token\": \"node scripts/token.js\"}}",
		"go.sum|github.com/x/token v1.0.0 h1:{B}abc=", "a.css|.token-{H} { color: red }", "a.html|<input type=\"password\" name=\"password\" value=\"\">", "a.html|<label for=\"password\">Password</label>",
		"a.sh|read -s PASSWORD", "a.sh|TOKEN=$(cat token.txt)", "a.sh|mysql -u root -p shop", "a.sh|curl -u \"$USER:$PASS\" https://h", "a.sh|docker run -p 8080:80 nginx", "a.sh|ssh -p 2222 host",
		"a.sh|mkdir -p dist/curl-8.1.2", "a.sh|--password-file=/run/secrets/db", "a.sh|gh secret set API_TOKEN < token.txt", "a.sh|export PATH=$HOME/bin:$PATH", "(bash)|grep -rn password src/",
		"(bash)|git log --format=%H -n 1 {H}", "(bash)|kubectl get secret db -o yaml", "(bash)|vault kv get secret/app", "(bash)|openssl genrsa -out key.pem 2048",
		"a.tf|password = var.db_password", "a.tf|kms_key_id = \"arn:aws:kms:eu-west-1:123456789012:key/{U}\"", "a.sql|password VARCHAR(255) NOT NULL,", "a.log|token refresh took 120ms id={U}",
		"a.log|--- PASS: TestToken/refresh (0.02s)", "a.py|SECRET_KEY = config('SECRET_KEY')", "a.py|assert token == expected_token_v2", "a.rb|params.require(:user).permit(:password, :token)",
		"a.py|\"password\": \"test1234\"", "a.js|password: 'secret123'", "a.go|Password: \"password1\",", "docs/a.md|postgres://user:pass@localhost:5432/db", "a.py|\"https://user:pass@example.com/\"",
		"a.pem|-----BEGIN CERTIFICATE-----\n{K}\n-----END CERTIFICATE-----", "a.go|const begin = \"-----BEGIN " + "RSA PRIVATE KEY-----\"", "a.yml|sops:\n  mac: ENC[AES256_GCM,data:{B},iv:{B},type:str]",
		"a.js|var t=e.token||n.token,r=t.key+\":\"+t.secret;", "a.xml|<property name=\"passwordEncoder\" ref=\"bcryptEncoder2\"/>", "a.kt|val TOKEN_TYPE = \"Bearer\"", "a.py|api_key_header = APIKeyHeader(name=\"X-API-Key\")",
		"package.json|\"jsonwebtoken\": \"^9.0.2\",", "a.toml|keyring = \"2.3.0\"", "a.txt|keyboard: pc105", "a.json|{\"key\": \"ctrl+shift+f5\"}", "a.ini|key = value", "a.csv|token,count\nabc,12",
		"a.proto|string access_token = 3;", "a.go|{Key: \"x-amz-meta-token\", Value: \"abc\"},", "a.c|#define KEY_LENGTH 32", "a.cs|public string Password { get; set; }", "a.vue|<Input v-model=\"form.password\" />",
	}
}
