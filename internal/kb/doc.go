// Package kb knows what programs do with their words. The knowledge is data:
// one JSON file per tool below data, embedded and opened only when the tool
// occurs. docs/knowledge.md describes the format; to teach it a tool, add one
// file and run `go generate ./internal/kb`.
//
// Parse reads the words of a command by its tool's file. Inner gives the
// evaluator of package shell what stands inside a command (behind sudo, in
// sh -c, in a script). Deeds gives what the command does by itself; package
// facts finds the scope of each and looks it up in the risk table.
//
// What stands by itself lies below: schema is the form of a file, env the
// variables that change what programs do, wordpart, like and standin take words
// apart and compare them, search is the expression of find, folders says where
// programs lie, guess judges what no file lists, script names the language of a
// script, lazyjson opens a part of a large file.
package kb

//go:generate go run ./gen
