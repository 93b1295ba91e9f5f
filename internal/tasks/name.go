package tasks

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// Ordinary tells whether a name says that a task is one of the ordinary things:
// build, test, lint and their like. A word that says more than that (deploy, publish,
// reset) makes it unknown.
func Ordinary(name string) bool { return says(name, everyday, made) }

// OrdinaryScript tells the same of a script's name, without its ending. A task stands
// in the file of a tool for building; a script of no further purpose than to run, or to
// make something, may do anything.
func OrdinaryScript(name string) bool { return says(name, everyday, "") }

const (
	everyday = "test tests build builds lint fmt format check checks dev start clean typecheck bench benchmark coverage cover e2e unit spec specs " +
		"docs doc watch serve preview storybook compile types tsc verify validate vet prettier eslint help ci typescript integration style analyze " +
		"linkcheck doctest"
	made = "all bundle tidy static assets css js html dirhtml singlehtml pdf latexpdf epub"
	more = "deploy publish release prod production destroy reset drop nuke upload push migrate seed install setup rollback wipe purge delete " +
		"remove ship live staging sync send uninstall apply"
)

// says tells whether a word of the name is among the good ones, and none says more.
func says(name, good, further string) bool {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	found := false
	for _, w := range words {
		if wordlist.Has(more, w) {
			return false
		}
		found = found || wordlist.Has(good, w) || wordlist.Has(further, w)
	}
	return found
}
