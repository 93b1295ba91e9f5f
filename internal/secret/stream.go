package secret

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/sentinelgate/sentinel/internal/secret/wide"
)

// Sizes of the stream, in bytes: how much is looked at in one go, how much of
// what was seen stays for context, and how much must have been read behind a
// place before it is judged.
const (
	window = 1 << 20
	behind = 8 << 10
	ahead  = 64 << 10
)

// stream reads to the end, window by window.
func (r *run) stream(in io.Reader) error {
	buf, back := r.s.buffer()
	defer back()
	limit := &limited{in: in, left: r.s.opts.MaxBytes, bounded: r.s.opts.MaxBytes > 0}
	var src io.Reader = limit
	n, err := fill(src, buf[:512])
	if enc := wide.Of(buf[:n]); enc != wide.Plain && n > 0 {
		src = wide.NewReader(enc, io.MultiReader(bytes.NewReader(bytes.Clone(buf[:n])), src))
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
