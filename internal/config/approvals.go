package config

import (
	"time"

	"github.com/sentinelgate/sentinel"
)

// Approvals says how questions are put, how long they stay open, who may answer
// and where all of it is kept.
type Approvals struct {
	// Ask is who puts the questions of a hook.
	Ask Value[AskBy]
	// From is the lowest risk that is asked at all; "approve_from" in files. The
	// zero value asks for everything.
	From Value[sentinel.Risk]
	// Strict refuses MEDIUM calls that nobody answers; Config.Silence.Allow is
	// false then.
	Strict Value[bool]
	// Unattended lets silence permit a MEDIUM call though nobody could have been
	// told of it. Unless a file says otherwise it is true while there are no
	// reviewers.
	Unattended Value[bool]
	Windows    Windows
	// Reviewers are those of all files, each name once; the last file counts.
	Reviewers []Reviewer
	Store     Store
	Audit     Audit
}

// AskBy is who puts the questions of a hook.
type AskBy uint8

// The ways of asking.
const (
	AskClient AskBy = iota // the client's own prompt
	AskQueue               // the queue and its reviewers
)

// String gives the word used in files.
func (a AskBy) String() string {
	if a == AskQueue {
		return "queue"
	}
	return "client"
}

// Windows is how long a question of each risk stays open.
type Windows struct{ Medium, High, Critical Value[time.Duration] }

// ReviewerKind is the way on which a reviewer is reached. The zero value is none.
type ReviewerKind uint8

// The kinds of reviewers, and their words in files.
const (
	NoReviewer ReviewerKind = iota
	Terminal                // "terminal": a person at a terminal of this machine
	Program                 // "program": a program that gets the request on its standard input
	Webhook                 // "webhook": an address that gets the request
)

// String gives the word used in files.
func (k ReviewerKind) String() string {
	names := [...]string{"none", "terminal", "program", "webhook"}
	if int(k) < len(names) {
		return names[k]
	}
	return names[0]
}

// Reviewer is somebody, or something, that is told of requests.
type Reviewer struct {
	Kind ReviewerKind
	Name string   // unique; a terminal without a name is "terminal"
	Argv []string // of a program: itself and its arguments
	URL  string   // of a webhook: https, or http on this machine
	// SecretFile holds the key of a webhook; absolute, "" for none. Read it with
	// ReadPrivate.
	SecretFile string
	// MaxRisk is the highest risk of requests that its answer may approve. The
	// zero value, "none" in files, is told of requests and answers nothing. It is
	// the default of programs and webhooks; a person at a terminal may answer all.
	MaxRisk sentinel.Risk
	Origin  Origin
}

// Store says where requests and their answers are kept.
type Store struct {
	Kind Value[StoreKind]
	Path Value[string] // of SQLite's file, absolute; "" is the state folder's own
	DSN  Value[string] // of PostgreSQL
	// DSNFile is a file that holds the DSN, absolute. Read it with ReadPrivate.
	DSNFile Value[string]
}

// StoreKind is a kind of database.
type StoreKind uint8

// The stores, and their words in files: "sqlite" and "postgres".
const (
	SQLite StoreKind = iota
	Postgres
)

// String gives the word used in files.
func (k StoreKind) String() string {
	if k == Postgres {
		return "postgres"
	}
	return "sqlite"
}

// Audit says how long the log is kept and how often its head is signed.
type Audit struct {
	RetentionDays   Value[int] // 0 keeps it for ever
	CheckpointEvery Value[int] // entries; 0 makes none but at the end
}
