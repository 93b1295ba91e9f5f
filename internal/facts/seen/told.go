package seen

// Told remembers which findings of a call were recorded. The zero value has none.
type Told struct {
	parts map[string]int
	last  string // the part that was asked about last: a long one is not hashed again for each of its findings
	id    int
	seen  map[told]bool
}

type told struct {
	rule, target string
	part         int
}

// Before tells whether a finding was recorded before, and notes it.
func (t *Told) Before(rule, part, target string) bool {
	if t.seen == nil {
		t.parts, t.seen = map[string]int{}, map[told]bool{}
	}
	if t.id == 0 || part != t.last {
		if t.parts[part] == 0 {
			t.parts[part] = len(t.parts) + 1
		}
		t.last, t.id = part, t.parts[part]
	}
	key := told{rule, target, t.id}
	was := t.seen[key]
	t.seen[key] = true
	return was
}
