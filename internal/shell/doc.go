// Package shell reads a shell text and says which programs it could run, with
// which words, with what on their standard input and where their outputs go.
//
// Read is the entry. It parses the text (mvdan.cc/sh, which nobody imports but
// this package and those below it) and walks the tree with an abstract
// evaluator: words become values with known and unknown pieces (packages atom and
// found),
// variables, functions, aliases and the working folder are followed along the
// text (package vars), both ways of a branch are taken, loops over known lists
// are unrolled, and pure text tools over known text (echo, printf, base64 -d,
// ...) are folded (package tool). Every simple command counts, wherever it
// stands.
//
// What programs do is not known here. The knowledge base tells through the
// Knows interface what a command holds inside: the command behind sudo, the
// text behind sh -c, the script that is about to run.
//
// Work is bounded by counts (see Limits), never by the clock. A bound reached,
// or a text that does not parse, is a Problem: the text cannot be inspected.
//
// To teach it a new construct of the language, add it to eval.go (statements),
// expand.go (words) or builtin.go (commands that change the shell's state); to
// fold another text tool, add it to the table of the package tool.
package shell
