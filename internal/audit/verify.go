package audit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/sentinelgate/sentinel"
)

// Report is what came of looking over a chain. It is sound if there are no
// problems.
type Report struct {
	Origin      string   `json:"origin"`
	Lines       int      `json:"lines"`
	First       int64    `json:"first"` // number of the first line that is there
	Last        int64    `json:"last"`
	Head        string   `json:"head"` // hash of the last line
	Checkpoints int      `json:"checkpoints"`
	Unsigned    int64    `json:"unsigned"` // lines behind the last checkpoint
	Problems    []string `json:"problems"`
}

// maxProblems bounds a report: a log that is broken everywhere says it once.
const maxProblems = 100

func (r *Report) problem(format string, args ...any) {
	if len(r.Problems) < maxProblems {
		r.Problems = append(r.Problems, fmt.Sprintf(format, args...))
	}
}

// VerifyFile looks over the log in a state folder: every line follows from the one
// before, every checkpoint is signed and agrees. verifier is the public half of
// the key that was kept elsewhere, "" for that of the folder.
func VerifyFile(dir, verifier string) Report {
	return verify(FileOrigin, dir, verifier, Lines(dir))
}

// VerifyStore looks over the chain of a store the same way, and whether what the
// chain tells is what the store holds. The checkpoints are those of the folder.
func VerifyStore(ctx context.Context, s sentinel.Store, dir, verifier string) Report {
	told := map[string]sentinel.Entry{}
	r := verify(StoreOrigin, dir, verifier, func(yield func(sentinel.Line, error) bool) {
		for l, err := range StoreLines(ctx, s, 0) {
			if err == nil {
				follow(told, l)
			}
			if !yield(l, err) {
				return
			}
		}
	})
	if r.First <= 1 { // of pruned questions the chain tells nothing any more
		agree(ctx, &r, s, told)
	}
	return r
}

// StoreLines gives a store's lines behind a number, oldest first.
func StoreLines(ctx context.Context, s sentinel.Store, after int64) iter.Seq2[sentinel.Line, error] {
	const page = 500
	return func(yield func(sentinel.Line, error) bool) {
		for {
			lines, err := s.Lines(ctx, after, page)
			if err != nil {
				yield(sentinel.Line{}, fmt.Errorf("read audit: %w", err))
				return
			}
			for _, l := range lines {
				if !yield(l, nil) {
					return
				}
				after = l.Seq
			}
			if len(lines) < page {
				return
			}
		}
	}
}

// verify goes through a chain once. What stands behind the last checkpoint is
// counted, since a cut there leaves no trace.
func verify(origin, dir, verifier string, lines iter.Seq2[sentinel.Line, error]) Report {
	r := Report{Origin: origin, Problems: []string{}}
	points := r.checkpoints(dir, verifier)
	prev := sentinel.Line{}
	for l, err := range lines {
		if err != nil {
			r.problem("%v", err)
			if !errors.Is(err, ErrNoLine) {
				return r
			}
			continue
		}
		if r.Lines++; r.Lines == 1 {
			r.First = l.Seq
			r.begin(l, points)
		} else if l.Seq != prev.Seq+1 || l.Prev != prev.Hash {
			r.problem("line %d does not follow line %d", l.Seq, prev.Seq)
		}
		if l.Sum() != l.Hash {
			r.problem("line %d was changed", l.Seq)
		}
		if c, ok := points[l.Seq]; ok && c.Hash != l.Hash {
			r.problem("line %d is not the one that was signed on %s", l.Seq, c.Time.Format("2006-01-02 15:04:05Z"))
		}
		prev = l
	}
	r.Last, r.Head = prev.Seq, prev.Hash
	r.Unsigned = int64(r.Lines)
	for size := range points {
		r.Unsigned = min(r.Unsigned, max(prev.Seq-size, 0))
	}
	if size := slices.Max(append(slices.Collect(maps.Keys(points)), 0)); size > r.Last {
		r.problem("the log was cut: %d lines were signed on %s, and %d are there", size, points[size].Time.Format("2006-01-02 15:04:05Z"), r.Last)
	}
	return r
}

// begin checks that whatever stood before the first line was taken away with a
// signature under where it ended.
func (r *Report) begin(l sentinel.Line, points map[int64]Checkpoint) {
	if l.Seq == 1 {
		if l.Prev != "" {
			r.problem("line 1 names a line before it")
		}
		return
	}
	if c, ok := points[l.Seq-1]; !ok || c.Hash != l.Prev {
		r.problem("the log begins with line %d, and no checkpoint says that what stood before was taken away", l.Seq)
	}
}

