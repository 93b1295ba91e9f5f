package gitfacts

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"sort"
	"strings"
)

// index is the parsed list of what git holds. Entries stand in the order of
// the file, which is by name as bytes.
type index struct {
	entries []entry
	fold    bool  // names compare without regard to case
	split   bool  // part of it stands in a shared file
	timeNs  int64 // when the index was written
}

type entry struct {
	name  string // relative to the work tree; a sparse folder ends in "/"
	mtime int64  // nanoseconds
	size  uint32 // bytes modulo 2^32
	mode  uint32 // object type and permission as git stores them
	id    [20]byte
	loose bool // a bit or a merge stage says that the file may differ
}

// Layout facts of gitformat-index(5).
const (
	indexHeader   = 12
	fixedFields   = 40 // times, device, inode, mode, owner, size
	flagExtended  = 0x4000
	flagStage     = 0x3000
	flagAssume    = 0x8000
	extSkip       = 0x4000
	extIntent     = 0x2000
	modeLink      = 0o120000
	modeFile      = 0o100644
	modeFileExec  = 0o100755
	maxEntries    = 2_000_000
	maxNameLength = 4096
)

var errShort = errors.New("index ends too early")

func (r *Repo) readIndex() (*index, error) {
	if err := r.locate(); err != nil {
		return nil, err
	}
	file := r.gitDir + "/index"
	data, err := r.files.ReadFile(file, maxIndex)
	if errors.Is(err, fs.ErrNotExist) {
		return &index{}, nil // a repository before its first add
	}
	if err != nil {
		return nil, fmt.Errorf("read index: %w", err)
	}
	st, err := r.files.Lstat(file)
	if err != nil {
		return nil, fmt.Errorf("stat index: %w", err)
	}
	ix, shared, err := parseIndex(data, r.config.sha256)
	if err != nil {
		return nil, fmt.Errorf("read index: %w", err)
	}
	ix.fold, ix.timeNs = r.config.foldCase, st.ModTimeNs
	if shared != "" {
		return ix, r.addShared(ix, shared)
	}
	return ix, nil
}

// addShared joins the entries of a split index's base. Those that the small
// file deletes stay in: more counts as held, which is the careful side.
func (r *Repo) addShared(ix *index, name string) error {
	data, err := r.files.ReadFile(r.gitDir+"/sharedindex."+name, maxIndex)
	if errors.Is(err, fs.ErrNotExist) && r.common != r.gitDir {
		data, err = r.files.ReadFile(r.common+"/sharedindex."+name, maxIndex)
	}
	if err != nil {
		return fmt.Errorf("read shared index: %w", err)
	}
	base, _, err := parseIndex(data, r.config.sha256)
	if err != nil {
		return fmt.Errorf("read shared index: %w", err)
	}
	ix.split = true
	ix.entries = append(ix.entries, base.entries...)
	sort.SliceStable(ix.entries, func(i, j int) bool { return ix.entries[i].name < ix.entries[j].name })
	return nil
}

// parseIndex reads versions 2, 3 and 4. shared is the hex name of the base of
// a split index.
func parseIndex(data []byte, sha256 bool) (ix *index, shared string, err error) {
	hash := 20
	if sha256 {
		hash = 32
	}
	if len(data) < indexHeader+hash || string(data[:4]) != "DIRC" {
		return nil, "", errors.New("not an index")
	}
	version := binary.BigEndian.Uint32(data[4:])
	count := binary.BigEndian.Uint32(data[8:])
	if version < 2 || version > 4 {
		return nil, "", fmt.Errorf("unknown index version %d", version)
	}
	p := indexParser{data: data[:len(data)-hash], pos: indexHeader, hash: hash, version: version}
	if count > maxEntries || int(count) > len(data)/(fixedFields+hash) {
		return nil, "", errShort
	}
	ix = &index{entries: make([]entry, 0, count)}
	for range count {
		e, err := p.entry()
		if err != nil {
			return nil, "", err
		}
		ix.entries = append(ix.entries, e)
	}
	for i := 1; i < len(ix.entries); i++ {
		if ix.entries[i].name < ix.entries[i-1].name {
			sort.SliceStable(ix.entries, func(i, j int) bool { return ix.entries[i].name < ix.entries[j].name })
			break
		}
	}
	shared, err = p.sharedName()
	return ix, shared, err
}

type indexParser struct {
	data    []byte
	pos     int
	hash    int
	version uint32
	last    string // name of the entry before, for version 4
}

func (p *indexParser) entry() (entry, error) {
	start := p.pos
	fixed := fixedFields + p.hash + 2
	if len(p.data)-start < fixed {
		return entry{}, errShort
	}
	b := p.data[start:]
	u32 := func(at int) uint32 { return binary.BigEndian.Uint32(b[at:]) }
	e := entry{
		mtime: int64(u32(8))*1e9 + int64(u32(12)),
		mode:  u32(24),
		size:  u32(36),
	}
	if p.hash == len(e.id) {
		copy(e.id[:], b[fixedFields:])
	}
	flags := binary.BigEndian.Uint16(b[fixedFields+p.hash:])
	e.loose = flags&(flagAssume|flagStage) != 0
	p.pos += fixed
	if flags&flagExtended != 0 {
		if p.version < 3 || len(p.data)-p.pos < 2 {
			return entry{}, errShort
		}
		more := binary.BigEndian.Uint16(p.data[p.pos:])
		e.loose = e.loose || more&(extSkip|extIntent) != 0
		p.pos += 2
	}
	var err error
	if p.version == 4 {
		e.name, err = p.packedName()
	} else {
		e.name, err = p.paddedName(start)
	}
	return e, err
}

