package secret

import (
	"slices"
	"strings"
	"testing"
)

// TestR264_R265_R266_R267_R268_R269_R270_R272_Kinds: the kinds of secrets that a scanner for agents must know, each
// by a value of its form (R264 to R272). Names and values are put together
// here, so that no scanner trips on the file.
func TestR264_R265_R266_R267_R268_R269_R270_R272_Kinds(t *testing.T) {
	alnum := func(n int) string { return strings.Repeat("Zk3vQ9xW7rT2mB8nL5pC4dF6gH1jS0aY", 5)[:n] }
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	labels := func(path, text string) (out []string) {
		found, err := s.Bytes(path, []byte(text))
		if err != nil {
			t.Error(err)
		}
		for _, f := range found {
			out = append(out, f.Label)
		}
		return out
	}
	for _, c := range []struct{ name, path, text, want string }{
		{"R264 access key", "a.txt", "AK" + "IAQ7RTPLMW5XKBVN3C", "aws-access-key-id"},
		{"R264 temporary key", "a.txt", "AS" + "IAQ7RTPLMW5XKBVN3C", "aws-access-key-id"},
		{"R264 secret key", ".env", "aws_secret_access_key = " + alnum(30) + "/" + alnum(9), "aws-secret-access-key"},
		{"R265 token", "a.txt", "gh" + "p_Zk3vQ9xW7rT2mB8nL5pC4dF6gH1jS0aYuEiO", "github-token"},
		{"R265 server token", "a.txt", "gh" + "s_Zk3vQ9xW7rT2mB8nL5pC4dF6gH1jS0aYuEiO", "github"},
		{"R265 OAuth token", "a.txt", "gh" + "o_Zk3vQ9xW7rT2mB8nL5pC4dF6gH1jS0aYuEiO", "github"},
		{"R265 user token", "a.txt", "gh" + "u_Zk3vQ9xW7rT2mB8nL5pC4dF6gH1jS0aYuEiO", "github"},
		{"R265 fine-grained token", "a.txt", "github" + "_pat_" + alnum(22) + "_" + alnum(59), "github"},
		{"R266", "a.txt", "sk-" + "ant-" + alnum(24), "anthropic-key"},
		{"R267", "a.txt", "sk-" + alnum(20) + "T3" + "BlbkFJ" + alnum(20), "openai"},
		{"R267 of a project", "a.txt", "sk-" + "proj-" + alnum(74) + "T3" + "BlbkFJ" + alnum(74), "openai"},
		{"R268", "a.txt", "xox" + "b-1234509876-9876012345678-" + alnum(24), "slack"},
		{"R269 live", "a.txt", "sk" + "_live_" + alnum(24), "stripe"},
		{"R269 restricted", "a.txt", "rk" + "_test_" + alnum(24), "stripe"},
		{"R270", "a.txt", "GOC" + "SPX-" + alnum(28), "google"},
		{"R270 API key", "a.txt", "AI" + "zaSy" + alnum(33), "google"},
		{"R272 password", "a.go", `password = "Hunter22-tT9x"`, "secret|password"},
		{"R272 API key", "a.yaml", "api-key: '" + alnum(24) + "'", "secret|key"},
	} {
		got := labels(c.path, c.text+"\n")
		if !slices.ContainsFunc(got, func(l string) bool {
			return slices.ContainsFunc(strings.Split(c.want, "|"), func(w string) bool { return strings.Contains(l, w) })
		}) {
			t.Errorf("%s: %q, want %s", c.name, got, c.want)
		}
	}
	for name, text := range map[string]string{
		"R272 a short word": `password = "short"`, "R273 one letter": "FOO=aaaaaaaaaaaaaaaa", "R273 letters in their order, which prove nothing": "FOO=abcdefghijklmnop",
		"R272 a name in code": "password = hunter2222()",
	} {
		if got := labels("a.go", text+"\n"); len(got) > 0 {
			t.Errorf("%s: %q", name, got)
		}
	}
}
