package config

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sentinelgate/sentinel/rules"
)

// TestR241_ABrokenFileStillDenies: whatever is wrong with a file, its denies
// hold, and nothing that it allows comes back.
func TestR241_ABrokenFileStillDenies(t *testing.T) {
	const deny = `{"bash":{"terraform*":"deny"},"read_file":{"plans/*":"deny"},"web_fetch":{"*":"deny"}}`
	whole := `{
  // what I do not want
  "permission": {
    "bash": {"*": "allow", "terraform*": "deny"},
    "read_file": {"plans/*": {"decision": "deny", "match": ["plans/a"]}, "x": "allow"},
    "web_fetch": "deny",
  },
}`
	breaks := map[string]string{
		"no comma":      strings.Replace(whole, `"allow", "terra`, `"allow" "terra`, 1),
		"no bracket":    whole[:len(whole)-4],
		"cut off":       whole + "{",
		"a bare word":   strings.Replace(whole, `"allow",`, `allow,`, 1),
		"two commas":    strings.Replace(whole, `"allow",`, `"allow",,`, 1),
		"single quotes": strings.Replace(whole, `"*":`, `'*':`, 1),
		"no colon":      strings.Replace(whole, `"x": "allow"`, `"x" "allow"`, 1),
	}
	for name, text := range breaks {
		t.Run(name, func(t *testing.T) {
			c, problems := load(map[string]string{userPath: text})
			if !c.Broken || len(problems) == 0 || len(c.Permission) != 1 || !c.Permission[0].TightenOnly {
				t.Fatalf("got %+v, %v", c.Permission, problems)
			}
			if diff := cmp.Diff(deny, string(c.Permission[0].Data)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			set, wrong := rules.Parse(rules.Source{}, c.Permission[0].Data)
			if len(wrong) != 0 || rules.Resolve(set, rules.NewCall("bash", "terraform apply")).Decision != rules.Deny {
				t.Errorf("not denied: %v", wrong)
			}
		})
	}
	c, _ := load(map[string]string{userPath: `{"guards": {"enabled": false, "permissionGate": {"autoDenyPatterns": ["kubectl delete"] "allowedPatterns": ["x"]}}}`})
	if len(c.Guards) != 1 || !strings.Contains(string(c.Guards[0].Data), "kubectl delete") || strings.Contains(string(c.Guards[0].Data), "enabled") {
		t.Errorf("guards %+v", c.Guards)
	}
}

func FuzzSalvage(f *testing.F) {
	f.Add(`{"permission": {"bash": {"a": "deny" "b": "allow"}`)
	f.Add(`{"permission": {"bash": "deny", /* "x": "deny" `)
	f.Add("{\"autoDenyPatterns\": [\"a\\u0000\", \"b\n")
	f.Fuzz(func(t *testing.T, text string) {
		s := section{blocks: map[string]Block{}}
		s.salvage([]byte(text))
		for key, b := range s.blocks {
			if !json.Valid(b.Data) || strings.Contains(string(b.Data), `"allow"`) && !strings.Contains(text, "allow") {
				t.Errorf("%s: %s", key, b.Data)
			}
		}
	})
}
