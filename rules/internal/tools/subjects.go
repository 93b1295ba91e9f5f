package tools

import (
	"fmt"
	"slices"
	"strings"
)

// maxSubjects bounds the subjects of one call.
const maxSubjects = 10_000

// nestedLists are arguments whose elements may name a path of their own.
const nestedLists = "edits replacements changes"

// Subjects returns what a call is about, by the line of its tool in the table:
// the command, every path, the URL, the search pattern. It returns none for a
// tool without subjects and for arguments that are missing or of another type.
//
// An error means that a list or a patch could not be read whole; such a call
// must not run. A patch of a format that is not known has no subjects: take
// it for one that may change anything.
func Subjects(toolName string, args map[string]any) ([]string, error) {
	t := Lookup(toolName)
	if t == nil {
		return nil, nil
	}
	var s subjects
	if t.ID == patchTool {
		if err := s.patches(args); err != nil {
			return nil, fmt.Errorf("read subjects of %s: %w", toolName, err)
		}
	}
	s.fields(args, t.fields)
	for name := range Words(t.lists) {
		if err := s.list(name, args[name], t.fields, true); err != nil {
			return nil, fmt.Errorf("read subjects of %s: %w", toolName, err)
		}
	}
	if t.Kind == Path {
		for name := range Words(nestedLists) {
			if err := s.list(name, args[name], t.fields, false); err != nil {
				return nil, fmt.Errorf("read subjects of %s: %w", toolName, err)
			}
		}
	}
	if t.ID == "web_fetch" && len(s.texts) == 0 {
		s.links(args)
	}
	if len(s.texts) > maxSubjects {
		return nil, fmt.Errorf("read subjects of %s: more than %d", toolName, maxSubjects)
	}
	return s.texts, nil
}

// subjects collects texts in the order found, each once.
type subjects struct {
	texts []string
	seen  map[string]bool
}

func (s *subjects) add(text string) {
	if s.seen == nil {
		s.seen = map[string]bool{}
	}
	if !s.seen[text] {
		s.seen[text] = true
		s.texts = append(s.texts, text)
	}
}

// fields adds every one of the named arguments that is a text, and reports
// whether there was one. All of them count, since which one a tool reads when
// it gets two is not known.
func (s *subjects) fields(args map[string]any, names string) bool {
	found := false
	for name := range Words(names) {
		if text, ok := args[name].(string); ok {
			s.add(text)
			found = true
		}
	}
	return found
}

// list adds the elements of a list, each a text or an object with one of the
// fields. Where the list itself is a list of subjects, every element must
// yield one.
func (s *subjects) list(name string, value any, fields string, whole bool) error {
	switch list := value.(type) {
	case []string:
		for _, text := range list {
			s.add(text)
		}
	case []any:
		for i, element := range list {
			switch e := element.(type) {
			case string:
				if !whole {
					return fmt.Errorf("element %d of %s is a text", i, name)
				}
				s.add(e)
			case map[string]any:
				if !s.fields(e, fields) && whole {
					return fmt.Errorf("element %d of %s names nothing", i, name)
				}
			default:
				return fmt.Errorf("element %d of %s is malformed", i, name)
			}
		}
	}
	return nil
}

// patches adds the paths that the patches among the arguments touch.
func (s *subjects) patches(args map[string]any) error {
	for name := range Words(patchFields) {
		text, ok := args[name].(string)
		if !ok {
			continue
		}
		changes, err := readPatch(text)
		if err != nil {
			return err
		}
		for _, c := range changes {
			for _, path := range [...]string{c.path, c.to} {
				if path != "" {
					s.add(path)
				}
			}
		}
	}
	return nil
}

// links adds the addresses in a prompt, for fetch tools that get nothing else.
func (s *subjects) links(args map[string]any) {
	prompt, _ := args["prompt"].(string)
	for word := range strings.FieldsSeq(prompt) {
		if i := strings.Index(word, "http"); i >= 0 && slices.ContainsFunc([]string{"http://", "https://"}, func(p string) bool { return strings.HasPrefix(word[i:], p) }) {
			s.add(strings.TrimRight(word[i:], ".,;:!?)]}>\"'"))
		}
	}
}
