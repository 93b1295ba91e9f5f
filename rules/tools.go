package rules

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/rules/internal/tools"
)

// toolID returns the id of a tool, whatever its client calls it. A tool that
// is not in the table is known by its name without regard to case.
func toolID(name string) string {
	if t := tools.Lookup(name); t != nil {
		return t.ID
	}
	return foldCase(name)
}

// KindOf returns what the subjects of a tool are, Plain if it is not known.
func KindOf(tool string) Kind {
	if t := tools.Lookup(tool); t != nil {
		return ParseKind(t.Kind)
	}
	return Plain
}

// Subjects returns what a call is about: the command, every path, the URL, the
// search pattern. It returns none for a tool without subjects and for arguments
// that are missing or of another type.
//
// An error means that a list or a patch could not be read whole; such a call
// must not run. A patch in a format that is not known has no subjects: take it
// for one that may change anything.
func Subjects(tool string, args map[string]any) ([]string, error) {
	return tools.Subjects(tool, args)
}

// Describe shows a call to a person in lines: the command, "update src/app.ts",
// "a.ts -> b.ts", an address; never the arguments as JSON. Characters that
// would not be visible, or would change what is, are written as escapes.
func Describe(tool string, args map[string]any) []string {
	return tools.Describe(tool, args)
}

// Free lists the tools that are never gated unless a configuration names them.
func Free() []string {
	var ids []string
	for _, t := range tools.All() {
		if t.Holds == tools.Free {
			ids = append(ids, t.ID)
		}
	}
	return ids
}

// names is a call's tool as rules may address it.
type names struct {
	exact    []string // ids of the tool itself, the most specific first
	families []string // ids of keys that speak of several tools
	all      []string // every spelling a key with wildcards may match, folded
}

func namesOf(spellings []string) names {
	var n names
	for _, name := range spellings {
		id := toolID(name)
		if t := tools.Lookup(name); t != nil {
			for id := range tools.Words(t.Families) {
				n.add(&n.families, id)
			}
		}
		if id == tools.MCP || strings.HasPrefix(id, tools.MCPPrefix) {
			n.add(&n.families, tools.MCP)
		}
		n.add(&n.exact, id)
		n.add(&n.all, foldCase(name))
		n.add(&n.all, id)
	}
	// A family among the spellings is less specific than the tool.
	n.exact = slices.DeleteFunc(n.exact, func(id string) bool { return slices.Contains(n.families, id) })
	for _, id := range n.families {
		n.add(&n.all, id)
	}
	return n
}

func (*names) add(list *[]string, s string) {
	if !slices.Contains(*list, s) {
		*list = append(*list, s)
	}
}
