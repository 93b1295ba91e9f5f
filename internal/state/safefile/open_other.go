//go:build !unix

package safefile

const nonBlocking = 0
