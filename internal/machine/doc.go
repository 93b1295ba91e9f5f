// Package machine says whose machine this is. The commands ask it once, at
// their start; everything below them is told.
package machine
