package word

import "strings"

// Placeholder tells whether a value stands for one that a reader should put
// there, or was typed to fill a test.
func Placeholder(v string) bool {
	low := strings.ToLower(v)
	for _, w := range [...]string{"example", "placeholder", "changeme", "change-me", "change_me", "change-this", "changethis", "replace", "redacted",
		"dummy", "sample", "xxxx", "your-", "your_", "yourpass", "yourkey", "yourtoken", "yoursecret", "yourapi", "-here", "_here", "goes-here", "insert",
		"generate", "not-a-real", "notreal", "fake", "mock", "foobar", "lorem", "****", "....", "----", "____", "\u2026", "todo", "fixme", "<", "[pad]",
		"{{", "}}", "${", "\u2022", "my-secret", "my_secret", "mysecret", "mypassword", "my-password", "my_password", "supersecret", "super-secret",
		"super_secret", "secret-key", "test-key", "testkey", "test_key", "test-token", "test_token", "invalid", "undefined", "deadbeef", "not-set", "todo",
		"cafebabe", "baadf00d", "correct-horse", "dont-use", "do-not-use", "0123456789", "unused", "ignored", "notasecret", "not-secret", "topsecret",
		"s3cr3t", "sekrit", "secret123", "opensesame", `\x1b`, `\033`, "open sesame", "abc123", "pass123", "passw0rd123", "password", "(none)", "optional", "default"} {
		if strings.Contains(low, w) {
			if (w == "password" || w == "default" || w == "todo") && len(v) > len(w)+4 && shape(v).special > 0 && !strings.ContainsAny(v, " ([") {
				continue // made from a word all the same
			}
			return true
		}
	}
	return Runs(v)*2 >= len(v) || dictionary(low)
}

// Runs counts the characters in stretches that repeat or count up or down.
func Runs(v string) int {
	total := 0
	for i := 0; i < len(v); {
		best := 1
		for _, step := range [...]int{0, 1, -1} {
			n := 1
			for i+n < len(v) && int(v[i+n])-int(v[i+n-1]) == step {
				n++
			}
			best = max(best, n)
		}
		if best >= 4 {
			total += best
		}
		i += best
	}
	return total
}

// dictionary tells whether nothing is left of a value when digits, signs and
// the words are taken away that people fill tests and examples with.
func dictionary(low string) bool {
	for i := 0; i < len(low); {
		if !lower(low[i]) {
			if low[i] >= 0x7f || strings.IndexByte("!@#$%^&*", low[i]) >= 0 && i < len(low)-1 {
				return false
			}
			i++
			continue
		}
		n := filler(low[i:])
		if n == 0 {
			return false
		}
		i += n
	}
	return true
}

func filler(s string) int {
	best := 0
	for _, w := range [...]string{"password", "passwd", "passphrase", "pass", "pwd", "secrets", "secret", "tokens", "token", "testing", "tests", "test",
		"administrator", "admin", "root", "username", "users", "user", "guest", "demo", "foo", "bar", "baz", "qux", "qwerty", "letmein", "apikey", "api", "keys", "key",
		"my", "some", "the", "your", "this", "is", "a", "an", "value", "string", "text", "postgres", "mysql", "mariadb", "redis", "rabbitmq", "rabbit", "minio",
		"hello", "world", "dev", "local", "localhost", "database", "db", "wrong", "correct", "right", "bad", "good", "new", "old", "another", "other",
		"first", "second", "valid", "invalid", "none", "null", "true", "false", "empty", "random", "long", "short", "auth", "access", "refresh", "client",
		"session", "bearer", "id", "credential", "credentials", "private", "public", "enter", "here", "abc", "abcd", "xyz", "asdf", "one", "two", "three", "for", "with",
		"and", "or", "not", "no", "app", "web", "server", "service", "ci", "prod", "staging", "production", "login", "email", "hidden", "super", "strong", "secure",
		"temp", "tmp", "unit", "integration", "e2e", "jwt", "oauth", "basic", "encrypted", "encryption", "sign", "signing", "vault", "data", "name", "github", "gitlab",
		"aws", "azure", "google", "stripe", "openai", "sonar", "docker", "grafana", "airflow", "keycloak", "elastic", "alice", "bob", "acme", "anoncvs", "anonymous", "in", "of", "to", "on"} {
		if len(w) > best && strings.HasPrefix(s, w) {
			best = len(w)
		}
	}
	return best
}

