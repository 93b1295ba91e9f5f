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
