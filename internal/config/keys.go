package config

// key describes one key of a file: for the reader, which refuses what does not
// fit, and for the schema, which tells editors.
type key struct {
	name  string
	kind  kind
	say   string   // one sentence
	words []string // of a word
	least int      // of a number; seconds of a duration
	most  int
	keys  []key  // of an object
	of    *key   // of a list
	needs string // the member that an object must have
	hint  string // for a value of another type
	drops bool   // of a list: elements that do not fit are left out and the rest counts
	old   any    // the default, for the schema; nil for none
}

// kind is the type of a value.
type kind uint8

const (
	kindText     kind = iota
	kindPath          // a text that is an absolute path, or one below ~/
	kindWord          // one of some words
	kindBool          // true or false
	kindNumber        // a whole number
	kindDecimal       // a number
	kindDuration      // a text such as "120s" or "10m"
	kindObject        // of known members
	kindList          // of values of one kind
	kindRules         // the block of permission rules, which package rules reads
	kindAny           // an object that nothing reads yet
)

func (k key) member(name string) (key, bool) {
	for _, m := range k.keys {
		if m.name == name {
			return m, true
		}
	}
	return key{}, false
}

func (k key) names() []string {
	var out []string
	for _, m := range k.keys {
		out = append(out, m.name)
	}
	return out
}

// Bounds of numbers.
const (
	maxCount   = 1_000_000
	maxDays    = 36_500
	maxSeconds = 7 * 24 * 3600
)

// top is a whole file.
func top() key {
	return key{kind: kindObject, say: "The configuration of Sentinel.", hint: "an empty configuration is {}", keys: []key{
		{name: "$schema", say: "The schema of this file, for editors; it has no effect."},
		{name: "autonomy", kind: kindWord, words: []string{"standard", "strict"}, old: "standard",
			say: "How much runs without a question: with strict only what reads, with standard also work in the project that is easily undone."},
		{name: "yolo", kind: kindBool, old: false,
			say: "Runs everything yellow. Red is still asked, a deny still denies, what is never a question stays refused."},
		silenceKey(),
		{name: "permission", kind: kindRules, say: "What you allow, want to be asked about, or deny. Within a tool the last match wins."},
		guardsKey(),
		{name: "risk", kind: kindAny, say: "Reserved; it has no effect."},
		{name: "ledger", kind: kindObject, say: "Remembered approvals.", hint: `for example {"location": "user"}`, keys: []key{
			{name: "location", kind: kindWord, words: []string{"user", "project"}, old: "project",
				say: "Where approvals are kept: in .sentinel of the project, or in your state folder."},
		}},
		{name: "ask", kind: kindWord, words: []string{"client", "queue"}, old: "client",
			say: "Who puts the questions of a hook: the client's own prompt, or the queue and its reviewers."},
		{name: "approve_from", kind: kindWord, words: []string{"low", "medium", "high", "critical"}, old: "medium",
			say: "The lowest risk that is asked."},
		reviewersKey(), storeKey(), auditKey(), secretsKey(), eventsKey(),
	}}
}

func silenceKey() key {
	window := func(name, old string) key {
		return key{name: name, kind: kindDuration, least: 1, most: maxSeconds, old: old, say: "How long a question of this risk stays open."}
	}
	return key{name: "silence", kind: kindObject, hint: `for example {"medium": "deny"}`,
		say: "What it means that nobody answers. HIGH and CRITICAL calls are never permitted by silence.", keys: []key{
			{name: "medium", kind: kindWord, words: []string{"allow", "deny"}, old: "allow", say: "Whether MEDIUM calls run when nobody answers."},
			{name: "strict", kind: kindBool, old: false, say: "Refuses MEDIUM calls that nobody answers, whatever else is said."},
			{name: "unattended", kind: kindBool,
				say: "Lets silence permit though nobody could have been told. The default is true while there are no reviewers, and false with them."},
			{name: "windows", kind: kindObject, say: "How long questions stay open.", hint: `for example {"medium": "120s", "high": "10m"}`, keys: []key{
				window("medium", "120s"), window("high", "10m"), window("critical", "30m"),
			}},
			{name: "budget", kind: kindNumber, most: maxCount, old: DefaultBudget, hint: "it counts calls an hour",
				say: "How many calls an hour silence may permit."},
		}}
}

