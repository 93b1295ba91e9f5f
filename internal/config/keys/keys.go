// Package keys is the table of what a configuration file may hold: every key
// with its type, its default and a sentence. The reader of package config
// checks files against it, Schema prints it for editors, List gives it to
// documents.
//
// To add a key, add it in Top or in the function of its block.
package keys

import (
	"strconv"
	"strings"
)

// Key describes one key of a file: for the reader, which refuses what does not
// fit, and for the schema, which tells editors.
type Key struct {
	Name    string
	Kind    Kind
	Say     string   // one sentence
	Words   []string // of a word
	Least   int      // of a number; seconds of a duration
	Most    int
	Keys    []Key  // of an object
	Of      *Key   // of a list
	Needs   string // the member that an object must have
	Hint    string // for a value of another type
	Drops   bool   // of a list: elements that do not fit are left out and the rest counts
	Default any    // nil for none
	// Full makes the key itself, of which this is but the name: most files hold
	// few of the blocks, and hooks read files.
	Full func() Key
}

// Kind is the type of a value.
type Kind uint8

// The kinds.
const (
	Text     Kind = iota
	Path          // a text that is an absolute path, or one below ~/
	Word          // one of some words
	Bool          // true or false
	Number        // a whole number
	Decimal       // a number
	Duration      // a text such as "120s" or "10m"
	Object        // of known members
	List          // of values of one kind
	Rules         // the block of permission rules, which package rules reads
	Any           // an object that nothing reads yet
)

// Member finds a member of an object.
func (k Key) Member(name string) (Key, bool) {
	for i := range k.Keys {
		if m := &k.Keys[i]; m.Name == name {
			return m.full(), true
		}
	}
	return Key{}, false
}

func (k *Key) full() Key {
	if k.Full != nil {
		return k.Full()
	}
	return *k
}

// Members gives all members of an object.
func (k Key) Members() []Key {
	out := make([]Key, 0, len(k.Keys))
	for i := range k.Keys {
		out = append(out, k.Keys[i].full())
	}
	return out
}

// Names lists the members of an object.
func (k Key) Names() []string {
	var out []string
	for i := range k.Keys {
		out = append(out, k.Keys[i].Name)
	}
	return out
}

// Bounds of numbers.
const (
	maxCount   = 1_000_000
	maxDays    = 36_500
	maxSeconds = 7 * 24 * 3600
)

// Defaults that other packages need, too.
const (
	Budget     = 30  // MEDIUM calls an hour that may run on silence
	Checkpoint = 100 // entries of the log between two checkpoints
)

// Top is a whole file.
func Top() Key {
	return Key{Kind: Object, Say: "The configuration of Sentinel.", Hint: "an empty configuration is {}", Keys: []Key{
		{Name: "$schema", Say: "The schema of this file, for editors; it has no effect."},
		{Name: "autonomy", Kind: Word, Words: []string{"standard", "strict"}, Default: "standard",
			Say: "How much runs without a question: with strict only what reads, with standard also work in the project that is easily undone."},
		{Name: "yolo", Kind: Bool, Default: false,
			Say: "Runs everything yellow. Red is still asked, a deny still denies, what is never a question stays refused."},
		{Name: "silence", Full: silenceKey},
		{Name: "permission", Kind: Rules, Say: "What you allow, want to be asked about, or deny. Within a tool the last match wins."},
		{Name: "guards", Full: Guards},
		{Name: "risk", Kind: Any, Say: "Reserved; it has no effect."},
		{Name: "ledger", Kind: Object, Say: "Remembered approvals.", Hint: `for example {"location": "user"}`, Keys: []Key{
			{Name: "location", Kind: Word, Words: []string{"user", "project"}, Default: "project",
				Say: "Where approvals are kept: in .sentinel of the project, or in your state folder."},
		}},
		{Name: "ask", Kind: Word, Words: []string{"client", "queue"}, Default: "client",
			Say: "Who puts the questions of a hook: the client's own prompt, or the queue and its reviewers."},
		{Name: "approve_from", Kind: Word, Words: []string{"low", "medium", "high", "critical"}, Default: "medium",
			Say: "The lowest risk that is asked."},
		{Name: "reviewers", Full: reviewersKey}, {Name: "store", Full: storeKey}, {Name: "audit", Full: auditKey}, {Name: "events", Full: eventsKey},
	}}
}

