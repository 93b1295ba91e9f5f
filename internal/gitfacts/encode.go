package gitfacts

import (
	"crypto/sha1"
	"encoding/binary"
	"sort"
)

// File is one entry for EncodeIndex.
type File struct {
	Name      string // relative to the work tree
	Size      int64
	ModTimeNs int64
}

// EncodeIndex writes a version 2 index that holds the files, for projects that
// exist in memory only. Object names are left zero: nothing reads them.
func EncodeIndex(files []File) []byte {
	files = append([]File(nil), files...)
	sort.Slice(files, func(i, j int) bool { return files[i].Name < files[j].Name })
	out := []byte("DIRC\x00\x00\x00\x02")
	out = binary.BigEndian.AppendUint32(out, uint32(len(files)))
	for _, f := range files {
		start := len(out)
		sec, nsec := uint32(f.ModTimeNs/1e9), uint32(f.ModTimeNs%1e9)
		for _, v := range []uint32{sec, nsec, sec, nsec, 0, 0, modeFile, 0, 0, uint32(f.Size)} {
			out = binary.BigEndian.AppendUint32(out, v)
		}
		out = append(out, make([]byte, 20)...)
		out = binary.BigEndian.AppendUint16(out, uint16(min(len(f.Name), 0xfff)))
		out = append(out, f.Name...)
		pad := 8 - (len(out)-start)%8
		out = append(out, make([]byte, pad)...)
	}
	sum := sha1.Sum(out)
	return append(out, sum[:]...)
}
