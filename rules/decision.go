package rules

import "fmt"

// Decision is what the rules say of a call. The zero value is None.
type Decision uint8

// The decisions, from the mildest to the strictest. None means that no rule
// has anything to say; it is never a permission.
const (
	None  Decision = iota
	Allow          // "allow" in the file
	Ask            // "ask" in the file
	Deny           // "deny" in the file
)

// String returns the word used in configuration files, or "none".
func (d Decision) String() string {
	switch d {
	case Allow:
		return "allow"
	case Ask:
		return "ask"
	case Deny:
		return "deny"
	case None:
		return "none"
	}
	return fmt.Sprintf("Decision(%d)", uint8(d))
}

// ParseDecision reads "allow", "ask" or "deny", spelled exactly so. Every
// other text is no decision: a guess could widen what is allowed.
func ParseDecision(word string) (Decision, error) {
	switch word {
	case "allow":
		return Allow, nil
	case "ask":
		return Ask, nil
	case "deny":
		return Deny, nil
	}
	return None, fmt.Errorf("parse decision: %q is none of allow, ask, deny", word)
}

// Strictest returns the stricter of two decisions: deny, ask, allow, none.
func Strictest(a, b Decision) Decision { return max(a, b) }

// meantDecision guesses which decision a wrong word stands for, for the hint
// of a [Problem]. It returns "" when there is no good guess.
func meantDecision(word string) string {
	for _, m := range meanings {
		for _, w := range m.words {
			if equalFold(w, word) {
				return m.decision
			}
		}
	}
	best, bestCost := "", 3
	for _, m := range meanings {
		if cost := distance(m.decision, word, bestCost); cost < bestCost {
			best, bestCost = m.decision, cost
		}
	}
	return best
}

// meanings lists words that people write instead of a decision.
var meanings = [...]struct {
	decision string
	words    []string
}{
	{"deny", []string{"deny", "denied", "block", "blocked", "forbid", "reject", "refuse", "disallow", "never", "no", "off", "false"}},
	{"ask", []string{"ask", "prompt", "confirm", "question", "ask always", "always ask"}},
	{"allow", []string{"allow", "allowed", "permit", "accept", "approve", "yes", "ok", "on", "true", "always"}},
}