func silenceKey() Key {
	window := func(name, old string) Key {
		return Key{Name: name, Kind: Duration, Least: 1, Most: maxSeconds, Default: old, Say: "How long a question of this risk stays open."}
	}
	return Key{Name: "silence", Kind: Object, Hint: `for example {"medium": "deny"}`,
		Say: "What it means that nobody answers. HIGH and CRITICAL calls are never permitted by silence.", Keys: []Key{
			{Name: "medium", Kind: Word, Words: []string{"allow", "deny"}, Default: "allow", Say: "Whether MEDIUM calls run when nobody answers."},
			{Name: "strict", Kind: Bool, Default: false, Say: "Refuses MEDIUM calls that nobody answers, whatever else is said."},
			{Name: "unattended", Kind: Bool,
				Say: "Lets silence permit though nobody could have been told. The default is true while there are no reviewers, and false with them."},
			{Name: "windows", Kind: Object, Say: "How long questions stay open.", Hint: `for example {"medium": "120s", "high": "10m"}`, Keys: []Key{
				window("medium", "120s"), window("high", "10m"), window("critical", "30m"),
			}},
			{Name: "budget", Kind: Number, Most: maxCount, Default: Budget, Hint: "it counts calls an hour",
				Say: "How many calls an hour silence may permit."},
		}}
}

// texts is a list of texts in which what is no text is left out.
func texts(name, say string) Key {
	return Key{Name: name, Kind: List, Of: &Key{Kind: Text}, Drops: true, Say: say, Hint: `a list such as ["one", "two"]`}
}

// Guards is the block of the guards. Package guard reads it.
func Guards() Key {
	on := func(name, say string) Key {
		return Key{Name: name, Kind: Bool, Default: name != "pathAccess", Say: say}
	}
	return Key{Name: "guards", Kind: Object, Say: "What the guards look at and let through.",
		Hint: `for example {"features": {"pathAccess": true}}`, Keys: []Key{
			on("enabled", "Whether any guard acts."),
			{Name: "features", Kind: Object, Say: "The guards one by one.", Hint: `for example {"pathAccess": true}`, Keys: []Key{
				on("outputScanner", "Secrets in files that a call shows or sends."),
				on("executionTracker", "Files that the agent wrote in this session and runs."),
				on("permissionGate", "Classes of risk, and the patterns of permissionGate."),
				on("argumentSecrets", "Credentials in commands, requests and written text."),
				on("pathAccess", "Paths outside of the project."),
			}},
			{Name: "outputScanner", Kind: Object, Say: "The guard of secrets in files.", Keys: []Key{
				texts("readAllowedPaths", "Files that may be shown unseen; what ends in / is a folder with all below it."),
				{Name: "rules", Full: secretRules}, {Name: "allow", Full: secretAllow},
			}},
			{Name: "executionTracker", Kind: Object, Say: "The guard of files that the agent wrote and runs.", Keys: []Key{
				{Name: "acrossSessions", Kind: Bool, Default: true, Say: "Whether what was written in one session is known in the next, for a day."},
			}},
			{Name: "pathAccess", Kind: Object, Say: "The guard of paths outside of the project.", Keys: []Key{
				{Name: "mode", Kind: Word, Words: []string{"ask", "block", "allow"}, Default: "ask", Say: "What becomes of a path outside of the project."},
				texts("allowedPaths", "Paths outside of the project that are let through; what ends in / is a folder."),
			}},
			{Name: "permissionGate", Kind: Object, Say: "The guard of risky commands.", Keys: []Key{
				{Name: "requireConfirmation", Kind: Bool, Default: true, Say: "With false yellow commands of a class run, with a notice."},
				texts("allowedPatterns", "Commands that are not asked about, even when red."),
				texts("autoDenyPatterns", "Commands that are refused; tried before allowedPatterns."),
			}},
		}}
}

func reviewersKey() Key {
	return Key{Name: "reviewers", Kind: List, Say: "Who is told of requests, and up to which risk an answer counts.",
		Hint: `a list such as [{"kind": "terminal"}]`, Of: &Key{Kind: Object, Needs: "kind", Hint: `for example {"kind": "terminal"}`, Keys: []Key{
			{Name: "kind", Kind: Word, Words: []string{"terminal", "program", "webhook"}, Say: "How it is reached."},
			{Name: "name", Say: "Its name in the log, each once."},
			{Name: "argv", Kind: List, Of: &Key{Kind: Text}, Hint: `a list such as ["notify", "--title", "sentinel"]`,
				Say: "Of a program: itself by its absolute path, and its arguments. It gets the request as JSON on its standard input."},
			{Name: "url", Say: "Of a webhook: an https address, or http on this machine."},
			{Name: "secret_file", Kind: Path, Hint: "write it from / or from ~/", Say: "Of a webhook: a file that only you can read, with the key that signs."},
			{Name: "max_risk", Kind: Word, Words: []string{"none", "medium", "high", "critical"},
				Say: "The highest risk that its answer may approve. The default is none for programs and webhooks: they are told and cannot answer."},
		}}}
}

