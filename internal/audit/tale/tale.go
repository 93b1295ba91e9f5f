// Package tale compares what the chain of a store tells of its questions with what the
// store holds, in both directions: every question has its lines, every line its
// question, and the two say the same. Between two lines of a question nothing may
// have happened to it either.
//
//	t := tale.New(problem)          // problem takes each sentence of what does not agree
//	t.Follow(line)                  // for every line of the chain, from the first
//	t.Agree(ctx, store)             // then, against the questions themselves
//
// To add a kind of line that changes a question, name it in isStep.
package tale

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/audit/mask"
)

// KindPruned is the kind of a mark's line.
const KindPruned = "pruned"

// Pruned is what stands in a chain for the lines that were taken away.
type Pruned struct {
	From int64     `json:"from"`
	To   int64     `json:"to"`
	Head string    `json:"head"` // hash of the last line that went
	By   string    `json:"by,omitempty"`
	Time time.Time `json:"before"` // lines older than this went
	// Questions are those of a store that no line is left for, and Sum is a digest of
	// them: they stay in the store, and have to stay as they are.
	Questions int    `json:"questions,omitempty"`
	Sum       string `json:"sum,omitempty"`
}

// tale is what the chain tells of one question.
type tale struct {
	first, last int64 // numbers of its lines
	from        string
	now         sentinel.Entry // as the last line left it
	decided     time.Time      // of the line that decided it, zero if that is not there
	used        int64          // the line that claimed its permit
}

// Tales are those of all questions, and the newest mark of lines taken away. Use New.
type Tales struct {
	of      map[string]*tale
	problem func(format string, args ...any)
	mark    Pruned
	marked  int64 // number of its line
	first   int64 // of the chain's lines that are there
	last    int64
}

// New tells problem of what does not agree.
func New(problem func(format string, args ...any)) *Tales {
	return &Tales{of: map[string]*tale{}, problem: problem}
}

// whole tells whether the chain is there from its first line on.
func (t *Tales) whole() bool { return t.first <= 1 }

// isStep tells whether a line of this kind tells how a question stands.
func isStep(kind string) bool {
	switch kind {
	case "asked", "told", "not-told", "approved", "denied", "blocked", "cancelled", "timed-out", "lapsed", "revoked", "claimed", "result":
		return true
	}
	return false
}

// Follow takes in a line and tells what in it cannot have come from a gate.
func (t *Tales) Follow(l sentinel.Line) {
	if t.first == 0 {
		t.first = l.Seq
	}
	t.last = l.Seq
	if l.Event.Kind == KindPruned && json.Unmarshal(l.Event.Data, &t.mark) == nil {
		t.marked = l.Seq
	}
	if !isStep(l.Event.Kind) {
		return
	}
	var e sentinel.Entry
	if l.Event.Request == "" || json.Unmarshal(l.Event.Data, &e) != nil {
		t.problem("line %d tells of a question and does not say what", l.Seq)
		return
	}
	was := t.of[l.Event.Request]
	next := &tale{first: l.Seq, from: e.From, last: l.Seq, now: e}
	switch {
	case was != nil:
		if why := was.step(l, e); why != "" {
			t.problem("%s", why)
		}
		next.first, next.from, next.used, next.decided = was.first, was.from, was.used, was.decided
	case l.Event.Kind != "asked" && t.whole():
		t.problem("line %d tells of question %s, which no line says was asked", l.Seq, Called(l.Event.Request, e.Number))
	}
	if l.Event.Kind == "claimed" {
		next.used = l.Seq
	}
	if e.Outcome != sentinel.Pending && (was == nil || was.now.Outcome == sentinel.Pending) {
		next.decided = l.Time
	}
	if next.now.Arguments, next.now.Edit = "", ""; next.now.Number == 0 && was != nil {
		next.now.Number = was.now.Number
	}
	t.of[l.Event.Request] = next
}

// step says how a line does not follow from what was told of its question before.
func (t *tale) step(l sentinel.Line, e sentinel.Entry) string {
	name := Called(l.Event.Request, max(e.Number, t.now.Number))
	switch {
	case l.Event.Kind == "asked":
		return fmt.Sprintf("question %s was asked twice: in lines %d and %d", name, t.first, l.Seq)
	case l.Event.Kind == "claimed" && t.used > 0:
		return fmt.Sprintf("the permit of question %s was used twice: in lines %d and %d", name, t.used, l.Seq)
	case l.Event.Kind == "claimed" && t.now.Permit != sentinel.PermitArmed:
		return fmt.Sprintf("line %d uses a permit of question %s, which had none", l.Seq, name)
	case t.now.Outcome != sentinel.Pending && e.Outcome != t.now.Outcome:
		return fmt.Sprintf("question %s was decided twice: line %d says %v, line %d says %v", name, t.last, t.now.Outcome, l.Seq, e.Outcome)
	case t.now.State != "" && e.From != t.now.State:
		return fmt.Sprintf("question %s was changed between lines %d and %d by something that left no line", name, t.last, l.Seq)
	}
	return ""
}

// Called names a question: its number, or the beginning of its id.
func Called(id string, number int64) string {
	if number > 0 {
		return fmt.Sprint(number)
	}
	return fmt.Sprintf("%.8q", id)
}

// pages is a bound on how many questions are compared, in thousands.
const pages = 1000

