// Package lang knows languages: how each is written, and what its functions do.
//
// One file holds one language, or a family of small ones: a [walk.Language],
// and tables of rows. To teach it a function, add a row, or a name to a row:
//
//	{"shutil.rmtree", report.DeleteTree, nil, "path|0", ""},
//
// says that shutil.rmtree deletes the tree at its argument path, or else at its
// first one. The third column is for functions whose effect depends on their
// arguments; package do has most that are needed. For a new language, write the
// file and add a line to the list in package code.
package lang

import (
	"github.com/sentinelgate/sentinel/internal/code/lang/reach"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/code/walk"
)

// row is [walk.Row], whose comments explain the columns.
type row struct {
	Names string
	Kind  report.Kind
	Do    func(*walk.Call) value.Value
	At    string
	Say   string
}

// table joins tables into one; of two rows for one name the later counts.
func table(parts ...[]row) []walk.Row {
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

// own is a table of another package.
func own(rows []reach.Row) []row {
	out := make([]row, 0, len(rows))
	for _, r := range rows {
		out = append(out, row(r))
	}
	return out
}
