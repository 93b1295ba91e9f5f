// Package rows is how the functions of a language are written down: a line each,
// without the names of its columns. [walk.Row] explains the columns.
package rows

import (
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/code/walk"
)

// Row is [walk.Row] without a name of its own, so that tables in other packages
// may leave the names of the columns out.
type Row = struct {
	Names string
	Kind  report.Kind
	Do    func(*walk.Call) value.Value
	At    string
	Say   string
}

// Of joins tables into one; of two rows for one name the later counts.
func Of(parts ...[]Row) []walk.Row {
	n := 0
	for _, p := range parts {
		n += len(p)
	}
	out := make([]walk.Row, 0, n)
	for _, p := range parts {
		for _, r := range p {
			out = append(out, walk.Row(r))
		}
	}
	return out
}