// questions gives all questions of a store, the newest first.
func questions(ctx context.Context, s sentinel.Store, each func(sentinel.Question)) error {
	before := int64(0)
	for range pages {
		list, err := s.List(ctx, sentinel.Filter{Before: before})
		if err != nil {
			return err
		}
		for _, q := range list {
			if before != 0 && q.Number >= before {
				return errors.New("the store gives its questions in no order")
			}
			before = q.Number
			each(q)
		}
		if len(list) == 0 || before <= 1 {
			return nil
		}
	}
	return nil
}

// Agree compares what the store holds with what its chain told.
func (t *Tales) Agree(ctx context.Context, s sentinel.Store) {
	there := map[string]bool{}
	untold := map[string]string{} // without a line since the mark, with their digest then
	err := questions(ctx, s, func(q sentinel.Question) {
		there[q.ID] = true
		if why := t.settled(ctx, s, &q); why != "" {
			t.problem("question %d %s", q.Number, why)
		}
		switch told := t.of[q.ID]; {
		case told == nil:
			untold[q.ID] = q.Digest()
		case told.first > t.marked && told.from != "":
			untold[q.ID] = told.from
		}
	})
	if err != nil {
		t.problem("the questions cannot be read: %v", err)
		return
	}
	for _, id := range slices.SortedFunc(maps.Keys(t.of), func(a, b string) int { return cmp.Compare(t.of[a].first, t.of[b].first) }) {
		if told := t.of[id]; !there[id] {
			t.problem("question %s stands in the log, in lines %d to %d, and is gone from the store", Called(id, told.now.Number), told.first, told.last)
		}
	}
	t.remain(untold)
}

// settled says how a question differs for good: something may have happened to it
// since the chain was read.
func (t *Tales) settled(ctx context.Context, s sentinel.Store, q *sentinel.Question) string {
	const tries = 3
	why := t.differs(q)
	for try := 0; why != "" && try < tries; try++ {
		for {
			lines, err := s.Lines(ctx, t.last, 0)
			if err != nil || len(lines) == 0 {
				break
			}
			for _, l := range lines {
				t.Follow(l)
			}
		}
		if now, err := s.Get(ctx, q.ID); err == nil {
			*q = now
		}
		why = t.differs(q)
	}
	return why
}

// remain compares the questions whose lines were taken away with what the mark
// says of them.
func (t *Tales) remain(untold map[string]string) {
	switch {
	case t.whole():
	case t.mark.To != t.first-1:
		t.problem("the log begins with line %d, and no line of it says that what stood before was taken away", t.first)
	case t.mark.Sum == "": // made before marks counted them
	case t.mark.Questions != len(untold):
		t.problem("the lines of %d questions were taken away with line %d, and of those %d are in the store", t.mark.Questions, t.marked, len(untold))
	case t.mark.Sum != sumOf(untold):
		t.problem("one of the %d questions whose lines were taken away with line %d was changed", t.mark.Questions, t.marked)
	}
}

// Open tells whether a question of this id is open, as far as the chain tells.
func (t *Tales) Open(id string) bool {
	told := t.of[id]
	return told != nil && (told.now.Outcome == sentinel.Pending || told.now.Permit == sentinel.PermitArmed)
}

// Without counts the questions that no line behind cut tells of, and makes a digest
// of them.
func (t *Tales) Without(ctx context.Context, s sentinel.Store, cut int64) (n int, sum string, err error) {
	left := map[string]string{}
	err = questions(ctx, s, func(q sentinel.Question) {
		switch told := t.of[q.ID]; {
		case told == nil:
			left[q.ID] = q.Digest()
		case told.last <= cut:
			left[q.ID] = told.now.State
		}
	})
	return len(left), sumOf(left), err
}

// sumOf is one digest of many questions.
func sumOf(digests map[string]string) string {
	h := sha256.New()
	for _, id := range slices.Sorted(maps.Keys(digests)) {
		_, _ = io.WriteString(h, fmt.Sprintf("%q %s\n", id, digests[id]))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// differs says how a question in the store is not what the chain told of it.
func (t *Tales) differs(q *sentinel.Question) string {
	told := t.of[q.ID]
	if told == nil {
		if t.whole() {
			return "is in the store and not in the log"
		}
		return ""
	}
	e := told.now
	call, _ := q.Request.Call.Digest()
	switch {
	case e.Outcome != q.Outcome || e.Permit != q.Permit:
		return fmt.Sprintf("is %v with permit %v in the store, and %v with permit %v in the log", q.Outcome, q.Permit, e.Outcome, e.Permit)
	case e.Shown != q.Shown || e.Allowed != q.Allowed:
		return "allows something else in the store than in the log"
	case e.Number != 0 && e.Number != q.Number:
		return fmt.Sprintf("has number %d in the log", e.Number)
	case e.State == "" || e.State == q.Digest():
		return ""
	case e.Call != call:
		return "is about another call in the store than in the log"
	case e.Risk != q.Request.Risk || e.Tool != q.Request.Call.Tool || e.Policy != q.Policy || e.Host != q.Host:
		return "has another risk, tool, policy or host in the store than in the log"
	case e.Channel != q.Channel || e.Answer != q.Answer || e.By != "" && e.By != mask.Text(q.By):
		return "was answered by somebody else, or otherwise, in the store than in the log"
	case e.Comment != "" && e.Comment != mask.Text(q.Reason):
		return "has another reason in the store than in the log"
	case !told.decided.IsZero() && !told.decided.Equal(q.Decided.Truncate(time.Millisecond)):
		return "was decided at another time in the store than in the log"
	}
	return "is not in the store as its last line left it: its times, its result or what was asked"
}
