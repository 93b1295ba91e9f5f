// Package word judges names and values: whether a name stands for a secret, and
// whether the value given to it could be one or is a placeholder, a reference,
// or something that only looks random.
package word

import "strings"

// Kind is what a name stands for.
type Kind int

// The kinds. None is the zero value.
const (
	None     Kind = iota
	Password      // chosen by a person, perhaps
	Secret        // a token, key or credential
	Key           // may well be the key of a table
	Phrase        // the words of a wallet
	Login         // user and password, in base64
)

// maxName bounds names, in characters.
const maxName = 120

// Name judges the name of a variable, member, flag or header.
func Name(name string) Kind {
	if len(name) < 2 || len(name) > maxName || strings.Contains(name, "::") {
		return None
	}
	var room [24]string
	parts := Split(name, room[:0])
	if len(parts) == 0 {
		return None
	}
	if n := len(parts); n >= 3 && parts[n-1] == "id" && parts[n-2] == "key" && parts[n-3] == "access" {
		return Key // half of a pair that belongs together
	}
	for _, p := range parts {
		if harmless(p) {
			return None
		}
	}
	if last := &parts[len(parts)-1]; len(*last) > 3 {
		if bare := strings.TrimRight(*last, "0123456789"); len(bare) > 2 {
			*last = bare
		}
	}
	for len(parts) > 1 && qualifier(parts[len(parts)-1]) {
		parts = parts[:len(parts)-1]
	}
	return ending(parts, name == strings.ToUpper(name))
}

// ending judges what the last part of a name says.
func ending(parts []string, upper bool) Kind {
	last, before := parts[len(parts)-1], ""
	if len(parts) > 1 {
		before = parts[len(parts)-2]
	}
	switch last {
	case "pass", "passin", "passout", "pw", "pwd", "psk", "rootpw":
		return Password
	case "token", "secret", "secrets", "apikey", "credential", "credentials", "pat", "authorization", "bearer":
		return Secret
	case "auth", "dockerconfigjson", "dockercfg":
		return Login
	case "mnemonic", "seedphrase":
		return Phrase
	case "phrase", "words", "seed":
		if last == "seed" || before == "seed" || before == "recovery" || before == "mnemonic" || before == "backup" {
			return Phrase
		}
		return None
	case "key", "keys":
		return keyed(before, upper && len(parts) > 1)
	case "salt":
		if !upper || before == "" {
			return None
		}
		return Key
	case "accounts":
		return Phrase
	}
	return suffix(last)
}

// keyed judges a key by the word before it.
func keyed(before string, upper bool) Kind {
	switch before {
	case "api", "access", "secret", "auth", "private", "encryption", "signing", "account", "app", "application", "license",
		"service", "server", "admin", "client", "jwt", "hmac", "webhook", "consumer", "deploy", "subscription", "storage",
		"shared", "user", "integration", "authtoken", "ingest", "write", "read", "token", "preshared", "psk", "decryption", "cookie",
		"security", "authentication", "crypt", "crypto", "project", "agent", "billing", "master", "root", "session", "functions":
		return Secret
	}
	if upper {
		return Secret
	}
	return Key
}

// suffix judges names that run words together.
func suffix(last string) Kind {
	for _, s := range [...]string{"password", "passwd", "passphrase", "passcode", "passwort", "kennwort", "pswd", "pwd", "pass"} {
		if strings.HasSuffix(last, s) && !onlyEnds(last) {
			return Password
		}
	}
	for _, s := range [...]string{"token", "secret", "apikey", "secretkey", "accesskey", "authkey", "privatekey", "encryptionkey",
		"sharedkey", "licensekey", "appkey", "accountkey", "masterkey"} {
		if strings.HasSuffix(last, s) {
			return Secret
		}
	}
	if strings.HasSuffix(last, "masterauth") {
		return Password
	}
	return None
}

// onlyEnds tells whether a word ends like a password and is another.
func onlyEnds(w string) bool {
	switch w {
	case "bypass", "compass", "multipass", "lastpass", "encompass", "onepass", "oldpwd", "buypass", "underpass", "overpass", "surpass", "trespass", "lowpass",
		"highpass", "bandpass", "subpass", "renderpass", "allpass", "twopass", "multipwd":
		return true
	}
	return false
}

