package endless

import (
	"math"
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// SayHuge is the reason that a report gets for one value that no memory holds.
const SayHuge = "makes a value that no memory holds"

// tooLarge is how many elements are too many for any machine that works.
const tooLarge = 5e9

// sizing are functions whose argument is how long a thing becomes.
const sizing = "alloc allocUnsafe repeat rep bytearray bytes str_repeat zeros ones empty Array ArrayBuffer SharedArrayBuffer Uint8Array fill str_pad ljust rjust center padStart padEnd"

// mayBeHuge tells whether a short text may hold a number of that size.
func mayBeHuge(src string) bool {
	return len(src) < maxFills && (strings.Contains(src, "**") || strings.Contains(src, "e1") || strings.Contains(src, "e9") || strings.Contains(src, "0000000000") || strings.Contains(src, "<<"))
}

// huge tells whether a text or list is repeated, or a thing made, by a number
// that is too large, or a number is raised beyond all bounds.
func (f *finder) huge() bool {
	for k := range f.toks {
		if f.toks[k].Kind != lex.Num {
			continue
		}
		n, last := f.number(k)
		switch {
		case math.IsInf(n, 1) || n > 1e300:
			return last > k+2 // 9**9**9
		case n < tooLarge:
		case f.at(k-1).Is("*") && (f.at(k-2).Kind == lex.Str || f.at(k-2).Is("]")), f.at(last+1).Is("*") && (f.at(last+2).Kind == lex.Str || f.at(last+2).Is("[")):
			return true
		case f.at(k-1).Text == "x" && (f.at(k-2).Kind == lex.Str || f.at(k-2).Is(")")):
			return true
		case f.at(k-1).Is("(") && wordlist.Has(sizing, f.at(k-2).Text), f.at(k-1).Is(",") && f.at(k-3).Is("(") && wordlist.Has(sizing, f.at(k-4).Text):
			return true
		}
	}
	return false
}

// number reads a number with the powers and shifts behind it, and gives the place
// of its last sign.
func (f *finder) number(k int) (n float64, last int) {
	n, last = f.plain(k), k
	switch op := f.at(k + 1); {
	case op.Is("**") && f.at(k+2).Kind == lex.Num:
		var power float64
		power, last = f.number(k + 2)
		n = math.Pow(n, power)
	case op.Is("<<") && f.at(k+2).Kind == lex.Num:
		n, last = n*math.Pow(2, f.plain(k+2)), k+2
	}
	return n, last
}

func (f *finder) plain(k int) float64 {
	n, err := strconv.ParseFloat(strings.ReplaceAll(f.at(k).Text, "_", ""), 64)
	if err != nil {
		return 0
	}
	return n
}