// texts is a list of texts in which what is no text is left out.
func texts(name, say string) key {
	return key{name: name, kind: kindList, of: &key{kind: kindText}, drops: true, say: say, hint: `a list such as ["one", "two"]`}
}

// guardsKey is the block of the guards. Package guard reads it.
func guardsKey() key {
	on := func(name, say string) key {
		return key{name: name, kind: kindBool, old: name != "pathAccess", say: say}
	}
	return key{name: "guards", kind: kindObject, say: "What the guards look at and let through.",
		hint: `for example {"features": {"pathAccess": true}}`, keys: []key{
			on("enabled", "Whether any guard acts."),
			{name: "features", kind: kindObject, say: "The guards one by one.", hint: `for example {"pathAccess": true}`, keys: []key{
				on("outputScanner", "Secrets in files that a call shows or sends."),
				on("executionTracker", "Files that the agent wrote in this session and runs."),
				on("permissionGate", "Classes of risk, and the patterns of permissionGate."),
				on("argumentSecrets", "Credentials in commands, requests and written text."),
				on("pathAccess", "Paths outside of the project."),
			}},
			{name: "outputScanner", kind: kindObject, say: "The guard of secrets in files.", keys: []key{
				texts("readAllowedPaths", "Files that may be shown unseen; what ends in / is a folder with all below it."),
			}},
			{name: "pathAccess", kind: kindObject, say: "The guard of paths outside of the project.", keys: []key{
				{name: "mode", kind: kindWord, words: []string{"ask", "block", "allow"}, old: "ask", say: "What becomes of a path outside of the project."},
				texts("allowedPaths", "Paths outside of the project that are let through; what ends in / is a folder."),
			}},
			{name: "permissionGate", kind: kindObject, say: "The guard of risky commands.", keys: []key{
				{name: "requireConfirmation", kind: kindBool, old: true, say: "With false yellow commands of a class run, with a notice."},
				texts("allowedPatterns", "Commands that are not asked about, even when red."),
				texts("autoDenyPatterns", "Commands that are refused; tried before allowedPatterns."),
			}},
		}}
}

func reviewersKey() key {
	return key{name: "reviewers", kind: kindList, say: "Who is told of requests, and up to which risk an answer counts.",
		hint: `a list such as [{"kind": "terminal"}]`, of: &key{kind: kindObject, needs: "kind", hint: `for example {"kind": "terminal"}`, keys: []key{
			{name: "kind", kind: kindWord, words: []string{"terminal", "program", "webhook"}, say: "How it is reached."},
			{name: "name", say: "Its name in the log, each once."},
			{name: "argv", kind: kindList, of: &key{kind: kindText}, hint: `a list such as ["notify", "--title", "sentinel"]`,
				say: "Of a program: itself by its absolute path, and its arguments. It gets the request as JSON on its standard input."},
			{name: "url", say: "Of a webhook: an https address, or http on this machine."},
			{name: "secret_file", kind: kindPath, hint: "write it from / or from ~/", say: "Of a webhook: a file that only you can read, with the key that signs."},
			{name: "max_risk", kind: kindWord, words: []string{"none", "medium", "high", "critical"},
				say: "The highest risk that its answer may approve. The default is none for programs and webhooks: they are told and cannot answer."},
		}}}
}

func storeKey() key {
	return key{name: "store", kind: kindObject, say: "Where requests and answers are kept.", hint: `for example {"kind": "sqlite"}`, keys: []key{
		{name: "kind", kind: kindWord, words: []string{"sqlite", "postgres"}, old: "sqlite", say: "The kind of database."},
		{name: "path", kind: kindPath, hint: "write it from / or from ~/", say: "SQLite's file; the default lies in your state folder."},
		{name: "dsn", say: "How PostgreSQL is reached."},
		{name: "dsn_file", kind: kindPath, hint: "write it from / or from ~/", say: "A file that only you can read, with the dsn in it."},
	}}
}

func auditKey() key {
	return key{name: "audit", kind: kindObject, say: "The log of decisions.", hint: `for example {"retention_days": 90}`, keys: []key{
		{name: "retention_days", kind: kindNumber, most: maxDays, old: 0, say: "After how many days entries are removed; 0 keeps them.", hint: "0 keeps it for ever"},
		{name: "checkpoint_every", kind: kindNumber, most: maxCount, old: DefaultCheckpoint, say: "After how many entries the head of the log is signed.",
			hint: "it counts entries"},
	}}
}
