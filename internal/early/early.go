// Package early prepares a process that lives for milliseconds, before the other
// packages are initialised: of the packages that import nothing but runtime, Go
// initialises the first by its path first, and most others need one of a later
// name. What costs such a process most are the pages that it touches for the first
// time, each a fault, so it counts them:
//
//	perf stat -e page-faults sentinel-hook claude < event.json
//
// Import it for its effect, in a main package alone.
package early

import "runtime"

// stackRoom in bytes is more than what initialising and answering take of the
// first goroutine's stack.
const stackRoom = 24 << 10

// Without these the process does the same, later: nothing may depend on them.
var (
	// A call is judged by one goroutine while the others wait. On one processor
	// they share its memory caches, which would be filled anew for each other.
	_ = runtime.GOMAXPROCS(1)
	// The stack grows once, and while there is nothing on it to move.
	_ = grow(false)
)

//go:noinline
func grow(touch bool) byte {
	if !touch {
		return 0
	}
	var room [stackRoom]byte
	fill(room[:])
	return room[0]
}

//go:noinline
func fill(room []byte) { clear(room) }
