package config

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/config/keys"
)

func TestApprovalsDefaults(t *testing.T) {
	c, _ := load(nil)
	a := c.Approvals
	if a.Ask.V != AskClient || a.From.V != sentinel.Medium || a.Strict.V || !a.Unattended.V || a.Store.Kind.V != SQLite ||
		a.Windows.Medium.V != 120*time.Second || a.Windows.High.V != 600*time.Second || a.Windows.Critical.V != 1800*time.Second ||
		a.Audit.RetentionDays.V != 0 || a.Audit.CheckpointEvery.V != keys.Checkpoint || a.Reviewers != nil {
		t.Errorf("got %+v", a)
	}
	var zero Approvals
	if zero.From.V > sentinel.Low || zero.Unattended.V || zero.Windows.Medium.V != 0 || (Reviewer{}).MaxRisk != sentinel.RiskUnjudged {
		t.Error("the zero value loosens")
	}
}

func TestApprovals(t *testing.T) {
	c, problems := load(map[string]string{userPath: `{
  "ask": "queue", "approve_from": "low",
  "silence": {"strict": true, "unattended": true, "windows": {"medium": "90s", "high": "5m", "critical": "1h"}, "budget": 3},
  "reviewers": [
    {"kind": "terminal"},
    {"kind": "program", "name": "desk", "argv": ["~/bin/desk", "-v"], "max_risk": "high"},
    {"kind": "webhook", "name": "chat", "url": "https://chat.example/in", "secret_file": "~/.config/sentinel/chat.key"}
  ],
  "store": {"kind": "postgres", "dsn_file": "~/.config/sentinel/dsn"},
  "audit": {"retention_days": 90, "checkpoint_every": 50}
}`, projectPath: `{"reviewers": [{"kind": "program", "name": "desk", "argv": ["/opt/desk"]}], "store": {"path": "/var/lib/s.db"}}`})
	if len(problems) != 0 {
		t.Fatal(problems)
	}
	a := c.Approvals
	want := []Reviewer{
		{Kind: Terminal, Name: "terminal", MaxRisk: sentinel.Critical, Origin: Origin{User, userPath, 5, 5}},
		{Kind: Webhook, Name: "chat", URL: "https://chat.example/in", SecretFile: home + "/.config/sentinel/chat.key", Origin: Origin{User, userPath, 7, 5}},
		{Kind: Program, Name: "desk", Argv: []string{"/opt/desk"}, Origin: Origin{Project, projectPath, 1, 16}},
	}
	if diff := cmp.Diff(want, a.Reviewers); diff != "" {
		t.Errorf("reviewers (-want +got):\n%s", diff)
	}
	if a.Ask.V != AskQueue || a.From.V != sentinel.Low || !a.Strict.V || !a.Unattended.V || c.Silence.Allow.V || c.Silence.Budget.V != 3 ||
		a.Windows.Medium.V != 90*time.Second || a.Windows.High.V != 300*time.Second || a.Windows.Critical.V != time.Hour {
		t.Errorf("got %+v, %+v", a, c.Silence)
	}
	if a.Store.Kind.V != Postgres || a.Store.DSNFile.V != home+"/.config/sentinel/dsn" || a.Store.Path.V != "/var/lib/s.db" ||
		a.Audit.RetentionDays.V != 90 || a.Audit.CheckpointEvery.V != 50 {
		t.Errorf("got %+v, %+v", a.Store, a.Audit)
	}
}

// TestUnattendedWithReviewers: while nobody is there to be told, silence may
// permit; once there is, only if it is said.
func TestUnattendedWithReviewers(t *testing.T) {
	for text, want := range map[string]bool{
		`{}`: true, `{"reviewers": []}`: true, `{"reviewers": [{"kind": "terminal"}]}`: false,
		`{"silence": {"unattended": false}}`:                                                    false,
		`{"silence": {"unattended": true}, "reviewers": [{"kind": "terminal"}]}`:                true,
		`{"reviewers": [{"kind": "terminl"}]}`:                                                  false,
		`{"reviewers": {"kind": "terminal"}}`:                                                   false,
		`{"reviewers": [{"kind": "terminal"}], "silence": {"unattended": "yes"}}`:               false,
		`{"reviewers": [{"kind": "terminal"}], "yollo": true, "silence": {"unattended": true}}`: false,
	} {
		if c, _ := load(map[string]string{userPath: text}); c.Approvals.Unattended.V != want {
			t.Errorf("%s: %v, want %v", text, c.Approvals.Unattended.V, want)
		}
	}
}