// checkpoints reads those of the chain, by size.
func (r *Report) checkpoints(dir, verifier string) map[int64]Checkpoint {
	if _, err := os.Lstat(filepath.Join(dir, checkpointName)); verifier == "" && errors.Is(err, fs.ErrNotExist) {
		return nil // nothing is signed, and a look makes no key
	}
	if verifier == "" {
		key, err := OpenKey(dir)
		if err != nil {
			r.problem("%v", err)
			return nil
		}
		verifier = key.Verifier()
	}
	list, problems, err := Checkpoints(dir, verifier)
	if err != nil {
		problems = append(problems, err.Error())
	}
	for _, p := range problems {
		r.problem("%s", p)
	}
	points := map[int64]Checkpoint{}
	for _, c := range list {
		if c.Origin != r.Origin {
			continue
		}
		r.Checkpoints++
		if was, ok := points[c.Size]; ok && was.Hash != c.Hash {
			r.problem("two checkpoints of %d lines disagree: the log was written anew", c.Size)
		}
		points[c.Size] = c
	}
	return points
}

// follow takes in what a line tells about a question.
func follow(told map[string]sentinel.Entry, l sentinel.Line) {
	switch l.Event.Kind {
	case "decision", "answer-refused":
		return
	}
	var e sentinel.Entry
	if l.Event.Request != "" && json.Unmarshal(l.Event.Data, &e) == nil {
		told[l.Event.Request] = e
	}
}

// maxQuestions is how many questions a store gives at once; older ones are not
// compared.
const maxQuestions = 1000

// agree compares what the store holds with what its chain told last.
func agree(ctx context.Context, r *Report, s sentinel.Store, told map[string]sentinel.Entry) {
	list, err := s.List(ctx, sentinel.Filter{Limit: maxQuestions})
	if err != nil {
		r.problem("%v", err)
		return
	}
	for _, q := range list {
		if why := differs(q, told); why == "" {
			continue
		}
		// Something may have happened since the chain was read.
		for l, err := range StoreLines(ctx, s, r.Last) {
			if err == nil {
				follow(told, l)
			}
		}
		if now, err := s.Get(ctx, q.ID); err == nil {
			q = now
		}
		if why := differs(q, told); why != "" {
			r.problem("question %d %s", q.Number, why)
		}
	}
}

// differs says how a question in the store is not what the chain told of it.
func differs(q sentinel.Question, told map[string]sentinel.Entry) string {
	e, ok := told[q.ID]
	switch {
	case !ok:
		return "is in the store and not in the log"
	case e.Outcome != q.Outcome || e.Permit != q.Permit:
		return fmt.Sprintf("is %v with permit %v in the store, and %v with permit %v in the log", q.Outcome, q.Permit, e.Outcome, e.Permit)
	case e.Shown != q.Shown || e.Allowed != q.Allowed:
		return "allows something else in the store than in the log"
	}
	return ""
}

// SignStore files a checkpoint of a store's chain, if it grew. Commands that decide
// do so when they are done.
func SignStore(ctx context.Context, s sentinel.Store, dir string) error {
	key, err := OpenKey(dir)
	if err != nil {
		return err
	}
	list, _, err := Checkpoints(dir, key.Verifier())
	if err != nil {
		return err
	}
	size := int64(0)
	for _, c := range list {
		if c.Origin == StoreOrigin {
			size = max(size, c.Size)
		}
	}
	last := sentinel.Line{}
	for l, err := range StoreLines(ctx, s, size) {
		if err != nil {
			return err
		}
		last = l
	}
	if last.Seq == 0 {
		return nil
	}
	now, err := s.Now(ctx)
	if err != nil {
		return fmt.Errorf("sign checkpoint: %w", err)
	}
	return Sign(dir, StoreOrigin, last, now.Time)
}

// SignFile files a checkpoint of the log in a state folder as it stands.
func SignFile(dir string, now time.Time) error {
	f := OpenFile(FileOptions{Dir: dir})
	last, _, err := f.head()
	if err != nil || last.Seq == 0 {
		return err
	}
	return Sign(dir, FileOrigin, last, now)
}
