// Package wide knows UTF-16 and turns it into UTF-8.
package wide

import (
	"bytes"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// Encoding is how text is written down.
type Encoding int

// The ways.
const (
	Plain Encoding = iota
	LittleEndian
	BigEndian
)

// Of knows UTF-16 by its mark, or by every other byte being zero.
func Of(head []byte) Encoding {
	if bytes.HasPrefix(head, []byte{0xff, 0xfe}) {
		return LittleEndian
	}
	if bytes.HasPrefix(head, []byte{0xfe, 0xff}) {
		return BigEndian
	}
	head = head[:min(len(head), 512)&^1]
	var even, odd int
	for i := 0; i < len(head); i += 2 {
		if head[i] == 0 {
			even++
		}
		if head[i+1] == 0 {
			odd++
		}
	}
	switch pairs := len(head) / 2; {
	case pairs < 4:
		return Plain
	case odd*10 >= pairs*7 && even*10 <= pairs:
		return LittleEndian
	case even*10 >= pairs*7 && odd*10 <= pairs:
		return BigEndian
	}
	return Plain
}

// ToUTF8 converts UTF-16; half a character at the end is left out.
func ToUTF8(e Encoding, text []byte) []byte {
	out := make([]byte, 0, len(text)/2+16)
	var high rune
	for i := 0; i+1 < len(text); i += 2 {
		c := rune(text[i]) | rune(text[i+1])<<8
		if e == BigEndian {
			c = rune(text[i])<<8 | rune(text[i+1])
		}
		switch {
		case c == 0xfeff && i == 0:
			continue
		case high != 0:
			c, high = utf16.DecodeRune(high, c), 0
		case utf16.IsSurrogate(c):
			high = c
			continue
		}
		out = utf8.AppendRune(out, c)
	}
	return out
}

// reader converts while reading.
type reader struct {
	in    io.Reader
	enc   Encoding
	raw   [16 << 10]byte
	kept  int // bytes at the beginning of raw that wait for more
	out   []byte
	fails error
}

func (w *reader) Read(p []byte) (int, error) {
	for len(w.out) == 0 {
		if w.fails != nil {
			return 0, w.fails
		}
		n, err := w.in.Read(w.raw[w.kept:])
		n += w.kept
		use := n &^ 1
		if use >= 2 && use < n+2 && err == nil && w.surrogate(use-2) {
			use -= 2 // its other half comes next
		}
		w.out = ToUTF8(w.enc, w.raw[:use])
		w.kept = copy(w.raw[:], w.raw[use:n])
		w.fails = err
	}
	n := copy(p, w.out)
	w.out = w.out[n:]
	return n, nil
}

func (w *reader) surrogate(i int) bool {
	top := w.raw[i+1]
	if w.enc == BigEndian {
		top = w.raw[i]
	}
	return top >= 0xd8 && top <= 0xdb
}

// NewReader converts what a reader gives while it is read.
func NewReader(e Encoding, in io.Reader) io.Reader { return &reader{in: in, enc: e} }