func TestApprovalsMistakes(t *testing.T) {
	tests := []struct{ name, text, want, hint string }{
		{"ask", `{"ask": "popup"}`, `ask must be "client" or "queue"`, ``},
		{"ask mistyped", `{"ask": "qeue"}`, `ask must be "client" or "queue"`, `did you mean "queue"?`},
		{"approve_from", `{"approve_from": "HIGH"}`, `approve_from must be "low", "medium", "high" or "critical"`, `did you mean "high"?`},
		{"window without unit", `{"silence": {"windows": {"high": "600"}}}`, `silence.windows.high must be a time`, `for example "120s"`},
		{"window is a number", `{"silence": {"windows": {"high": 600}}}`, `silence.windows.high must be a time`, `for example`},
		{"window of nothing", `{"silence": {"windows": {"medium": "0s"}}}`, `silence.windows.medium must be a time from 1s`, ``},
		{"window without end", `{"silence": {"windows": {"medium": "10000h"}}}`, `to 168h`, ``},
		{"no list", `{"reviewers": {"kind": "terminal"}}`, `reviewers must be a list`, `a list such as`},
		{"no object", `{"reviewers": ["terminal"]}`, `reviewers[0] must be an object`, `for example`},
		{"no kind", `{"reviewers": [{"name": "x"}]}`, `reviewers[0] has no "kind"`, `for example`},
		{"kind", `{"reviewers": [{"kind": "terminl"}]}`, `reviewers[0].kind must be`, `did you mean "terminal"?`},
		{"no argv", `{"reviewers": [{"kind": "program", "name": "x"}]}`, `reviewers[0] is a program and has no "argv"`, ``},
		{"argv is a text", `{"reviewers": [{"kind": "program", "name": "x", "argv": "notify"}]}`, `reviewers[0].argv must be a list`, `a list such as`},
		{"relative argv", `{"reviewers": [{"kind": "program", "name": "x", "argv": ["notify"]}]}`, `must begin with the program's absolute path`, `for example`},
		{"a number in argv", `{"reviewers": [{"kind": "program", "name": "x", "argv": ["/bin/x", 5]}]}`, `reviewers[0].argv[1] must be a text`, ``},
		{"no url", `{"reviewers": [{"kind": "webhook", "name": "x"}]}`, `is a webhook and has no "url"`, ``},
		{"http", `{"reviewers": [{"kind": "webhook", "name": "x", "url": "http://chat.example/"}]}`, `must begin with https://`, `use https`},
		{"a password", `{"reviewers": [{"kind": "webhook", "name": "x", "url": "https://me:pw@chat.example/"}]}`, `must hold no user`, `secret_file`},
		{"no address", `{"reviewers": [{"kind": "webhook", "name": "x", "url": "chat"}]}`, `must be an address`, `for example`},
		{"url of a terminal", `{"reviewers": [{"kind": "terminal", "url": "https://x.example"}]}`, `is a terminal, which has no "url"`, ``},
		{"no name", `{"reviewers": [{"kind": "program", "argv": ["/bin/x"]}]}`, `has no name of its own`, `add "name"`},
		{"a name twice", `{"reviewers": [{"kind": "terminal"}, {"kind": "terminal"}]}`, `reviewers[1] has no name of its own`, `add "name"`},
		{"max_risk", `{"reviewers": [{"kind": "terminal", "max_risk": "hihg"}]}`, `max_risk must be "none", "medium", "high" or "critical"`, `did you mean "high"?`},
		{"store", `{"store": {"kind": "mysql"}}`, `store.kind must be "sqlite" or "postgres"`, ``},
		{"postgres nowhere", `{"store": {"kind": "postgres"}}`, `neither dsn nor dsn_file`, `add "dsn_file"`},
		{"relative path", `{"store": {"path": "x.db"}}`, `store.path must be an absolute path`, `from ~/`},
		{"retention", `{"audit": {"retention_days": "90"}}`, `audit.retention_days must be a whole number`, `0 keeps it`},
		{"audit key", `{"audit": {"retention": 90}}`, `unknown key "audit.retention"`, ``},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, problems := load(map[string]string{userPath: tt.text})
			if len(problems) == 0 {
				t.Fatal("no problem")
			}
			p := problems[0]
			if p.Kind != Invalid || !strings.Contains(p.Msg, tt.want) || tt.hint == "" && p.Hint != "" && !strings.Contains(tt.want, "window") && !strings.Contains(tt.want, "168h") ||
				!strings.Contains(p.Hint, tt.hint) || p.Origin.Line != 1 || p.Origin.Column < 2 {
				t.Errorf("got %v, %+v", p, p)
			}
			for _, r := range c.Approvals.Reviewers {
				if r.MaxRisk != sentinel.RiskUnjudged {
					t.Errorf("a reviewer of a file with mistakes may approve: %+v", r)
				}
			}
			if strings.HasPrefix(tt.name, "approve_from") != (c.Approvals.From.V < sentinel.Medium) {
				t.Errorf("asked from %v", c.Approvals.From.V)
			}
		})
	}
}

// TestApprovalsOfARepository: it decides neither who is asked nor where records
// go.
func TestApprovalsOfARepository(t *testing.T) {
	c, problems := load(map[string]string{repoPath: `{
  "ask": "queue", "approve_from": "critical", "silence": {"strict": false, "unattended": true, "windows": {"medium": "1s", "high": "1s"}},
  "reviewers": [{"kind": "program", "name": "x", "argv": ["/bin/true"], "max_risk": "critical"}],
  "store": {"kind": "postgres", "dsn": "postgres://x"}, "audit": {"retention_days": 1, "checkpoint_every": 0}
}`})
	want, _ := load(nil)
	if diff := cmp.Diff(want.Approvals, c.Approvals); diff != "" {
		t.Errorf("the repository changes (-want +got):\n%s", diff)
	}
	if len(problems) != 11 {
		t.Errorf("%d problems: %v", len(problems), problems)
	}
	c, problems = load(map[string]string{repoPath: `{"approve_from": "low", "silence": {"strict": true, "unattended": false}}`})
	if c.Approvals.From.V != sentinel.Low || c.Silence.Allow.V || c.Approvals.Unattended.V || problems != nil {
		t.Errorf("got %+v, %v", c.Approvals, problems)
	}
}

func TestPasswordInDSN(t *testing.T) {
	for dsn, want := range map[string]int{
		"postgres://me:pw@db/x": 1, "host=db password=pw": 1, "postgres://me@db/x": 0, "host=db user=me": 0, "postgres:///x?host=/run/pg": 0,
	} {
		c, problems := load(map[string]string{userPath: `{"store": {"kind": "postgres", "dsn": "` + dsn + `"}}`})
		if len(problems) != want || want > 0 && problems[0].Kind != Warning || c.Approvals.Store.DSN.V != dsn {
			t.Errorf("%s: %v", dsn, problems)
		}
	}
}