// Reference tells whether a value only says where the secret is.
func Reference(v string) bool {
	switch v[0] {
	case '$':
		return len(v) > 1 && (v[1] == '{' || v[1] == '(' || v[1] == '_' || v[1] == '$' || alpha(v[1]) && variable(v[1:]) || digit(v[1]) && strings.Count(v, "$") > 2)
	case '%':
		return len(v) > 2 && (strings.HasSuffix(v, "%") || v[1] == '(' || v[1] == '{' || v[2:] == "")
	case '{', '<', '[', '(', '`':
		return true
	case '!', '&', '*':
		first, rest, _ := strings.Cut(v[1:], " ")
		return rest != "" || allIn(first, func(c byte) bool { return alpha(c) || c == '_' || c == '/' || c == '.' || c == ':' || c == '-' })
	case '@':
		return strings.HasPrefix(v, "@Microsoft.") || strings.HasSuffix(v, "@")
	case '/', '~':
		return allIn(v, func(c byte) bool { return alpha(c) || digit(c) || strings.IndexByte("/._-~@", c) >= 0 }) && strings.Count(v, "/") > 1 && Entropy(v) < 4.3
	}
	return pointer(v)
}

// variable tells whether a name is all that follows a dollar sign, perhaps
// with a path or member behind it.
func variable(v string) bool {
	n := 0
	for n < len(v) && (alpha(v[n]) || digit(v[n]) || v[n] == '_') {
		n++
	}
	return n == len(v) || strings.IndexByte(".:/-@\"')", v[n]) >= 0
}

// pointer knows how other programs write where a secret is.
func pointer(v string) bool {
	low := strings.ToLower(v)
	for _, p := range [...]string{"op://", "vault:", "ssm:", "arn:", "projects/", "enc[", "enc(", "env.", "env:", "process.env", "os.environ", "os.getenv", "getenv(",
		"secretsmanager:", "gcpsm:", "awssm:", "keyvault:", "file:", "http://", "https://", "ref+", "secret:", "secret://", "secret/", "secrets.", "var.",
		"local.", "data.", "module.", "config.", "self.", "this.", "env_var", "pass:", "keyring:", "keychain:", "doppler:", "conjur:", "bws:", "gopass:", "akv://", "sops:", "_env:",
		"system.getenv", "import.meta", "settings.", "alias/", "credentials(", "base64-encoded", "sha256:", "sha1:", "sha512:", "md5:", "s3://", "gs://"} {
		if strings.HasPrefix(low, p) {
			return true
		}
	}
	return strings.Contains(v, "${") || strings.Contains(v, "{{") || strings.Contains(v, "$(") || strings.Contains(v, "%(") || strings.Contains(v, "://")
}

// Public tells whether a value is known to be meant for everybody, or is
// cipher text or a hash that gives nothing away.
func Public(v string) bool {
	for _, p := range [...]string{"pk_", "pk.", "phc_", "sb_publishable_", "sha256-", "sha384-", "sha512-", "sha1-", "SHA256:", "h1:", "ssh-", "ecdsa-", "AAAA",
		"age1", "$2a$", "$2b$", "$2y$", "$argon2", "$6$", "$5$", "$1$", "$apr1$", "$scrypt$", "$pbkdf2", "pbkdf2_", "pbkdf2:", "scrypt:", "argon2", "bcrypt", "{SSHA}", "{SHA}",
		"{bcrypt}", "{cipher}", "vault:v", "AQICAH", "ENC[", "$ANSIBLE_VAULT", "data:", "iVBOR", "MFkw", "MIGf", "LS0tLS1CRUdJTiBDRVJU",
		"LS0tLS1CRUdJTiBQVUJM", "-----BEGIN CERT", "-----BEGIN PUB", "-----BEGIN RSA PUB", "whpk_", "price_", "prod_", "cus_", "pi_", "rsa-", "urn:", "cl100k", "AKIAIOSFODNN7"} {
		if strings.HasPrefix(v, p) {
			return true
		}
	}
	if len(v) >= 100 && v[:2] == "Ag" {
		return true // sealed for a cluster
	}
	if strings.HasPrefix(v, "MII") {
		// Certificates and public keys; a private key says which kind it is.
		return !strings.Contains(v[:min(len(v), 40)], "IBAAK") && !strings.Contains(v[:min(len(v), 40)], "IBADAN")
	}
	return len(v) == 42 && v[:2] == "0x" && allIn(v[2:], hexDigit)
}
