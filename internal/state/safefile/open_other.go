//go:build !unix

package safefile

import "io/fs"

const nonBlocking = 0

// others: who may write stands elsewhere than in the mode of a file.
func others(fs.FileInfo) bool { return false }
