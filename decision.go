package sentinel

// Outcome is what is recorded about a call. The zero value is OutcomeNone,
// which refuses.
type Outcome uint8

const (
	OutcomeNone Outcome = iota // nothing decided: refuses
	Allowed                    // nothing to ask
	Approved                   // a person said yes, now or earlier
	Denied                     // a person said no
	TimedOut                   // nobody answered in time
	Blocked                    // refused without asking
	Cancelled                  // the call was given up
	Asked                      // handed to the client's own prompt
	Abstained                  // left to the client's permission mode
	Pending                    // stored, and waits for a person: refuses for now
)

var outcomeNames = []string{
	"NONE", "ALLOWED", "APPROVED", "DENIED", "TIMED_OUT", "BLOCKED", "CANCELLED",
	"ASKED", "ABSTAINED", "PENDING",
}

// String gives the outcome's name in capitals, as the audit log has it.
func (o Outcome) String() string { return nameOf(outcomeNames, uint8(o)) }

// MarshalText makes outcomes readable in JSON.
func (o Outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (o *Outcome) UnmarshalText(b []byte) error {
	i, err := indexOf(outcomeNames, "outcome", string(b))
	*o = Outcome(i)
	return err
}

// Span is a half-open range of bytes in the text of a call. The zero value
// marks no part in particular.
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// Finding is one thing the gate has to say about a call.
type Finding struct {
	Rule    string `json:"rule"`              // stable id, for example "git.push.force"
	Label   string `json:"label,omitempty"`   // short class for people
	Risk    Risk   `json:"risk"`              // how bad
	Colour  Colour `json:"colour"`            // may it be remembered
	Effect  Effect `json:"effect"`            // what it is about
	Say     string `json:"say"`               // one sentence for a person
	Part    string `json:"part,omitempty"`    // the part of the text that matters
	Span    Span   `json:"span,omitzero"`     // where that part stands
	Instead string `json:"instead,omitempty"` // a safer way
	Guard   bool   `json:"guard,omitempty"`   // has its own allowance; rules do not lift it
	Block   bool   `json:"block,omitempty"`   // never a question
}

// Part is one piece of a call that a rule or a grant can cover: a command of a
// shell text, or a whole call of another tool.
type Part struct {
	Text    string    `json:"text"`            // the piece as written or unwrapped, for people
	Shape   string    `json:"shape,omitempty"` // printed shape, "" if there is none
	Key     string    `json:"key,omitempty"`   // what a grant is filed under; "" is never remembered
	Effects []Effect  `json:"effects,omitempty"`
	Risk    Risk      `json:"risk"`
	Colour  Colour    `json:"colour"`
	Asks    []RuleAsk `json:"-"` // what user rules are asked about it
	// Guard marks what a guard asks about: neither a rule nor a client's mode
	// nor yolo settles it, only a yes to the very thing it is about.
	Guard bool `json:"guard,omitempty"`
}

// RuleAsk is one question to the permission rules. All of a part's questions
// are put and the strictest answer counts.
type RuleAsk struct {
	Tools    []string      // names by which rules may address the tool
	Subjects []RuleSubject // judged one by one
	// Extra marks a question that only denies and asks can answer, such as the
	// paths a command writes: an allow there settles nothing.
	Extra bool
}

// RuleSubject is one subject in the forms rules may match.
type RuleSubject struct {
	Kind   string   // "command", "path" or "plain"
	Forms  []string // tried for every decision
	Strict []string // tried for deny and ask only
	Tree   bool     // path: everything below it is meant, too
}

// Assessment is everything that is known about a call before rules, memory and
// people are heard. The zero value is unjudged and refuses.
type Assessment struct {
	Risk     Risk      `json:"risk"`
	Colour   Colour    `json:"colour"`
	Findings []Finding `json:"findings"`
	Parts    []Part    `json:"parts"`
	Shape    string    `json:"shape,omitempty"`  // printed shape of the whole call
	Intent   string    `json:"intent,omitempty"` // read_only, unknown, write or state
	Abstain  bool      `json:"abstain,omitempty"`
	// Bound lists what the call depends on besides its words: a permit counts while it
	// stays so. It is called for questions that are stored and for no others; nil is
	// nothing.
	Bound func() []Bound `json:"-"`
}

// Bound is one thing that a call depends on besides its words, such as a file that it
// reads or the commit that it sends: its name, and a digest of how it stands.
type Bound struct {
	What string `json:"what"`
	Sum  string `json:"sum"`
}

// Decision is the gate's answer. The zero value refuses.
type Decision struct {
	Permitted bool      `json:"permitted"`
	Outcome   Outcome   `json:"outcome"`
	Risk      Risk      `json:"risk"`
	Colour    Colour    `json:"colour"`
	Shape     string    `json:"shape,omitempty"`
	Rule      string    `json:"rule,omitempty"` // what decided, for example "permission:bash:git *"
	Reason    string    `json:"reason"`         // one sentence for a person
	Findings  []Finding `json:"findings,omitempty"`
	Parts     []Part    `json:"parts,omitempty"`
	Pending   []Part    `json:"-"` // the parts nobody has approved yet
	Call      Call      `json:"call"`
	// Arguments are what may run: the reviewer's version if there was an edit, nil
	// where nothing may run. Call keeps the original ones.
	Arguments map[string]any `json:"arguments,omitempty"`
	Remember  string         `json:"remember,omitempty"` // what a yes will remember: "", "session", "project"
	// Request and Number name the stored question, if there is one.
	Request string `json:"request,omitempty"`
	Number  int64  `json:"number,omitempty"`
}

// Grade is the summary of a shell command that `sentinel risk` prints.
type Grade struct {
	Level    string   `json:"level"` // green, yellow, red
	Shape    string   `json:"shape"`
	Intent   string   `json:"intent"`
	Reason   string   `json:"reason"`
	Warnings []string `json:"warnings"`
	Known    bool     `json:"known"`
}
