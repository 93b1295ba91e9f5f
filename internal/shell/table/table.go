// Package table is a table by name whose copies cost nothing: a copy and its
// original share what neither has changed. The evaluator of shell texts keeps
// what it knows of variables in such tables, because it copies its state at
// every branch, and a text may hold thousands of both.
//
// It is a treap: a search tree that is balanced by a hash of the names. The
// hash differs from process to process, so that no list of names is slow; what
// the table answers does not depend on it. To add an operation, never write to
// a node that another table may hold.
package table

import (
	"hash/maphash"
	"iter"
)

// Table maps names to values. Make one with New; assigning it copies it.
type Table[V any] struct {
	root *node[V]
	seed maphash.Seed
}

type node[V any] struct {
	name        string
	weight      uint64
	value       V
	left, right *node[V]
	// set is who made the entry: two nodes with one set hold the same value.
	set *byte
}

// New makes an empty table.
func New[V any]() Table[V] { return Table[V]{seed: maphash.MakeSeed()} }

// Get gives the value of a name.
func (t *Table[V]) Get(name string) (V, bool) {
	for n := t.root; n != nil; {
		switch {
		case name == n.name:
			return n.value, true
		case name < n.name:
			n = n.left
		default:
			n = n.right
		}
	}
	var none V
	return none, false
}

// Set gives a name a value.
func (t *Table[V]) Set(name string, v V) {
	t.root = insert(t.root, &node[V]{name: name, weight: maphash.String(t.seed, name), value: v, set: new(byte)})
}

func insert[V any](n, in *node[V]) *node[V] {
	if n == nil {
		return in
	}
	if in.name != n.name && in.weight > n.weight {
		in.left, in.right = cut(n, in.name)
		return in
	}
	c := *n
	switch {
	case in.name == n.name:
		c.value, c.set = in.value, in.set
	case in.name < n.name:
		c.left = insert(n.left, in)
	default:
		c.right = insert(n.right, in)
	}
	return &c
}

// cut parts a tree into the names before and behind one.
func cut[V any](n *node[V], name string) (before, behind *node[V]) {
	if n == nil {
		return nil, nil
	}
	c := *n
	switch {
	case name == n.name:
		return n.left, n.right
	case name < n.name:
		before, c.left = cut(n.left, name)
		return before, &c
	default:
		c.right, behind = cut(n.right, name)
		return &c, behind
	}
}

// Delete forgets a name.
func (t *Table[V]) Delete(name string) {
	if _, ok := t.Get(name); ok {
		t.root = join(cut(t.root, name))
	}
}

// join puts two trees together; all names of a are before those of b.
func join[V any](a, b *node[V]) *node[V] {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	case a.weight > b.weight:
		c := *a
		c.right = join(a.right, b)
		return &c
	default:
		c := *b
		c.left = join(a, b.left)
		return &c
	}
}

// Same tells whether nothing was set or deleted between two copies.
func (t *Table[V]) Same(o Table[V]) bool { return t.root == o.root }

// All gives every entry, sorted by name.
func (t *Table[V]) All() iter.Seq2[string, V] {
	return func(yield func(string, V) bool) { each(t.root, yield) }
}

func each[V any](n *node[V], yield func(string, V) bool) bool {
	return n == nil || each(n.left, yield) && yield(n.name, n.value) && each(n.right, yield)
}

// Since gives the entries that were set since an older copy parted from this
// one. What both still share is not looked at.
func (t *Table[V]) Since(old Table[V]) iter.Seq2[string, V] {
	return func(yield func(string, V) bool) { since(t.root, old.root, yield) }
}

func since[V any](n, old *node[V], yield func(string, V) bool) bool {
	if n == nil || n == old {
		return true
	}
	var before, behind *node[V]
	same := false
	if old != nil && old.name == n.name {
		before, behind, same = old.left, old.right, old.set == n.set
	} else if o, ok := find(old, n.name); ok {
		before, behind = cut(old, n.name)
		same = o.set == n.set
	} else {
		before, behind = cut(old, n.name)
	}
	return since(n.left, before, yield) && (same || yield(n.name, n.value)) && since(n.right, behind, yield)
}

func find[V any](n *node[V], name string) (*node[V], bool) {
	for n != nil && n.name != name {
		if name < n.name {
			n = n.left
		} else {
			n = n.right
		}
	}
	return n, n != nil
}
