package mask

import (
	"strings"
	"testing"
	"time"
)

// fake builds a token at run time, so that no scanner takes this file's
// examples for real ones.
func fake(prefix string, n int) string {
	const noise = "a8Kd03nQz7WmX2cVb9Ly5TfR1gHs6Jp4"
	return prefix + strings.Repeat(noise, n/len(noise)+1)[:n]
}

func TestMask(t *testing.T) {
	t.Parallel()
	random := fake("", 40)
	tests := []struct{ name, text, want string }{
		{"nothing", "git commit -am 'fix the parser' && go test ./... | tail -40", ""},
		{"flag apart", "tool --password hunter2 --user me", "tool --password [masked 7] --user me"},
		{"flag joined", "tool --api-key=abc,def x", "tool --api-key=[masked 7] x"},
		{"flag quoted", `tool --token "a b c" x`, `tool --token "[masked 5]" x`},
		{"flag single quoted", `tool --token '$a b' x`, `tool --token '[masked 4]' x`},
		{"flag without value", "tool --password --user me", ""},
		{"flag about a secret", "tool --password-stdin --token-file /x --no-token a --max-tokens=100", ""},
		{"reference", `tool --token $TOKEN --password "${PW}" --secret $(pass show x) A_TOKEN=$B`, ""},
		{"reference in braces", "curl -u me:$PASS -H \"Authorization: Bearer $T\" https://me:${PW}@h/", ""},
		{"environment", "GITHUB_TOKEN=abc DB_PASSWORD='x y' MYSQL_PWD=z STRIPE_KEY=q PWD=/x npm test",
			"GITHUB_TOKEN=[masked 3] DB_PASSWORD='[masked 3]' MYSQL_PWD=[masked 1] STRIPE_KEY=[masked 1] PWD=/x npm test"},
		{"joined names", "PGPASSWORD=x psql; clientSecret=y", "PGPASSWORD=[masked 1] psql; clientSecret=[masked 1]"},
		{"names of other things", "KEYBOARD=de TOKENIZER=bpe COMPASS=n sort --key 2 MONKEY=1 ACCESS_KEY_ID_FILE=x", ""},
		{"YAML", "password: hunter2\nuser: me", "password: [masked 7]\nuser: me"},
		{"JSON", `{"user":"me","password": "hun\"ter2","n":1}`, `{"user":"me","password": "[masked 9]","n":1}`},
		{"JSON in JSON", `{"body":"{\"token\":\"abc\",\"n\":1}"}`, `{"body":"{\"token\":\"[masked 3]\",\"n\":1}"}`},
		{"unclosed quote", `TOKEN="abc def`, `TOKEN="[masked 7]`},
		{"query", "curl 'https://h/p?access_token=abc&n=1'", "curl 'https://h/p?access_token=[masked 3]&n=1'"},
		{"URL", "git clone https://me:s3cr3t@h/r.git ssh://git@h/r", "git clone https://me:[masked 6]@h/r.git ssh://git@h/r"},
		{"URL of a database", "psql postgres://u:p@ss@h:5432/d", "psql postgres://u:[masked 4]@h:5432/d"},
		{"bearer", `curl -H "Authorization: Bearer abc.def-g" u`, `curl -H "Authorization: Bearer [masked 9]" u`},
		{"basic", `curl -H 'authorization: Basic dTpw' u`, `curl -H 'authorization: Basic [masked 4]' u`},
		{"cookie", `curl -H 'Cookie: a=b; c=d' u`, `curl -H 'Cookie: [masked 8]' u`},
		{"bearer alone", "say bearer abcdefgh12345678", "say bearer [masked 16]"},
		{"bearer as a word", "the bearer arrives, basic authentication", ""},
		{"api key header", `curl -H "X-Api-Key: abc" u`, `curl -H "X-Api-Key: [masked 3]" u`},
		{"curl user", `curl "https://h?a=1&b=2" -u me:pw; curl --user "me:p w" h`, `curl "https://h?a=1&b=2" -u me:[masked 2]; curl --user "me:[masked 3]" h`},
		{"mysql", "mysql -u root -pS3c db; mkdir -p dir", "mysql -u root -p[masked 3] db; mkdir -p dir"},
		{"mysql prompt", "mysql -u root -p db", ""},
		{"sshpass", "sshpass -p s3c ssh h", "sshpass -p [masked 3] ssh h"},
		{"docker login", "docker login -u me -p s3c", "docker login -u me -p [masked 3]"},
		{"docker run", "docker run -p 80:80 -e POSTGRES_PASSWORD=x pg", "docker run -p 80:80 -e POSTGRES_PASSWORD=[masked 1] pg"},
		{"redis", "redis-cli -a s3c", "redis-cli -a [masked 3]"},
		{"digests and paths stay", "git show 0123456789abcdef0123456789abcdef01234567 && cat /usr/lib/python3/Dist-Packages/Foo2/BarBaz.py 123e4567-e89b-12d3-a456-426614174000", ""},
		{"random word", "echo " + random, "echo [masked 40]"},
		{"private key", "echo '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----'",
			"echo '-----BEGIN RSA PRIVATE KEY-----[masked 6]-----END RSA PRIVATE KEY-----'"},
		{"private key cut", "-----BEGIN PRIVATE KEY-----\\nMIIE", "-----BEGIN PRIVATE KEY-----[masked 6]"},
		{"public key", "-----BEGIN PUBLIC KEY-----\nMIIE\n-----END PUBLIC KEY-----", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			want := test.want
			if want == "" {
				want = test.text
			}
			got := Text(test.text)
			if got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			if again := Text(got); again != got {
				t.Errorf("again %s", again)
			}
		})
	}
}