func storeKey() Key {
	return Key{Name: "store", Kind: Object, Say: "Where requests and answers are kept.", Hint: `for example {"kind": "sqlite"}`, Keys: []Key{
		{Name: "kind", Kind: Word, Words: []string{"sqlite", "postgres"}, Default: "sqlite", Say: "The kind of database."},
		{Name: "path", Kind: Path, Hint: "write it from / or from ~/", Say: "SQLite's file; the default lies in your state folder."},
		{Name: "dsn", Say: "How PostgreSQL is reached."},
		{Name: "dsn_file", Kind: Path, Hint: "write it from / or from ~/", Say: "A file that only you can read, with the dsn in it."},
	}}
}

func auditKey() Key {
	return Key{Name: "audit", Kind: Object, Say: "The log of decisions.", Hint: `for example {"retention_days": 90}`, Keys: []Key{
		{Name: "retention_days", Kind: Number, Most: maxDays, Default: 0, Say: "After how many days entries are removed; 0 keeps them.", Hint: "0 keeps it for ever"},
		{Name: "checkpoint_every", Kind: Number, Most: maxCount, Default: Checkpoint, Say: "After how many entries the head of the log is signed.",
			Hint: "it counts entries"},
	}}
}

func eventsKey() Key {
	return Key{Name: "events", Kind: List, Say: "Where events of the guards go, sentinel:dangerous and sentinel:blocked.",
		Hint: `a list such as [{"kind": "file", "path": "~/sentinel-events.jsonl"}]`,
		Of: &Key{Kind: Object, Needs: "kind", Hint: `for example {"kind": "file", "path": "~/sentinel-events.jsonl"}`, Keys: []Key{
			{Name: "kind", Kind: Word, Words: []string{"file", "program", "webhook"}, Say: "A file of JSON lines, a program, or an address."},
			{Name: "path", Kind: Path, Hint: "write it from / or from ~/", Say: "Of a file: where it is."},
			{Name: "argv", Kind: List, Of: &Key{Kind: Text}, Hint: `a list such as ["/usr/local/bin/notify"]`,
				Say: "Of a program: itself by its absolute path, and its arguments. It gets the event as JSON on its standard input."},
			{Name: "url", Say: "Of a webhook: an https address, or http on this machine."},
			{Name: "secret_file", Kind: Path, Hint: "write it from / or from ~/", Say: "Of a webhook: a file that only you can read, with the key that signs."},
			{Name: "only", Kind: List, Of: &Key{Kind: Word, Words: []string{"dangerous", "blocked"}}, Hint: `a list such as ["blocked"]`,
				Say: "Which events go there; without it all do."},
		}}}
}

// Join is the path of a member.
func Join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// Choices lists words for a message: "a", "b" or "c".
func Choices(words []string) string {
	var b strings.Builder
	for i, w := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			b.WriteString(" or ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(strconv.Quote(w))
	}
	return b.String()
}

// list is a list of texts in which each must be one.
func list(name, say string) Key {
	return Key{Name: name, Kind: List, Of: &Key{Kind: Text}, Say: say, Hint: `a list such as ["one", "two"]`}
}

func secretRules() Key {
	rule := Key{Kind: Object, Hint: `for example {"id": "acme-token", "regexp": "acme_[0-9a-f]{32}", "keywords": ["acme"]}`, Keys: []Key{
		{Name: "id", Say: "The label of what it finds."},
		{Name: "title", Say: "Its name for people."},
		{Name: "regexp", Say: "A regular expression (RE2)."},
		{Name: "group", Kind: Number, Most: 20, Default: 0, Say: "Which group of the expression is the secret; 0 is the whole.", Hint: "it counts the brackets"},
		{Name: "keywords", Kind: List, Of: &Key{Kind: Text}, Hint: `a list such as ["acme"]`,
			Say: "The expression is tried where one of these stands; at least three letters each. Without any it is tried everywhere, which is slow."},
		{Name: "entropy", Kind: Decimal, Most: 8, Default: 0, Say: "How many bits a character the secret must have at least.", Hint: "3.5 is much for a word"},
		list("match", "Texts that the rule must find something in."),
		list("noMatch", "Texts that it must find nothing in."),
	}}
	return Key{Name: "rules", Kind: List, Of: &rule, Say: "Secrets to look for besides the built-in ones.", Hint: "a list of objects"}
}

func secretAllow() Key {
	return Key{Name: "allow", Kind: Object, Say: "What is no secret.", Hint: `for example {"values": ["example-.*"]}`, Keys: []Key{
		list("values", "Expressions that match the whole of a value."),
		list("labels", "Labels of rules."),
		list("paths", "Patterns of files, for the whole path or its last part."),
	}}
}
