package reviewer

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/display"
)

// Text is a question in words, for any surface that shows plain text: who asks,
// what, how bad, why, and the whole of what would run. Nothing is cut, and
// whatever would not show as it is, or would move the cursor, is written as
// \u{1B}.
func Text(r sentinel.Request, now time.Time) string {
	var b strings.Builder
	number := ""
	if r.Number > 0 {
		number = fmt.Sprintf("#%d ", r.Number)
	}
	fmt.Fprintf(&b, "%s%s wants %s (%s)\n", number, quoted(r.Call.Agent, "an agent"), quoted(r.Call.Tool, "a tool without a name"), r.Risk)
	fmt.Fprintf(&b, "why: %s\n", display.Line(r.Reason))
	for _, k := range slices.Sorted(maps.Keys(r.Call.Arguments)) {
		writeArgument(&b, k, r.Call.Arguments[k])
	}
	if r.Call.Cwd != "" {
		fmt.Fprintf(&b, "in: %s\n", display.Line(r.Call.Cwd))
	}
	for _, e := range effects(r.Assessment) {
		fmt.Fprintf(&b, "does: %s\n", display.Line(e))
	}
	if !r.Deadline.IsZero() && !now.IsZero() {
		fmt.Fprintf(&b, "left: %d s\n", int(r.Remaining(now).Seconds()))
	}
	return b.String()
}

func quoted(name, none string) string {
	if name == "" {
		return none
	}
	return display.Line(name)
}

// writeArgument shows a text of several lines as a block, so that nothing hides
// behind its first line.
func writeArgument(b *strings.Builder, name string, v any) {
	text, ok := v.(string)
	if !ok {
		j, err := json.Marshal(v)
		if err != nil {
			j = []byte("cannot be shown: " + err.Error())
		}
		text = string(j)
	}
	if !strings.Contains(text, "\n") {
		fmt.Fprintf(b, "%s: %s\n", display.Line(name), display.Line(text))
		return
	}
	fmt.Fprintf(b, "%s: (%d lines)\n", display.Line(name), strings.Count(text, "\n")+1)
	blank := 0
	flush := func() {
		if blank > 3 {
			fmt.Fprintf(b, "  | (%d empty lines)\n", blank)
		} else {
			b.WriteString(strings.Repeat("  |\n", blank))
		}
		blank = 0
	}
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) == "" {
			blank++
			continue
		}
		flush()
		fmt.Fprintf(b, "  | %s\n", display.Line(line))
	}
	flush()
}

// effects are what the call does, each once.
func effects(a sentinel.Assessment) []string {
	var out []string
	for _, p := range a.Parts {
		for _, e := range p.Effects {
			if s := e.String(); !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}