// qualifier tells whether a last part says which of several secrets it is.
func qualifier(p string) bool {
	switch p {
	case "b64", "base64", "prod", "production", "staging", "stage", "dev", "development", "test", "testing", "live", "sandbox", "value", "val",
		"new", "old", "current", "primary", "secondary", "plain", "plaintext", "text", "raw", "string", "str", "base", "default", "data",
		"clear", "cleartext", "backup", "v1", "v2", "v3", "a", "b", "eu", "us", "local", "main", "override", "secure", "literal", "global":
		return true
	}
	for i := range len(p) {
		if p[i] < '0' || p[i] > '9' {
			return false
		}
	}
	return p != ""
}

// harmless tells whether a part of a name says that its value is something
// about a secret, or made for everybody to see.
func harmless(p string) bool {
	switch p {
	case "public", "pub", "publishable", "anon", "anonymous", "site", "hash", "hashed", "hashes", "digest", "checksum", "integrity", "fingerprint",
		"thumbprint", "sha", "sha1", "sha256", "sha512", "md5", "url", "uri", "urls", "endpoint", "path", "paths", "file", "files", "filename",
		"filepath", "dir", "directory", "folder", "name", "names", "id", "ids", "uid", "uuid", "guid", "arn", "ttl", "length", "len", "min", "max",
		"count", "counts", "size", "limit", "header", "headers", "field", "fields", "type", "types", "hint", "label", "placeholder", "next", "page",
		"sync", "continuation", "resume", "cursor", "pad", "eos", "bos", "stop", "unk", "cls", "sep", "mask", "csrf", "xsrf", "csrfmiddlewaretoken",
		"nonce", "idempotency", "cache", "partition", "sort", "foreign", "index", "translation", "i18n", "regex", "regexp", "pattern",
		"prefix", "suffix", "encrypted", "enc", "sealed", "cipher", "ciphertext", "required", "valid", "validation", "error", "errors", "message",
		"msg", "title", "expired", "expires", "expiry", "expiration", "expire", "policy", "algorithm", "alg", "method", "mode", "format", "version",
		"env", "var", "variable", "ref", "reference", "store", "storeclass", "provider", "helper", "manager", "factory", "class", "lifetime",
		"timeout", "prompt", "question", "strength", "reset_url", "tokenizer", "tokens", "budget", "description", "desc", "enabled", "disabled",
		"stdin", "scope", "scopes", "column", "attribute", "attr", "param", "parameter", "verifier", "challenge", "etag", "license_url", "kid",
		"handler", "callback", "func", "function", "chars", "alphabet", "charset", "usage", "exchange", "symbol", "address",
		"contract", "keyboard", "hotkey", "blob", "idx", "wrapped", "rotation", "status", "state", "selector":
		return true
	}
	return false
}

// Split cuts a name at signs and where a capital begins a word, and appends
// the parts in lower case: clientSecret, client-secret, CLIENT_SECRET.
func Split(name string, parts []string) []string {
	start := 0
	add := func(end int) {
		if end > start && len(parts) < cap(parts) {
			parts = append(parts, strings.ToLower(name[start:end]))
		}
		start = end
	}
	for i := range len(name) {
		c := name[i]
		switch {
		case c == '_' || c == '-' || c == '.' || c == ':' || c == '$' || c == '/' || c == ' ' || c == '@':
			add(i)
			start = i + 1
		case i > start && upper(c) && (lower(name[i-1]) || digit(name[i-1])):
			add(i)
		case i > start+1 && lower(c) && upper(name[i-1]) && upper(name[i-2]):
			add(i - 1)
		}
	}
	add(len(name))
	return parts
}

func upper(c byte) bool { return 'A' <= c && c <= 'Z' }
func lower(c byte) bool { return 'a' <= c && c <= 'z' }
func digit(c byte) bool { return '0' <= c && c <= '9' }
func alpha(c byte) bool { return upper(c) || lower(c) }
