//go:build !unix

package paths

const openNonblock = 0
