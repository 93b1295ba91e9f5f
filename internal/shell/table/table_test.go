package table

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"
)

// TestAgainstMap compares random changes of tables and their copies with what
// a map does.
func TestAgainstMap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	one, two := New[int](), Table[int]{}
	plain, copied := map[string]int{}, map[string]int{}
	for i := range 5000 {
		name := fmt.Sprint(r.IntN(60))
		switch r.IntN(4) {
		case 0:
			one.Delete(name)
			delete(plain, name)
		case 1:
			two, copied = one, maps.Clone(plain)
		default:
			one.Set(name, i)
			plain[name] = i
		}
		if v, ok := one.Get(name); ok != has(plain, name) || v != plain[name] {
			t.Fatalf("round %d: %s is %d", i, name, v)
		}
		if got := maps.Collect(one.All()); !maps.Equal(got, plain) {
			t.Fatalf("round %d: %v, want %v", i, got, plain)
		}
		if got := maps.Collect(two.All()); !maps.Equal(got, copied) {
			t.Fatalf("round %d: a copy changed", i)
		}
		want := map[string]int{}
		for k, v := range plain {
			if old, ok := copied[k]; !ok || old != v {
				want[k] = v
			}
		}
		if got := maps.Collect(one.Since(two)); !maps.Equal(got, want) {
			t.Fatalf("round %d: since the copy %v, want %v", i, got, want)
		}
	}
}

func has(m map[string]int, name string) bool { _, ok := m[name]; return ok }

// TestSharing: what two copies share is not walked.
func TestSharing(t *testing.T) {
	a := New[int]()
	for i := range 10000 {
		a.Set(fmt.Sprint(i), i)
	}
	b := a
	if !b.Same(a) {
		t.Error("a copy is not the same")
	}
	b.Set("5000", 1)
	n := 0
	for name := range b.Since(a) {
		n++
		if name != "5000" {
			t.Errorf("%s was not set", name)
		}
	}
	if n != 1 || b.Same(a) {
		t.Errorf("%d entries since the copy", n)
	}
	depth := 0
	for x := b.root; x != nil; x = x.left {
		depth++
	}
	if depth > 100 {
		t.Errorf("%d levels for sorted names", depth)
	}
}
