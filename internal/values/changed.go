package values

import (
	"fmt"
	"slices"
	"strings"
)

// Changed says which things are not as they were, by name and sum: three of them
// by name, those that are there first, the rest by number.
func Changed(was, is map[string]string) string {
	var names, gone []string
	for name, sum := range is {
		if before, ok := was[name]; !ok || before != sum {
			names = append(names, name)
		}
	}
	for name := range was {
		if _, ok := is[name]; !ok {
			gone = append(gone, name)
		}
	}
	slices.Sort(names)
	slices.Sort(gone)
	names = append(names, gone...)
	switch {
	case len(names) == 0:
		return "what would run changed since it was shown"
	case len(names) > 3:
		names = append(names[:3], fmt.Sprintf("%d more", len(names)-3))
	}
	return strings.Join(names, ", ") + " changed since it was shown"
}
