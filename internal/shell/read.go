package shell

import (
	"fmt"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/pure"
	"mvdan.cc/sh/v3/syntax"
)

// Limits bound the work of one Read. The zero value refuses every text; use
// DefaultLimits.
type Limits struct {
	Bytes    int // length of the text
	Nesting  int // open brackets and substitutions, counted before parsing
	Depth    int // texts within texts: sh -c, eval, scripts
	Steps    int // statements and words evaluated, weighed
	Commands int // commands found
	Unroll   int // rounds of a loop over a known list
	Choices  int // values kept for one variable
	Volume   int // bytes that expansions may make in all
	Words    int // words of one command
}

// DefaultLimits are generous for people and harmless for the machine.
func DefaultLimits() Limits {
	return Limits{Bytes: 128 << 10, Nesting: 200, Depth: 24, Steps: 24000, Commands: 2500, Unroll: 64, Choices: 6, Volume: 1 << 20, Words: 1200}
}

// Dialect chooses how a text is parsed.
type Dialect uint8

const (
	Bash Dialect = iota
	POSIX
	Zsh
	Mksh
)

// Files lets the evaluator open scripts that are about to run. A nil Files
// knows no file at all.
type Files interface {
	// Read returns the content of a file by absolute path. exists is false when
	// there is none; err says why it could not be read.
	Read(path string) (content []byte, exists bool, err error)
}

// Options is what Read needs to know about the world. The zero value knows no
// home, no folder and no programs.
type Options struct {
	Home    string
	Cwd     string // absolute
	Top     string // top of the git work tree, "" if there is none
	Dialect Dialect
	Vars    map[string]string // further variables whose values are known
	Args    []string          // positional parameters
	Files   Files
	Knows   Knows
	Limits  Limits
}

// Problem says why a part of the text cannot be inspected.
type Problem struct {
	Why  string
	Span Span
	// Bomb: a function or script that starts copies of itself without end.
	Bomb bool
}

// Result is what Read found.
type Result struct {
	Commands []*Command
	Problems []Problem
	Dialect  Dialect // the one that the text was read in
	// Links are the links that the text makes, by absolute path.
	Links map[string]string
	// Written are the contents, as far as they are known, of the files that the
	// text writes, by absolute path.
	Written map[string]string
}

// Read finds every command that a text could run.
func Read(text string, o Options) Result {
	e := newEvaluator(o)
	e.text(text, Place{}, nil, true)
	return Result{Commands: e.cmds, Problems: e.problems, Dialect: o.Dialect, Links: e.links, Written: e.writtenTexts()}
}

func (e *evaluator) writtenTexts() map[string]string {
	var out map[string]string
	for p, w := range e.overlay.All() {
		if w.known && !w.built {
			if out == nil {
				out = map[string]string{}
			}
			out[p] = w.text
		}
	}
	return out
}

// parse turns a text into a tree, or says why not. The parser has no bound of
// its own on nesting, so that is counted first.
func parse(text string, d Dialect, l Limits) (*syntax.File, error) {
	if len(text) > l.Bytes {
		return nil, fmt.Errorf("text of %d bytes is too long to inspect", len(text))
	}
	if strings.IndexByte(text, 0) >= 0 {
		return nil, fmt.Errorf("text holds a NUL byte")
	}
	if n := pure.Nesting(text); n > l.Nesting {
		return nil, fmt.Errorf("nested more than %d deep", l.Nesting)
	}
	p := syntax.NewParser(syntax.Variant(variant(d)))
	return p.Parse(strings.NewReader(text), "")
}

func variant(d Dialect) syntax.LangVariant {
	switch d {
	case POSIX:
		return syntax.LangPOSIX
	case Zsh:
		return syntax.LangZsh
	case Mksh:
		return syntax.LangMirBSDKorn
	}
	return syntax.LangBash
}
