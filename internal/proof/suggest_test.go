package proof

import (
	"strconv"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel"
)

// TestSuggestionsPass judges every command that a finding names as the safer
// way (between backquotes): never worse than yellow. Words in capitals stand for
// what the reader fills in.
func TestSuggestionsPass(t *testing.T) {
	j, seen := newJudge(), map[string]bool{}
	for _, e := range examples(t) {
		a, err := j.world.Assess(sentinel.Call{Tool: "bash", Arguments: map[string]any{"command": e.Run}, Cwd: "/home/dev/project"})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.Findings {
			for i, part := range strings.Split(f.Instead, "`") {
				if i%2 == 1 {
					seen[filled(part)] = true
				}
			}
		}
	}
	for command := range seen {
		if got := j.colour(t, command); got < sentinel.Yellow {
			t.Errorf("%s is suggested and judged %s", command, got)
		}
	}
	t.Logf("%d suggestions judged", len(seen))
	if len(seen) < 10 {
		t.Error("hardly any suggestion was found")
	}
}

// filled puts plain words for those in capitals.
func filled(command string) string {
	words := strings.Fields(command)
	for i, w := range words {
		if name := strings.TrimPrefix(w, "../"); name != "" && name == strings.ToUpper(name) && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
			words[i] = strings.Replace(w, name, "thing"+strconv.Itoa(i), 1)
			if name == "NUMBER" {
				words[i] = "4711"
			}
		}
	}
	return strings.Join(words, " ")
}
