package word

import "testing"

func TestNames(t *testing.T) {
	for name, want := range map[string]Kind{
		"password": Password, "DB_PASSWORD": Password, "dbPass": Password, "pwd": Password, "userPasswd2": Password, "spring.datasource.password": Password, "POSTGRES_PASSWORD_PROD": Password,
		"apiKey": Secret, "API_KEY": Secret, "clientSecret": Secret, "auth-token": Secret, "STRIPE_KEY": Secret, "secret_key_base": Secret, "HTTPToken": Secret, "TOKEN_B64": Secret,
		"key": Key, "orderKey": Key, "access_key_id": Key, "mnemonic": Phrase, "seed_phrase": Phrase, "_auth": Login,
		"password_hash": None, "tokenUrl": None, "public_key": None, "NEXT_PUBLIC_KEY": None, "keyName": None, "max_tokens": None, "bypass": None, "AWS::IAM::Key": None, "nextToken": None, "author": None, "x": None, "": None,
	} {
		if got := Name(name); got != want {
			t.Errorf("%s: %d, wanted %d", name, got, want)
		}
	}
}

func TestPlaceholdersAndReferences(t *testing.T) {
	for _, v := range []string{"changeme", "your-api-key", "xxxxxxxx", "password123", "aaaaaaaaaaaa", "12345678", "abcdefghijkl", "<token>", "test-secret", "example-key", "my_secret_key", "todo"} {
		if !Placeholder(v) {
			t.Errorf("%q could be real", v)
		}
	}
	for _, v := range []string{"Winter2023!", "k3Vt9q2LmXz7", "hunter22", "correctly7Horsed"} {
		if Placeholder(v) {
			t.Errorf("%q is no placeholder", v)
		}
	}
	for _, v := range []string{"$TOKEN", "${TOKEN:-x}", "%TOKEN%", "{{ x }}", "op://a/b/c", "!Ref Secret", "arn:aws:x", "process.env.X", "/run/secrets/x", "@Microsoft.KeyVault(x)", "$(cat x)"} {
		if !Reference(v) {
			t.Errorf("%q is a reference", v)
		}
	}
	for _, v := range []string{"!lLdi2MZQ2", "*^hOuzASKy", "#Co*_4o!Ry", "$7fK2!pq9", "&3kd82jdk!"} {
		if Reference(v) {
			t.Errorf("%q is no reference", v)
		}
	}
}
