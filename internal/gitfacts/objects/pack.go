package objects

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sort"
)

// pack is one pack with its index, which is read in pieces: that of a large
// repository has tens of megabytes.
type pack struct {
	base   string // path without its ending
	fanout []uint32
	broken bool
}

const (
	idxHeader  = 8
	fanoutSize = 256 * 4
)

var errShort = errors.New("pack ends too early")

// load reads the table of first bytes.
func (p *pack) load(files Files) bool {
	if p.fanout != nil || p.broken {
		return !p.broken
	}
	head := make([]byte, idxHeader+fanoutSize)
	n, err := files.ReadAt(p.base+".idx", head, 0)
	if n < len(head) || err != nil && err != io.EOF || string(head[:4]) != "\xfftOc" || binary.BigEndian.Uint32(head[4:]) != 2 {
		p.broken = true
		return false
	}
	p.fanout = make([]uint32, 256)
	for i := range p.fanout {
		p.fanout[i] = binary.BigEndian.Uint32(head[idxHeader+4*i:])
		if i > 0 && p.fanout[i] < p.fanout[i-1] {
			p.broken = true
		}
	}
	return !p.broken
}

// bucket reads the names that begin with a byte, and the number of the first.
func (p *pack) bucket(files Files, first byte) (names []byte, from uint32) {
	if !p.load(files) {
		return nil, 0
	}
	if first > 0 {
		from = p.fanout[first-1]
	}
	n := int64(p.fanout[first]) - int64(from)
	if n <= 0 || n*20 > 16<<20 {
		return nil, from
	}
	names = make([]byte, n*20)
	if got, _ := files.ReadAt(p.base+".idx", names, idxHeader+fanoutSize+int64(from)*20); got < len(names) {
		return nil, from
	}
	return names, from
}

// find gives where an object begins.
func (p *pack) find(files Files, id ID) (offset int64, ok bool) {
	names, from := p.bucket(files, id[0])
	n := len(names) / 20
	i := sort.Search(n, func(i int) bool { return bytes.Compare(names[20*i:20*i+20], id[:]) >= 0 })
	if i == n || !bytes.Equal(names[20*i:20*i+20], id[:]) {
		return 0, false
	}
	total, at := int64(p.fanout[255]), int64(from)+int64(i)
	offsets := idxHeader + fanoutSize + total*24 // behind names and checksums
	var b [8]byte
	if n, _ := files.ReadAt(p.base+".idx", b[:4], offsets+4*at); n < 4 {
		return 0, false
	}
	small := binary.BigEndian.Uint32(b[:4])
	if small&(1<<31) == 0 {
		return int64(small), true
	}
	if n, _ := files.ReadAt(p.base+".idx", b[:], offsets+4*total+8*int64(small&^(1<<31))); n < 8 {
		return 0, false
	}
	offset = int64(binary.BigEndian.Uint64(b[:]))
	return offset, offset > 0
}

// packReader reads a pack from an offset on.
type packReader struct {
	files Files
	path  string
	off   int64
}

func (r *packReader) Read(p []byte) (int, error) {
	n, err := r.files.ReadAt(r.path, p, r.off)
	r.off += int64(n)
	if n > 0 {
		return n, nil
	}
	if err == nil {
		err = io.EOF
	}
	return 0, err
}

// packed reads the object at an offset, and what it is a difference to.
func (s *Store) packed(p *pack, off int64, depth int) (kind int, data []byte, err error) {
	if depth > maxDeltas {
		return 0, nil, ErrLarge
	}
	r := bufio.NewReaderSize(&packReader{s.files, p.base + ".pack", off}, 16<<10)
	kind, size, err := header(r)
	if err != nil {
		return 0, nil, err
	}
	if size > MaxObject {
		return 0, nil, ErrLarge
	}
	var base []byte
	switch kind {
	case commitKind, treeKind, blobKind, tagKind:
		data, err = s.inflate(r, size)
		return kind, data, err
	case ofsDelta:
		back, err := distance(r)
		if err != nil || back <= 0 || back >= off {
			return 0, nil, errShort
		}
		kind, base, err = s.base(p, off-back, depth+1)
		if err != nil {
			return 0, nil, err
		}
	case refDelta:
		var id ID
		if _, err := io.ReadFull(r, id[:]); err != nil {
			return 0, nil, errShort
		}
		at, ok := p.find(s.files, id)
		if !ok {
			return 0, nil, fmt.Errorf("%w: %s", ErrMissing, id)
		}
		if kind, base, err = s.base(p, at, depth+1); err != nil {
			return 0, nil, err
		}
	default:
		return 0, nil, errors.New("read pack: unknown kind of object")
	}
	delta, err := s.inflate(r, size)
	if err == nil {
		data, err = apply(base, delta)
	}
	return kind, data, err
}

