package audit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/audit/tale"
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
	taken := int64(0) // the last line that a mark says was taken away
	r := verify(FileOrigin, dir, verifier, func(yield func(sentinel.Line, error) bool) {
		for l, err := range Lines(dir) {
			var p Pruned
			if err == nil && l.Event.Kind == tale.KindPruned && json.Unmarshal(l.Event.Data, &p) == nil {
				taken = p.To
			}
			if !yield(l, err) {
				return
			}
		}
	})
	if _, err := os.Lstat(filepath.Join(dir, olderName)); r.First > 1 && taken != r.First-1 && errors.Is(err, fs.ErrNotExist) {
		r.problem("the older part of the log, %s, is gone", olderName)
	}
	return r
}

// VerifyStore looks over the chain of a store the same way, and whether what the
// chain tells is what the store holds. The checkpoints are those of the folder.
func VerifyStore(ctx context.Context, s sentinel.Store, dir, verifier string) Report {
	r, _ := verifyStore(ctx, s, dir, verifier)
	return r
}

func verifyStore(ctx context.Context, s sentinel.Store, dir, verifier string) (Report, *tale.Tales) {
	var told Report
	t := tale.New(told.problem)
	r := verify(StoreOrigin, dir, verifier, func(yield func(sentinel.Line, error) bool) {
		for l, err := range StoreLines(ctx, s, 0) {
			if err == nil {
				t.Follow(l)
			}
			if !yield(l, err) {
				return
			}
		}
	})
	t.Agree(ctx, s)
	if err := s.Check(ctx); err != nil && len(r.Problems) == 0 {
		r.problem("%v", err)
	}
	r.Problems = append(r.Problems, told.Problems...)
	return r, t
}

// VerifyGone is the report on a store that is not there: it is sound if nothing of
// one was ever signed.
func VerifyGone(dir, verifier string) Report {
	r := verify(StoreOrigin, dir, verifier, func(func(sentinel.Line, error) bool) {})
	if r.Checkpoints > 0 {
		r.Problems = append([]string{"the store of questions is gone, and signed marks tell of it"}, r.Problems...)
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
			if errors.Is(err, ErrNoLine) {
				continue
			}
			if !errors.Is(err, ErrForm) {
				return r
			}
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
	if size := newestOf(points); size > r.Last {
		r.problem("the log was cut or put back to an earlier state: line %d was signed on %s, and line %d is the last that is there",
			size, points[size].Time.Format("2006-01-02 15:04:05Z"), r.Last)
	}
	return r
}

// newestOf is the size of the longest chain that was signed.
func newestOf(points map[int64]Checkpoint) (size int64) {
	for s := range points {
		size = max(size, s)
	}
	return size
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
		if _, err := os.Lstat(filepath.Join(dir, keyFile)); errors.Is(err, fs.ErrNotExist) {
			r.problem("the key that the checkpoints were signed with, %s, is gone", keyFile)
			return nil
		}
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

// SignStore files a checkpoint of a store's chain, if it grew. Commands that decide
// do so when they are done, and hooks that used a permit.
func SignStore(ctx context.Context, s sentinel.Store, dir string) error {
	size, err := signedSize(dir, StoreOrigin)
	if err != nil {
		return err
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

// Twice looks for what one chain says and the other does not: a call that the log
// permits for a question that the store does not know, or two for one question.
func Twice(ctx context.Context, s Sources, r *Report) {
	used := map[string]int64{}
	for l, err := range Lines(s.Dir) {
		var e Entry
		if err != nil || l.Event.Kind != kindDecision || l.Event.Request == "" || json.Unmarshal(l.Event.Data, &e) != nil {
			continue
		}
		before, seen := used[l.Event.Request]
		switch {
		case e.Permitted && before > 0:
			r.problem("question %s permitted two calls: in lines %d and %d of %s", tale.Called(l.Event.Request, e.Number), before, l.Seq, FileOrigin)
		case e.Permitted:
			used[l.Event.Request] = l.Seq
		case !seen:
			used[l.Event.Request] = 0
		}
		if seen {
			continue
		}
		if _, err := s.Store.Get(ctx, l.Event.Request); errors.Is(err, sentinel.ErrNotFound) {
			r.problem("line %d of %s tells of question %s, which is not in the store", l.Seq, FileOrigin, tale.Called(l.Event.Request, e.Number))
		}
	}
}
