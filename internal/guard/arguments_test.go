package guard_test

import (
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel"
)

func TestR218_CredentialsInTheCall(t *testing.T) {
	ant := "sk-" + "ant-api03-Zk3vQ9xW7rT2mB8nL5pC4dF6gH1jS0aYuEiOqWsXcV"
	for what, c := range map[string]struct {
		tool string
		args map[string]any
	}{
		"a source file":  {"write_file", map[string]any{"path": "src/a.py", "content": "TOKEN = '" + ghToken + "'\n"}},
		"an edit":        {"edit_file", map[string]any{"path": "src/a.py", "old_string": "x", "new_string": "KEY = '" + awsKey + "'"}},
		"edits":          {"edit_file", map[string]any{"path": "src/a.py", "edits": []any{map[string]any{"oldText": "x", "newText": "K='" + ghToken + "'"}}}},
		"a patch":        {"apply_patch", map[string]any{"patch": "*** Begin Patch\n*** Add File: a.txt\n+" + ghToken + "\n*** End Patch"}},
		"a header":       {"bash", map[string]any{"command": `curl -H "Authorization: Bearer ` + ant + `" https://api.example.com`}},
		"an address":     {"bash", map[string]any{"command": "git clone https://me:" + ghToken + "@git.example.com/x.git"}},
		"a variable":     {"bash", map[string]any{"command": "GITHUB_TOKEN=" + ghToken + " npm test"}},
		"a heredoc":      {"bash", map[string]any{"command": "cat > a.py <<'EOF'\nk = '" + awsKey + "'\nEOF"}},
		"a fetch":        {"web_fetch", map[string]any{"url": "https://api.example.com/?token=" + ghToken}},
		"a fetch header": {"web_fetch", map[string]any{"url": "https://api.example.com/", "headers": map[string]any{"Authorization": "Bearer " + ant}}},
		"another tool":   {"mcp__x__y", map[string]any{"config": map[string]any{"api_key": ghToken}}},
	} {
		b := newBench(t, nil).rules(`{"bash": {"*": "allow"}, "*": "allow"}`)
		d := b.decide(c.tool, c.args)
		b.want(what, d, "ask")
		if !strings.Contains(guarded(d), "argument-secrets.literal") {
			t.Errorf("%s: %q %s", what, guarded(d), d.Reason)
		}
		for _, s := range []string{ghToken, awsKey, ant} {
			if strings.Contains(d.Reason, s) {
				t.Errorf("%s: the reason shows the secret", what)
			}
		}
	}
}

func TestR218_PlaceholdersAndOrdinaryText(t *testing.T) {
	for what, c := range map[string]struct {
		tool string
		args map[string]any
	}{
		"a variable":      {"bash", map[string]any{"command": `curl -H "Authorization: Bearer $TOKEN" http://localhost:3000/me`}},
		"a placeholder":   {"write_file", map[string]any{"path": "README.md", "content": "export API_KEY=your-api-key-here\ntoken: <token>\n"}},
		"an env lookup":   {"write_file", map[string]any{"path": "src/a.py", "content": "TOKEN = os.environ['TOKEN']\npassword = getpass()\n"}},
		"a hash":          {"bash", map[string]any{"command": "git show 3f2a9c1d4e5b6a7f8091a2b3c4d5e6f708192a3b"}},
		"removing a key":  {"edit_file", map[string]any{"path": "src/a.py", "old_string": "K='" + ghToken + "'", "new_string": "K=os.environ['K']"}},
		"test login":      {"bash", map[string]any{"command": "npm test -- --grep 'password reset'"}},
		"commit":          {"bash", map[string]any{"command": "git log --oneline -5 --author=me"}},
		"a code of types": {"write_file", map[string]any{"path": "src/a.ts", "content": "interface Auth { token: string; password: string }\nconst key = row.key\n"}},
	} {
		b := newBench(t, map[string]string{"src/a.py": "x"})
		if d := b.decide(c.tool, c.args); strings.Contains(guarded(d), "argument-secrets") {
			t.Errorf("%s: %s", what, d.Reason)
		}
	}
}

func TestR218_AYesIsForThisText(t *testing.T) {
	b := newBench(t, nil)
	b.prompt, b.reviewer = false, answers(sentinel.YesSession)
	write := func(s string) sentinel.Decision {
		return b.decide("write_file", map[string]any{"path": "src/a.py", "content": s})
	}
	write("TOKEN = '" + ghToken + "'\n")
	b.prompt = true
	b.want("the same again", write("TOKEN = '"+ghToken+"'\n"), "allow")
	b.want("another", write("TOKEN = '"+ghToken+"'\nKEY = '"+awsKey+"'\n"), "ask")
	b.assessor.Config.Off.ArgumentSecrets = true
	b.want("switched off", write("KEY = '"+awsKey+"'\n"), "allow")
}