func TestMaskKnownTokens(t *testing.T) {
	t.Parallel()
	for prefix, n := range map[string]int{
		"AKIA": 16, "ghp_": 36, "github_pat_": 82, "glpat-": 20, "xoxb-": 50, "sk-ant-api03-": 95, "sk-proj-": 74,
		"sk-": 48, "AIza": 35, "sk_live_": 24, "rk_live_": 24, "whsec_": 32, "npm_": 36, "pypi-AgEIcHlwaS5vcmc": 90,
		"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.": 43, "ya29.": 80, "hf_": 34, "dckr_pat_": 27, "SG.": 66,
	} {
		token := fake(prefix, n)
		got := Text("echo " + token + " | tool")
		if strings.Contains(got, token[len(token)-8:]) || !strings.HasSuffix(got, "] | tool") {
			t.Errorf("%s: got %s", prefix, got)
		}
	}
	for _, word := range []string{"AKIAshort", "sk-learn", "npm_config_registry_with_a_long_name_indeed", "SKIP_THE_SLOW_INTEGRATION_TESTS_OF_THIS", "key-value-store-with-a-long-name-of-words"} {
		if got := Text(word); got != word {
			t.Errorf("%s: got %s", word, got)
		}
	}
}

func TestMaskIsLinear(t *testing.T) {
	t.Parallel()
	const size = 1 << 20
	for _, unit := range []string{"a/", "a", "://", "://a:", "password=", "\"", "token:\"", `token:\"`, "-----BEGIN PRIVATE KEY-----", "bearer ", "curl -u ", "--token ", "://x@", "é"} {
		text := strings.Repeat(unit, size/len(unit))
		start := time.Now()
		Text(text)
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("%q: %v for 1 MiB", unit, took)
		}
	}
}

// FuzzMask: masking again changes nothing, and a password's value never stays.
func FuzzMask(f *testing.F) {
	for _, seed := range []string{"--password x", "A_TOKEN='x'", "https://u:p@h", `{"secret":"x"}`, "mysql -px", "-----BEGIN PRIVATE KEY-----", "curl -u a:b", "[masked 3]"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := Text(text)
		if len(text) > 0 && len(got) > 20*len(text)+20 {
			t.Fatalf("%d bytes became %d", len(text), len(got))
		}
		if again := Text(got); again != got {
			t.Fatalf("%q became %q, then %q", text, got, again)
		}
		const secret = "zq9zq9zq9"
		if strings.Contains(text, secret) {
			return
		}
		if out := Text(text + "\n DB_PASSWORD=" + secret + "\n"); strings.Contains(out, secret) {
			t.Fatalf("%q: %q", text, out)
		}
	})
}

func BenchmarkMask(b *testing.B) {
	text := strings.Repeat("cd internal && GITHUB_TOKEN=abc go test ./... 2>&1 | tail -40; ", 4)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Text(text)
	}
}
