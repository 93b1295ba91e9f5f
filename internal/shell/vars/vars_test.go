package vars

import (
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/shell/found"
	"github.com/sentinelgate/sentinel/internal/shell/table"
)

func empty() *State {
	return &State{Vars: table.New[Variable](), Env: table.New[bool](), Funcs: table.New[Function](), Aliases: table.New[[]string](), Loose: table.New[bool]()}
}

// show gives the values that a variable may have.
func show(s *State, name string) string {
	v, ok := s.Get(name)
	if !ok {
		return "-"
	}
	var all []string
	for _, w := range v.Values {
		all = append(all, w.String())
	}
	return strings.Join(all, "|")
}

func TestR31_BranchesLeaveEitherValue(t *testing.T) {
	s := empty()
	s.Set("a", found.Text("1"))
	other := s.Clone()
	other.Set("a", found.Text("2"))
	other.Set("b", found.Text("3"))
	if s.Merge(other, 6); show(s, "a") != "1|2" || show(s, "b") != "3|" {
		t.Errorf("a is %s, b is %s", show(s, "a"), show(s, "b"))
	}
	n := 0
	s.Choose([]string{"a", "b"}, 16, func(one *State) {
		if n++; strings.Contains(show(one, "a"), "|") {
			t.Error("several values in a choice")
		}
	})
	if n != 4 {
		t.Errorf("%d choices", n)
	}
}

func TestR31_ArraysWithHoles(t *testing.T) {
	v := Variable{Array: true}
	for _, key := range []string{"0", "1", "5"} {
		v.Put(key, found.Text("x"+key))
	}
	one := v.Without("1", true, "a", 6)
	if len(one.List) != 2 || one.List[1].String() != "x5" || len(one.Others) != 0 {
		t.Errorf("%v", one.List)
	}
	if any := v.Without("", false, "a", 6); len(any.Others) == 0 || !any.List[0].Unknown() {
		t.Errorf("an element that is not known leaves %v", any.List)
	}
	if len(v.List) != 3 {
		t.Error("the array itself changed")
	}
}

func TestR31_LocalsEnd(t *testing.T) {
	s := empty()
	s.Set("a", found.Text("1"))
	s.MakeLocal("a")
	s.Set("a", found.Text("2"))
	if s.Leave(nil, 6); show(s, "a") != "1" {
		t.Errorf("a is %s", show(s, "a"))
	}
	s.Fix("a")
	if s.Set("a", found.Text("3")); show(s, "a") != "1" {
		t.Errorf("readonly a is %s", show(s, "a"))
	}
}

func TestR31_ValuesAreBounded(t *testing.T) {
	var set []found.Word
	for _, s := range strings.Fields("1 2 3 4 5") {
		set = AddValue(set, found.Text(s), 3, "a")
	}
	for _, w := range set {
		if len(set) > 3 || len(set) == 3 && !w.Unknown() {
			t.Errorf("%v", set)
		}
	}
}
