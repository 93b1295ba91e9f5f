package hook

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/display"
)

func TestFor(t *testing.T) {
	call := sentinel.Call{Attended: true, Arguments: map[string]any{"command": "ls"}}
	ev := Event{Kind: PreTool, Call: call}
	tests := []struct {
		name string
		d    sentinel.Decision
		want Answer
	}{
		{"R371 zero refuses", sentinel.Decision{}, Answer{Attended: true}},
		{"allowed", sentinel.Decision{Permitted: true, Outcome: sentinel.Allowed, Reason: "r"},
			Answer{Verdict: Allow, Reason: "r", Attended: true}},
		{"R396 silence allows", sentinel.Decision{Permitted: true, Outcome: sentinel.TimedOut}, Answer{Verdict: Allow, Attended: true, Silent: true}},
		{"silence refuses", sentinel.Decision{Outcome: sentinel.TimedOut}, Answer{Attended: true}},
		{"allowed but not permitted", sentinel.Decision{Outcome: sentinel.Allowed}, Answer{Attended: true}},
		{"permitted but blocked", sentinel.Decision{Permitted: true, Outcome: sentinel.Blocked}, Answer{Attended: true}},
		{"permitted but denied", sentinel.Decision{Permitted: true, Outcome: sentinel.Denied}, Answer{Attended: true}},
		{"permitted and nothing decided", sentinel.Decision{Permitted: true}, Answer{Attended: true}},
		{"asked", sentinel.Decision{Outcome: sentinel.Asked, Reason: "r"}, Answer{Verdict: Ask, Reason: "q?", Attended: true}},
		{"abstained", sentinel.Decision{Permitted: true, Outcome: sentinel.Abstained}, Answer{Verdict: Abstain, Attended: true}},
		{"R385 an edit runs", sentinel.Decision{Permitted: true, Outcome: sentinel.Approved, Call: call,
			Arguments: map[string]any{"command": "ls -l"}},
			Answer{Verdict: Allow, Attended: true, Input: map[string]any{"command": "ls -l"}}},
		{"no edit", sentinel.Decision{Permitted: true, Outcome: sentinel.Approved, Call: call, Arguments: call.Arguments},
			Answer{Verdict: Allow, Attended: true}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, For(ev, tt.d, "q?")); diff != "" {
				t.Errorf("For (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadable(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "rm -rf build\n\tnext", "rm -rf build\n\tnext"},
		{"umlauts and CJK", "größe 文件", "größe 文件"},
		{"escape sequence", "a\x1b[2Kb", `a\u{1B}[2Kb`},
		{"carriage return", "evil\rgood", `evil\u{D}good`},
		{"broken UTF-8", "a\xffb", `a\x{FF}b`},
		{"bidirectional", "a\u202eb", `a\u{202E}b`},
		{"zero width", "a\u200bb", `a\u{200B}b`},
		{"C1 control", "a\u009bb", `a\u{9B}b`},
		{"tag", "a\U000e0041b", `a\u{E0041}b`},
		{"escaped before", display.Block("a\x1b ⚠\ufe0f \xff"), display.Block("a\x1b ⚠\ufe0f \xff")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(Readable(tt.in)); got != tt.want {
				t.Errorf("Readable(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
	long := string(Readable(strings.Repeat("a", MaxReason+5)))
	if !strings.HasSuffix(long, "\n[cut here: 5 more bytes are not shown]") || len(long) > MaxReason+64 {
		t.Errorf("long text ends in %q", long[len(long)-60:])
	}
	if exact := Readable(strings.Repeat("a", MaxReason)); len(exact) != MaxReason {
		t.Errorf("text of the greatest length was cut to %d bytes", len(exact))
	}
}
