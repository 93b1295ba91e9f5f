package endless

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// SayFills and SayMany are the reasons that a report gets for code that uses up
// the memory or the disk.
const (
	SayFills = "fills the memory or the disk in a loop without end"
	SayMany  = "makes millions of files"
)

// Bounds: only short texts are looked at, as only of those the whole loop is
// understood, and this many files are many.
const (
	maxFills = 2000
	many     = 1e6
)

// Names of functions that make what they are given larger, those that give or
// take a text and do nothing else, and words that leave a loop.
const (
	growing = "push append extend add insert unshift write appendFileSync writeFileSync writeSync fputs fwrite file_put_contents concat push_back put"
	making  = growing + " repeat fill Array alloc bytearray str_repeat rep sprintf bytes randomBytes urandom random encode join Buffer from open require toString flush list range str int openSync string print printf puts const let var new local my self this fs os File x String w a wb ab utf8 while for loop do end true True until false False if_ each lambda in"
	leaving = "break return exit last die throw raise quit abort next_ stop finish yield await"
)

// fills tells whether a text may hold a loop that fills something.
func fills(src string) bool {
	return len(src) < maxFills && (strings.Contains(src, "while") || strings.Contains(src, "for") || strings.Contains(src, "loop") || strings.Contains(src, "until"))
}

// fills tells whether a loop makes something larger each time, and does nothing
// else that might end it.
func (f *finder) fills(rep *report.Report, l span) bool {
	for k := l.from - 3; k < l.from; k++ {
		if f.at(k).Text == "setInterval" {
			return false // a timer
		}
	}
	larger := false
	for k := l.from; k < l.to; k++ {
		t := &f.toks[k]
		switch {
		case t.Kind == lex.Name && (wordlist.Has(leaving, t.Text) || wordlist.Has(waiting, t.Text) && !f.brief(k)):
			return false
		case t.Kind == lex.Name && wordlist.Has(growing, t.Text):
			larger = true
		case t.Kind == lex.Name && f.at(k+1).Is("(") && !wordlist.Has(making, t.Text):
			return false // what it does is not known
		case t.Kind == lex.Name && wordlist.Has("print printf say", t.Text):
			larger = larger || writes(rep)
		case t.Is("+=") || t.Is(".=") || t.Is("..=") || t.Is("*="):
			larger = larger || f.at(k+1).Kind != lex.Num
		case t.Is("<<"), t.Is("]") && f.at(k-1).Is("[") && f.at(k+1).Is("="), t.Is("]") && f.at(k+1).Is("=") && f.at(k-2).Is("+"), t.Is("++") && f.at(k+1).Is("]"):
			larger = true
		}
	}
	return larger
}

func writes(rep *report.Report) bool {
	for _, a := range rep.Acts {
		if a.Kind == report.Write || a.Kind == report.Append {
			return true
		}
	}
	return false
}

// makesMany tells whether files are made in a loop that is counted into the
// millions.
func (f *finder) makesMany(rep *report.Report) bool {
	for k := range f.toks {
		t := &f.toks[k]
		if t.Kind != lex.Num || f.plain(k) < many || !f.counts(k) {
			continue
		}
		for _, a := range rep.Acts {
			if (a.Kind == report.Write || a.Kind == report.Append || a.Kind == report.Mkdir || a.Kind == report.Empty) && a.Start > t.Start {
				return true
			}
		}
	}
	return false
}

// counts tells whether a number is how often a loop runs.
func (f *finder) counts(k int) bool {
	if f.at(k+1).Is(".") && wordlist.Has("times upto", f.at(k+2).Text) {
		return true
	}
	for i := k - 1; i >= 0 && i > k-14; i-- {
		if wordlist.Has("for foreach while", f.toks[i].Text) {
			return true
		}
	}
	return false
}

// AwkFills tells whether a program of awk fills the memory or a file in a loop
// without end.
func AwkFills(src string) bool {
	if !fills(src) || !strings.Contains(src, "BEGIN") && !strings.Contains(src, "END") {
		return false
	}
	toks, _ := lex.Scan(src, braces())
	f := finder{src: src, toks: toks, lang: "awk"}
	f.find()
	for _, l := range f.loops {
		larger, leaves := false, false
		for k := l.from; k < l.to; k++ {
			t := &toks[k]
			leaves = leaves || t.Kind == lex.Name && wordlist.Has("break exit return next getline system", t.Text)
			larger = larger || t.Is(">") || t.Is(">>") || t.Is("[")
		}
		if larger && !leaves {
			return true
		}
	}
	return false
}
