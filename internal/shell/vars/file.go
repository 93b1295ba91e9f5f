package vars

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/found"
)

// Source is $BASH_SOURCE: scripts find the files beside them by it. It is not
// known outside a file that bash runs, since no other shell has it.
func (s *State) Source() found.Word {
	if _, set := s.Vars.Get("BASH_SOURCE"); set || len(s.File.Pieces) == 0 {
		return UnknownVar("BASH_SOURCE")
	}
	return s.File
}

// FileOf gives the name of a script as bash was told it. here says that the
// script is read by the shell that runs already, whose file is old; argv started
// it, args are its name and arguments.
func FileOf(here bool, old found.Word, text string, argv, args []found.Word) found.Word {
	if here {
		if len(old.Pieces) == 0 || len(argv) < 2 {
			return found.Word{}
		}
		if s, ok := argv[1].Known(); !ok || !strings.Contains(s, "/") {
			return found.Word{} // an option, or a name that is looked for along PATH
		}
		return argv[1]
	}
	if len(argv) == 0 || len(args) == 0 {
		return found.Word{}
	}
	program, _ := argv[0].Known()
	first, _, _ := strings.Cut(text, "\n")
	if path.Base(program) != "bash" {
		words := strings.Fields(strings.TrimPrefix(first, "#!"))
		if !strings.HasPrefix(first, "#!") || len(words) == 0 || path.Base(words[len(words)-1]) != "bash" && path.Base(words[0]) != "bash" {
			return found.Word{}
		}
		if a, ok := args[0].Known(); !ok || a != program {
			return found.Word{} // another shell, to which the first line is a remark
		}
	}
	return args[0]
}
