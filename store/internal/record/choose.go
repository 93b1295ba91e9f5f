package record

import (
	"context"
	"fmt"

	"github.com/sentinelgate/sentinel"
)

// Limit bounds how many are given at once.
func Limit(n int) int {
	if n <= 0 || n > MaxList {
		return MaxList
	}
	return n
}

// Live tells whether an identical call joins the question.
func (r *Row) Live() bool {
	return r.Outcome == sentinel.Pending.String() || r.Permit == sentinel.PermitArmed.String()
}

// Chosen tells whether the filter lets the row through.
func (r *Row) Chosen(f sentinel.Filter, m sentinel.Moment) bool {
	return (!f.Open && !f.Due || r.Live()) && (!f.Due || r.due(m)) && (f.Number == 0 || f.Number == r.Number) && (f.Before == 0 || r.Number < f.Before) && (f.Key == "" || f.Key == r.Key)
}

// due tells whether the window or the permit may be over. The queries of the
// stores with tables say the same.
func (r *Row) due(m sentinel.Moment) bool {
	now := Micros(m.Time)
	if r.Outcome == sentinel.Pending.String() {
		return r.Deadline <= now || r.Created > now || r.Boot != "" && r.Boot == m.Boot && m.Up.Microseconds()-r.Up >= r.Deadline-r.Created
	}
	return r.Until == nil || *r.Until <= now
}

// Chain tells whether the lines follow each other without a gap or a change.
// What stood before the first is not known here.
func Chain(lines []sentinel.Line) error {
	for i, l := range lines {
		if l.Sum() != l.Hash {
			return fmt.Errorf("line %d of the chain was changed", l.Seq)
		}
		if i > 0 && (l.Seq != lines[i-1].Seq+1 || l.Prev != lines[i-1].Hash) {
			return fmt.Errorf("lines %d and %d of the chain do not follow each other", lines[i-1].Seq, l.Seq)
		}
	}
	return nil
}

// Walk verifies a whole chain, some lines at a time.
func Walk(ctx context.Context, lines func(ctx context.Context, after int64, limit int) ([]sentinel.Line, error)) error {
	var last []sentinel.Line
	for after := int64(0); ; {
		some, err := lines(ctx, after, MaxList)
		if err != nil || len(some) == 0 {
			return err
		}
		if err := Chain(append(last, some...)); err != nil {
			return err
		}
		last = []sentinel.Line{some[len(some)-1]}
		after = last[0].Seq
	}
}
