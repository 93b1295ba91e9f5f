// Package archive looks into archives that a command unpacks or prints: tar,
// also compressed by gzip or bzip2, zip, and single files compressed so. What
// it cannot open (xz, zstd, 7z, encrypted members) is an error.
//
// The content comes from strangers, so everything is bounded: members, bytes of
// one, bytes of all, whatever the headers say.
package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Bounds of what is unpacked in memory.
const (
	maxMembers = 20000
	maxMember  = 4 << 20
	maxAll     = 32 << 20
)

// ErrTooLarge is an archive beyond the bounds: what was given until then is
// not all of it.
var ErrTooLarge = errors.New("the archive is larger than what is looked at")

// ErrUnknown is a form that cannot be opened.
var ErrUnknown = errors.New("the form of the archive is not known")

// Member is one file in an archive.
type Member struct {
	Name string
	Link string // what it is a link to, "" for a file
	body io.Reader
	left *int64
}

// Content reads a member whole, within the bounds.
func (m Member) Content() ([]byte, error) {
	if m.body == nil {
		return nil, nil
	}
	b, err := io.ReadAll(io.LimitReader(m.body, min(maxMember, *m.left)+1))
	if err != nil {
		return nil, fmt.Errorf("read %q in the archive: %w", m.Name, err)
	}
	if *m.left -= int64(len(b)); len(b) > maxMember || *m.left < 0 {
		return nil, ErrTooLarge
	}
	return b, nil
}

// Members gives the files of an archive in their order, until f returns false.
// A compressed file that is no archive is a single member without a name.
func Members(data []byte, f func(Member) bool) error {
	left := int64(maxAll)
	if bytes.HasPrefix(data, []byte("PK\x03\x04")) || bytes.HasPrefix(data, []byte("PK\x05\x06")) {
		return zipped(data, &left, f)
	}
	plain, compressed, err := open(data)
	if err != nil {
		return err
	}
	head := make([]byte, 512)
	n, err := io.ReadFull(plain, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return fmt.Errorf("open archive: %w", err)
	}
	all := io.MultiReader(bytes.NewReader(head[:n]), plain)
	switch {
	case n == len(head) && (string(head[257:262]) == "ustar" || checked(head)):
		// Skipping members reads them, too, so the whole stream is bounded.
		return tarred(io.LimitReader(all, maxAll), &left, f)
	case compressed:
		f(Member{body: all, left: &left})
		return nil
	}
	return ErrUnknown
}

// open takes one layer of compression away.
func open(data []byte) (plain io.Reader, compressed bool, err error) {
	r := bytes.NewReader(data)
	switch {
	case bytes.HasPrefix(data, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(r)
		if err != nil {
			return nil, false, fmt.Errorf("open archive: %w", err)
		}
		return z, true, nil
	case bytes.HasPrefix(data, []byte("BZh")):
		return bzip2.NewReader(r), true, nil
	}
	return r, false, nil
}

// checked tells whether the sum in an old tar header is right.
func checked(head []byte) bool {
	want, n := int64(0), int64(0)
	for _, c := range bytes.Trim(head[148:156], " \x00") {
		if c < '0' || c > '7' {
			return false
		}
		want = want<<3 | int64(c-'0')
	}
	for i, c := range head {
		if i >= 148 && i < 156 {
			c = ' '
		}
		n += int64(c)
	}
	return want != 0 && n == want
}

func tarred(r io.Reader, left *int64, f func(Member) bool) error {
	t := tar.NewReader(r)
	for range maxMembers {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil && !errors.Is(err, tar.ErrInsecurePath) {
			return fmt.Errorf("read archive: %w", err)
		}
		if h.Typeflag == tar.TypeDir {
			continue
		}
		m := Member{Name: h.Name, left: left}
		switch h.Typeflag {
		case tar.TypeReg:
			m.body = t
		case tar.TypeSymlink, tar.TypeLink:
			m.Link = h.Linkname
		}
		if !f(m) {
			return nil
		}
	}
	return ErrTooLarge
}

func zipped(data []byte, left *int64, f func(Member) bool) error {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return fmt.Errorf("read archive: %w", err)
	}
	for i, e := range z.File {
		if i == maxMembers {
			return ErrTooLarge
		}
		if strings.HasSuffix(e.Name, "/") {
			continue
		}
		body, err := e.Open()
		if err != nil {
			return fmt.Errorf("read archive: %w", err)
		}
		goOn := f(Member{Name: e.Name, body: body, left: left})
		_ = body.Close()
		if !goOn {
			return nil
		}
	}
	return nil
}