// base reads an object that another is a difference to.
func (s *Store) base(p *pack, off int64, depth int) (kind int, data []byte, err error) {
	if o, ok := s.bases[place{p, off}]; ok {
		return o.kind, o.data, nil
	}
	kind, data, err = s.packed(p, off, depth)
	if s.held += len(data); err == nil && s.held <= maxHeld {
		if s.bases == nil {
			s.bases = map[place]object{}
		}
		s.bases[place{p, off}] = object{kind, data}
	}
	return kind, data, err
}

// header reads an object's kind and size.
func header(r io.ByteReader) (kind int, size int64, err error) {
	b, err := r.ReadByte()
	if err != nil {
		return 0, 0, errShort
	}
	kind, size = int(b>>4&7), int64(b&15)
	for shift := 4; b&0x80 != 0; shift += 7 {
		if b, err = r.ReadByte(); err != nil || shift > 40 {
			return 0, 0, errShort
		}
		size |= int64(b&0x7f) << shift
	}
	return kind, size, nil
}

// distance reads how far back the base of a difference lies.
func distance(r io.ByteReader) (int64, error) {
	b, err := r.ReadByte()
	if err != nil {
		return 0, err
	}
	n := int64(b & 0x7f)
	for i := 0; b&0x80 != 0; i++ {
		if b, err = r.ReadByte(); err != nil || i > 6 {
			return 0, errShort
		}
		n = (n+1)<<7 | int64(b&0x7f)
	}
	return n, nil
}

func (s *Store) inflate(r io.Reader, size int64) ([]byte, error) {
	z, err := s.inflater(r)
	if err != nil {
		return nil, fmt.Errorf("read pack: %w", err)
	}
	data := make([]byte, size)
	if _, err := io.ReadFull(z, data); err != nil {
		return nil, fmt.Errorf("read pack: %w", err)
	}
	return data, nil
}

// apply makes an object from its base and the difference to it.
func apply(base, delta []byte) ([]byte, error) {
	from, delta, ok1 := number(delta)
	to, delta, ok2 := number(delta)
	if !ok1 || !ok2 || from != int64(len(base)) || to > MaxObject {
		return nil, errors.New("read pack: a difference to something else")
	}
	out := make([]byte, 0, to)
	for len(delta) > 0 {
		op := delta[0]
		delta = delta[1:]
		if op&0x80 == 0 { // bytes that follow
			n := int(op)
			if n == 0 || n > len(delta) {
				return nil, errShort
			}
			out, delta = append(out, delta[:n]...), delta[n:]
			continue
		}
		var args [7]int
		for i := range args {
			if op>>i&1 == 0 {
				continue
			}
			if len(delta) == 0 {
				return nil, errShort
			}
			args[i], delta = int(delta[0]), delta[1:]
		}
		off := args[0] | args[1]<<8 | args[2]<<16 | args[3]<<24
		n := args[4] | args[5]<<8 | args[6]<<16
		if n == 0 {
			n = 0x10000
		}
		if off+n > len(base) || int64(len(out)+n) > to {
			return nil, errShort
		}
		out = append(out, base[off:off+n]...)
	}
	if int64(len(out)) != to {
		return nil, errShort
	}
	return out, nil
}

// number reads a size in front of a difference.
func number(b []byte) (n int64, rest []byte, ok bool) {
	for i, c := range b {
		if i > 6 {
			return 0, nil, false
		}
		n |= int64(c&0x7f) << (7 * i)
		if c&0x80 == 0 {
			return n, b[i+1:], true
		}
	}
	return 0, nil, false
}