// paddedName ends with one to eight zero bytes, up to a multiple of eight.
func (p *indexParser) paddedName(start int) (string, error) {
	name, err := p.untilZero()
	if err != nil {
		return "", err
	}
	length := p.pos - start
	p.pos = start + (length+8)/8*8
	if p.pos > len(p.data) {
		return "", errShort
	}
	return name, nil
}

// packedName drops some bytes of the name before and adds others.
func (p *indexParser) packedName() (string, error) {
	drop, err := p.varint()
	if err != nil {
		return "", err
	}
	if drop > len(p.last) {
		return "", errors.New("index name refers too far back")
	}
	tail, err := p.untilZero()
	if err != nil {
		return "", err
	}
	p.pos++
	if len(p.last)-drop+len(tail) > maxNameLength {
		return "", errors.New("index name too long")
	}
	p.last = p.last[:len(p.last)-drop] + tail
	return p.last, nil
}

// untilZero reads up to a zero byte and stays on it.
func (p *indexParser) untilZero() (string, error) {
	for i := p.pos; i < len(p.data) && i-p.pos <= maxNameLength; i++ {
		if p.data[i] == 0 {
			name := string(p.data[p.pos:i])
			p.pos = i
			return name, nil
		}
	}
	return "", errShort
}

// varint is the offset encoding of pack files: seven bits a byte, most
// significant first, one added for every continuation.
func (p *indexParser) varint() (int, error) {
	v := 0
	for i := 0; i < 4 && p.pos < len(p.data); i++ {
		c := p.data[p.pos]
		p.pos++
		v = v<<7 | int(c&0x7f)
		if c&0x80 == 0 {
			return v, nil
		}
		v++
	}
	return 0, errShort
}

// sharedName looks for the extension "link", whose first bytes name the base.
func (p *indexParser) sharedName() (string, error) {
	for len(p.data)-p.pos >= 8 {
		kind := string(p.data[p.pos : p.pos+4])
		size := int64(binary.BigEndian.Uint32(p.data[p.pos+4:]))
		body := p.data[p.pos+8:]
		if size > int64(len(body)) {
			return "", errShort
		}
		if kind == "link" {
			if size < int64(p.hash) {
				return "", errShort
			}
			if name := fmt.Sprintf("%x", body[:p.hash]); strings.Trim(name, "0") != "" {
				return name, nil
			}
			return "", nil
		}
		p.pos += 8 + int(size)
	}
	return "", nil
}

// find gives the position of the entry with exactly this name.
func (ix *index) find(name string) (int, bool) {
	if ix.fold {
		for i := range ix.entries {
			if strings.EqualFold(ix.entries[i].name, name) {
				return i, true
			}
		}
		return 0, false
	}
	i := ix.search(name)
	return i, i < len(ix.entries) && ix.entries[i].name == name
}

func (ix *index) search(name string) int {
	return sort.Search(len(ix.entries), func(i int) bool { return ix.entries[i].name >= name })
}

// below says whether the entry is the path or lies below it. A sparse folder
// stands for all it holds, so it also counts for paths below itself.
func (ix *index) below(entry, name string) bool {
	if name == "" {
		return true
	}
	if folder, ok := strings.CutSuffix(entry, "/"); ok && hasPrefix(name, folder, ix.fold) &&
		(len(name) == len(folder) || name[len(folder)] == '/') {
		return true
	}
	return hasPrefix(entry, name, ix.fold) && (len(entry) == len(name) || entry[len(name)] == '/')
}

func hasPrefix(s, prefix string, fold bool) bool {
	if len(s) < len(prefix) {
		return false
	}
	return s[:len(prefix)] == prefix || fold && strings.EqualFold(s[:len(prefix)], prefix)
}

func (ix *index) countBelow(name string) int {
	n := 0
	for i := range ix.entries {
		if ix.below(ix.entries[i].name, name) {
			n++
		}
	}
	return n
}

// countMatch counts entries one of whose parent folders, or which themselves,
// match the pattern below the folder dir.
func (ix *index) countMatch(dir, pattern string) (int, error) {
	n, steps := 0, 0
	for i := range ix.entries {
		name := ix.entries[i].name
		if dir != "" {
			if !ix.below(name, dir) || len(name) <= len(dir) {
				continue
			}
			name = name[len(dir)+1:]
		}
		if ix.fold {
			name, pattern = strings.ToLower(name), strings.ToLower(pattern)
		}
		hit, used, ok := matchAnyParent(pattern, name)
		steps += used
		if !ok || steps > maxMatchSteps*16 {
			return 0, errors.New("pattern needs too many steps")
		}
		if hit {
			n++
		}
	}
	return n, nil
}

func matchAnyParent(pattern, name string) (hit bool, steps int, ok bool) {
	for end := 0; end <= len(name); end++ {
		if end < len(name) && name[end] != '/' {
			continue
		}
		m := matcher{}
		if m.match(pattern, name[:end]) {
			return true, steps + m.steps, true
		}
		steps += m.steps
		if m.steps > maxMatchSteps {
			return false, steps, false
		}
	}
	return false, steps, true
}

// same compares an entry with a file as it is now. A file written in the same
// moment as the index, or later, may have changed without a trace.
func (ix *index) same(i int, now Stat) bool {
	e := ix.entries[i]
	if e.loose || now.Dir || e.mtime >= ix.timeNs {
		return false
	}
	switch e.mode {
	case modeLink:
		return now.Link && e.mtime == now.ModTimeNs && e.size == uint32(now.Size)
	case modeFile, modeFileExec:
		return !now.Link && e.mtime == now.ModTimeNs && e.size == uint32(now.Size)
	}
	return false
}
