package audit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/audit/tale"
	"github.com/sentinelgate/sentinel/internal/state/safefile"
)

// Pruned is what stands in a chain for the lines that were taken away.
type Pruned = tale.Pruned

// PruneFile takes the lines older than a time out of the log in a state folder.
// What went is signed first and told by a line of its own. The newest line stays.
func PruneFile(dir string, before, now time.Time, by string) (Pruned, error) {
	f := OpenFile(FileOptions{Dir: dir})
	if err := f.prepare(); err != nil {
		return Pruned{}, fmt.Errorf("prune audit: %w", err)
	}
	unlock, err := safefile.Lock(f.path(lockName))
	if err != nil {
		return Pruned{}, fmt.Errorf("prune audit: %w", err)
	}
	defer unlock()
	p, err := f.prune(before, now, by)
	if err != nil {
		return Pruned{}, fmt.Errorf("prune audit: %w", err)
	}
	return p, nil
}

// Retain takes out of the log in a state folder what is older than so many days;
// 0 keeps all. It is cheap to call: only where a whole day more has to go, it goes.
func Retain(dir string, days int, now time.Time) error {
	if days <= 0 {
		return nil
	}
	before := now.AddDate(0, 0, -days)
	for l, err := range Lines(dir) {
		if err == nil && l.Time.Before(before.AddDate(0, 0, -1)) {
			_, err = PruneFile(dir, before, now, "audit.retention_days")
			return err
		}
		break
	}
	return nil
}

// prune does it under the lock.
func (f *File) prune(before, now time.Time, by string) (Pruned, error) {
	p := Pruned{By: by, Time: before.UTC()}
	if r := VerifyFile(f.options.Dir, ""); len(r.Problems) > 0 {
		return p, errors.New("the log has problems, which would be taken away with it; see `sentinel audit verify`")
	}
	var kept []sentinel.Line
	last, cut := sentinel.Line{}, sentinel.Line{}
	for l, err := range Lines(f.options.Dir) {
		if err != nil {
			return p, err
		}
		if l.Time.Before(before) && len(kept) == 0 {
			cut = l
			if p.From == 0 {
				p.From = l.Seq
			}
		} else {
			kept = append(kept, l)
		}
		last = l
	}
	if p.To, p.Head = cut.Seq, cut.Hash; cut.Seq == 0 {
		return p, nil
	}
	if err := checkpoint(f.options.Dir, FileOrigin, cut, now); err != nil {
		return p, err
	}
	mark, err := markOf(p)
	if err != nil {
		return p, err
	}
	kept = append(kept, last.Follow(mark, now))
	if err := f.replace(kept); err != nil {
		return p, err
	}
	return p, checkpoint(f.options.Dir, FileOrigin, kept[len(kept)-1], now)
}

func markOf(p Pruned) (sentinel.Event, error) {
	data, err := json.Marshal(p)
	return sentinel.Event{Kind: tale.KindPruned, Data: data}, err
}

// replace writes the log anew.
func (f *File) replace(lines []sentinel.Line) error {
	var out []byte
	for _, l := range lines {
		b, err := encodeOne(l)
		if err != nil {
			return err
		}
		out = append(out, b...)
	}
	// The older file goes last: lines that stand in both are found by verify, lines
	// that stand in none would be lost.
	if err := safefile.Write(f.path(fileName), out, safefile.Keep); err != nil {
		return err
	}
	if err := os.Remove(filepath.Join(f.options.Dir, olderName)); err != nil && !os.IsNotExist(err) {
		return err
	}
	return nil
}

// PruneStore takes the lines older than a time out of a store's chain, the same
// way. The questions themselves stay.
func PruneStore(ctx context.Context, s sentinel.Store, dir string, before time.Time, by string) (Pruned, error) {
	p := Pruned{By: by, Time: before.UTC()}
	r, told := verifyStore(ctx, s, dir, "")
	if len(r.Problems) > 0 {
		return p, errors.New("prune audit: the log has problems, which would be taken away with it; see `sentinel audit verify`")
	}
	cut := sentinel.Line{}
	for l, err := range StoreLines(ctx, s, 0) {
		if err != nil {
			return p, fmt.Errorf("prune audit: %w", err)
		}
		if !l.Time.Before(before) || told.Open(l.Event.Request) {
			break // what is still open keeps all of its lines
		}
		if cut = l; p.From == 0 {
			p.From = l.Seq
		}
	}
	if p.To, p.Head = cut.Seq, cut.Hash; cut.Seq == 0 {
		return p, nil
	}
	now, err := s.Now(ctx)
	if err == nil {
		p.Questions, p.Sum, err = told.Without(ctx, s, p.To)
	}
	if err != nil {
		return p, fmt.Errorf("prune audit: %w", err)
	}
	if err := Sign(dir, StoreOrigin, cut, now.Time); err != nil {
		return p, err
	}
	mark, err := markOf(p)
	if err == nil {
		err = s.Prune(ctx, p.To, mark)
	}
	if err != nil {
		return p, fmt.Errorf("prune audit: %w", err)
	}
	return p, SignStore(ctx, s, dir)
}
