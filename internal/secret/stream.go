package secret

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// Sizes of the stream, in bytes: how much is looked at in one go, how much of
// what was seen stays for context, and how much must have been read behind a
// place before it is judged.
const (
	window = 1 << 20
	behind = 8 << 10
	ahead  = 64 << 10
)

// encoding is how text is written down.
type encoding int

const (
	plain encoding = iota
	littleEndian
	bigEndian
)

// encodingOf knows UTF-16 by its mark, or by every other byte being zero.
func encodingOf(head []byte) encoding {
	if bytes.HasPrefix(head, []byte{0xff, 0xfe}) {
		return littleEndian
	}
	if bytes.HasPrefix(head, []byte{0xfe, 0xff}) {
		return bigEndian
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
		return plain
	case odd*10 >= pairs*7 && even*10 <= pairs:
		return littleEndian
	case even*10 >= pairs*7 && odd*10 <= pairs:
		return bigEndian
	}
	return plain
}

// toUTF8 converts UTF-16; half a character at the end is left out.
func toUTF8(e encoding, text []byte) []byte {
	out := make([]byte, 0, len(text)/2+16)
	var high rune
	for i := 0; i+1 < len(text); i += 2 {
		c := rune(text[i]) | rune(text[i+1])<<8
		if e == bigEndian {
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

// wideReader converts while reading.
type wideReader struct {
	in    io.Reader
	enc   encoding
	raw   [16 << 10]byte
	kept  int // bytes at the beginning of raw that wait for more
	out   []byte
	fails error
}

func (w *wideReader) Read(p []byte) (int, error) {
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
		w.out = toUTF8(w.enc, w.raw[:use])
		w.kept = copy(w.raw[:], w.raw[use:n])
		w.fails = err
	}
	n := copy(p, w.out)
	w.out = w.out[n:]
	return n, nil
}

func (w *wideReader) surrogate(i int) bool {
	top := w.raw[i+1]
	if w.enc == bigEndian {
		top = w.raw[i]
	}
	return top >= 0xd8 && top <= 0xdb
}

// stream reads to the end, window by window.
func (r *run) stream(in io.Reader) error {
	buf, back := r.s.buffer()
	defer back()
	limit := &limited{in: in, left: r.s.opts.MaxBytes, bounded: r.s.opts.MaxBytes > 0}
	var src io.Reader = limit
	n, err := fill(src, buf[:512])
	if enc := encodingOf(buf[:n]); enc != plain && n > 0 {
		src = &wideReader{in: io.MultiReader(bytes.NewReader(bytes.Clone(buf[:n])), src), enc: enc}
		n, err = 0, nil
	}
	from := 0
	for !r.full() {
		if err == nil {
			var m int
			m, err = fill(src, buf[n:])
			n += m
		}
		last := err != nil
		to := n
		if !last {
			to = n - ahead
		}
		r.window(buf[:n], from, to)
		if last {
			break
		}
		keep := max(0, to-behind)
		r.shift(buf[:keep])
		n = copy(buf, buf[keep:n])
		from = to - keep
	}
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return partial(r.path, err)
	case limit.cut:
		return partial(r.path, fmt.Errorf("only the first %d bytes", r.s.opts.MaxBytes))
	}
	return nil
}

// fill reads until the buffer is full or nothing comes any more.
func fill(in io.Reader, buf []byte) (int, error) {
	n, idle := 0, 0
	for n < len(buf) {
		m, err := in.Read(buf[n:])
		n += m
		if err != nil {
			return n, err
		}
		if idle++; m > 0 {
			idle = 0
		}
		if idle > 100 {
			return n, io.ErrNoProgress
		}
	}
	return n, nil
}

// limited stops after some bytes and knows whether there were more.
type limited struct {
	in      io.Reader
	left    int64
	bounded bool
	cut     bool
}

func (l *limited) Read(p []byte) (int, error) {
	if !l.bounded {
		return l.in.Read(p)
	}
	if l.left == 0 {
		var one [1]byte
		n, err := fill(l.in, one[:])
		if l.cut = n > 0; l.cut {
			err = io.EOF
		}
		return 0, err
	}
	n, err := l.in.Read(p[:min(int64(len(p)), l.left)])
	l.left -= int64(n)
	return n, err
}

// buffer lends the memory of a stream.
func (s *Scanner) buffer() ([]byte, func()) {
	const size = behind + window + ahead
	b, ok := s.pool.Get().(*[]byte)
	if !ok {
		fresh := make([]byte, size)
		b = &fresh
	}
	return *b, func() { s.pool.Put(b) }
}

// binary tells whether bytes are no text: more than one in twenty is a sign
// that text does not have. A single zero hides nothing.
func binary(text []byte) bool {
	head := text[:min(len(text), 8<<10)]
	n := 0
	for _, c := range head {
		if c < ' ' && c != '\n' && c != '\t' && c != '\r' && c != '\f' && c != '\b' && c != 0x1b {
			n++
		}
	}
	return n*20 > len(head)
}
