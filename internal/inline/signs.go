package inline

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/endless"
	"github.com/sentinelgate/sentinel/internal/paths/known"
)

// mayBeHome gives the folders on the way to a path that may be somebody's home:
// whose it is, the code does not say.
func mayBeHome(file string) []string {
	homes := []string{"/home/u"}
	for at, n := 1, 0; n < 3; n++ {
		next := strings.IndexByte(file[at:], '/')
		if next < 0 {
			break
		}
		if at += next; n > 0 && !strings.ContainsAny(file[:at], "*?[") {
			homes = append(homes, known.Spell(file[:at]))
		}
		at++
	}
	return homes
}

// typesIntoTerminal: the request TIOCSTI, by its name or by its number on Linux,
// on other systems with the number of its kind.
func typesIntoTerminal(text string) bool {
	if strings.Contains(text, "TIOCSTI") {
		return true
	}
	if !strings.Contains(text, "ioctl") {
		return false
	}
	text = strings.ToLower(text)
	return strings.Contains(text, "0x5412") || strings.Contains(text, "21522") || strings.Contains(text, "0x80017472")
}

// endless: code that leaves processes behind without end.
func (r *Report) endless(found bool) {
	if found {
		r.unread(endless.Say)
	}
}
