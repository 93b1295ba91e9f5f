package shell

import (
	"strconv"

	"github.com/sentinelgate/sentinel/internal/shell/found"
	"github.com/sentinelgate/sentinel/internal/shell/pure"
	"github.com/sentinelgate/sentinel/internal/shell/vars"
)

// getopts takes the next option of the words behind it, else of $1 and so on.
func getopts(sc *scope, c *Command) {
	if len(c.Argv) < 3 {
		return
	}
	name, _ := c.Argv[2].Known()
	words, sure := c.Argv[3:], pure.ValidName(name)
	if len(words) == 0 {
		words, sure = sc.s.Args, sure && !sc.s.AnyArgs && len(sc.s.Others) == 0
	}
	option, ok := pure.Option{}, false
	if sure && found.SplitAt(words) == 0 {
		option, ok = sc.nextOption(c.Argv[1], words)
	}
	switch {
	case !ok:
		for _, n := range []string{name, "OPTARG", "OPTIND"} {
			if pure.ValidName(n) {
				sc.set(n, vars.Unknown(Supplied, "$"+n, true))
			}
		}
		return
	case option.Value < 0 && option.Text == "":
		sc.s.Put("OPTARG", vars.Variable{Values: []Word{{}}, Gone: true})
	case option.Value < 0:
		sc.set("OPTARG", Text(option.Text))
	case option.From == 0:
		sc.set("OPTARG", words[option.Value])
	default:
		sc.set("OPTARG", Text(words[option.Value].String()[option.From:]))
	}
	sc.set(name, Text(option.Name))
	sc.s.OptWord, sc.s.OptAt = strconv.Itoa(option.Index), option.At
	sc.set("OPTIND", Text(sc.s.OptWord))
	sc.s.Status = vars.Verdict(option.More, true)
}

// nextOption goes on where $OPTIND says, and within that word where the call
// before came to, unless the text has set $OPTIND since.
func (sc *scope) nextOption(options Word, words []Word) (pure.Option, bool) {
	index := Text("1")
	if v, set := sc.s.Vars.Get("OPTIND"); set && !v.Gone {
		index = sc.value("OPTIND")
	}
	s, _ := index.Known()
	n, err := strconv.Atoi(s)
	letters, ok := options.Known()
	if err != nil || !ok {
		return pure.Option{}, false
	}
	at := 0
	if s == sc.s.OptWord {
		at = sc.s.OptAt
	}
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.String()
	}
	return pure.Getopts(letters, texts, func(i int) bool { _, known := words[i].Known(); return known }, n, at)
}
