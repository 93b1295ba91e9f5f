package kb

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"
	"sync"

	"github.com/sentinelgate/sentinel/internal/kb/data"
	"github.com/sentinelgate/sentinel/internal/kb/env"
	"github.com/sentinelgate/sentinel/internal/kb/schema"
)

//go:embed data/*.json
var files embed.FS

//go:embed names.txt
var names string

//go:embed data/env.json
var variables string

// ErrNoTool says that nothing is known about a program.
var ErrNoTool = errors.New("no knowledge of this program")

// The parts of a knowledge file, for those that show them.
type (
	Tool    = schema.Tool
	Node    = schema.Node
	Example = schema.Example
)

// Base is the knowledge in use. The zero value is not usable; see New.
type Base struct {
	mu    sync.Mutex
	tools map[string]*schema.Tool // by file
	env   *env.Table
	extra map[string]*schema.Tool
}

// New gives the built-in knowledge. It opens nothing yet.
func New() *Base { return &Base{tools: map[string]*schema.Tool{}} }

// Tool gives what is known about a program by its name, without a folder.
func (b *Base) Tool(name string) (*schema.Tool, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if t, ok := b.extra[name]; ok {
		return t, nil
	}
	file, ok := fileOf(name)
	if !ok {
		return nil, ErrNoTool
	}
	if t, ok := b.tools[file]; ok {
		return t, nil
	}
	text := data.Large(file)
	if text == "" {
		small, err := files.ReadFile("data/" + file)
		if err != nil {
			return nil, ErrNoTool
		}
		text = string(small)
	}
	t, err := schema.Decode(text)
	if err != nil {
		return nil, fmt.Errorf("read knowledge %s: %w", file, err)
	}
	b.tools[file] = t
	return t, nil
}

// Has tells whether a program is known, without opening its file.
func (b *Base) Has(name string) bool {
	b.mu.Lock()
	_, ok := b.extra[name]
	b.mu.Unlock()
	if ok {
		return true
	}
	_, ok = fileOf(name)
	return ok
}

// fileOf looks a name up in names.txt: sorted lines of "name file", halved
// until the one is found, as thousands of names are known and each command asks
// for one.
func fileOf(name string) (string, bool) {
	low, high := 1, len(names) // a line begins at low; so does one at high, or the text ends there
	for low < high {
		start := low + (high-low)/2
		start = strings.LastIndexByte(names[:start], '\n') + 1
		line, _, _ := strings.Cut(names[start:], "\n")
		known, file, _ := strings.Cut(line, " ")
		switch strings.Compare(name, known) {
		case 0:
			return file, name != ""
		case 1:
			low = start + len(line) + 1
		default:
			high = start
		}
	}
	return "", false
}

// List gives the names of all knowledge files, sorted.
func List() []string {
	entries, _ := fs.ReadDir(files, "data")
	var out []string
	for _, e := range entries {
		if e.Name() != "env.json" {
			out = append(out, e.Name())
		}
	}
	sort.Strings(out)
	return out
}

// Open decodes one knowledge file by its file name, strictly and with its
// examples.
func Open(file string) (*schema.Tool, error) {
	data, err := files.ReadFile(path.Join("data", file))
	if err != nil {
		return nil, fmt.Errorf("open knowledge: %w", err)
	}
	var whole schema.Tool
	if err := schema.Strict(data, &whole); err != nil {
		return nil, fmt.Errorf("read knowledge %s: %w", file, err)
	}
	t, err := schema.Decode(string(data))
	if err != nil {
		return nil, fmt.Errorf("read knowledge %s: %w", file, err)
	}
	t.Examples = whole.Examples
	return t, nil
}

// Names lists all program names that are known, sorted.
func Names() []string {
	var out []string
	for _, l := range strings.Split(strings.Trim(names, "\n"), "\n") {
		name, _, _ := strings.Cut(l, " ")
		out = append(out, name)
	}
	return out
}

// digest is the SHA-256 of a text in hexadecimal digits.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
