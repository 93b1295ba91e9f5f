package guard

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/secret/own"
	"github.com/sentinelgate/sentinel/internal/strictjson"
)

// Config says which guards act and what they let through. The zero value is
// the default: all guards but path access act and nothing is let through.
type Config struct {
	Off   Features
	Paths PathAccessConfig
	// ReadAllowed are files that may be shown unseen: absolute, "~/..." or
	// relative to the project; what ends in "/" is a folder with all below it.
	ReadAllowed []string
	// Quiet turns what the permission gate says about yellow commands into
	// notices: "requireConfirmation": false.
	Quiet bool
	// AllowedPatterns are commands that are not asked about, AutoDenyPatterns
	// those that are refused; denies go first. Patterns are those of rules.
	AllowedPatterns, AutoDenyPatterns []string
	// SecretRules are looked for besides the built-in ones; SecretAllow takes
	// findings out.
	SecretRules []own.Rule
	SecretAllow own.Allow
}

// secrets tells one configuration of the search from another, "" for the
// built-in one.
func (c Config) secrets() string {
	if len(c.SecretRules) == 0 && len(c.SecretAllow.Values)+len(c.SecretAllow.Labels)+len(c.SecretAllow.Paths) == 0 {
		return ""
	}
	text, _ := json.Marshal([]any{c.SecretRules, c.SecretAllow})
	return string(text)
}

// Features are switched off one by one, or All at once.
type Features struct {
	All, OutputScanner, ExecutionTracker, PermissionGate, ArgumentSecrets bool
}

// Mode is what path access does with a path outside of the project. The zero
// value asks.
type Mode uint8

// The modes, and their words in files: ask, block, allow.
const (
	AskOutside Mode = iota
	BlockOutside
	AllowOutside
)

// String gives the word used in files.
func (m Mode) String() string {
	switch m {
	case BlockOutside:
		return "block"
	case AllowOutside:
		return "allow"
	}
	return "ask"
}

// PathAccessConfig is off by default.
type PathAccessConfig struct {
	On      bool
	Mode    Mode
	Allowed []string // files, and folders that end in "/"; "~/..." is the home
}

func (c Config) off(name string) bool {
	switch name {
	case OutputScanner:
		return c.Off.All || c.Off.OutputScanner
	case ExecutionTracker:
		return c.Off.All || c.Off.ExecutionTracker
	case PermissionGate:
		return c.Off.All || c.Off.PermissionGate
	case PathAccess:
		return c.Off.All || !c.Paths.On
	case ArgumentSecrets:
		return c.Off.All || c.Off.ArgumentSecrets
	}
	return false
}

// readAllowed tells whether a person lets this file be shown.
func (c Config) readAllowed(k *check, real string) bool {
	return len(c.ReadAllowed) > 0 && Covers(k.World.Place, c.ReadAllowed, real)
}

// Covers tells whether a list of files and folders has the real path in it.
// Entries that would cover too much count for nothing.
func Covers(p *paths.Place, list []string, real string) bool {
	for _, entry := range list {
		folder := strings.HasSuffix(entry, "/")
		abs, ok := p.Resolve(p.Root, entry)
		switch {
		case !ok || folder && TooBroad(abs, p.Home):
		case real == abs && !folder, folder && (real == abs || strings.HasPrefix(real, strings.TrimSuffix(abs, "/")+"/")):
			return true
		}
	}
	return false
}

// TooBroad tells whether a folder holds a whole machine, drive or home: no
// grant covers these.
func TooBroad(folder, home string) bool {
	folder = path.Clean(folder)
	if folder == "/" || folder == "." || len(folder) <= 3 && len(folder) > 1 && folder[1] == ':' {
		return true
	}
	return home != "" && (folder == home || strings.HasPrefix(home, folder+"/"))
}

// Block is what one file of the configuration says about guards.
type Block struct {
	Data    []byte
	Tighten bool // only what is stricter counts
	From    string
}

// file is a block as people write it. Lists hold anything, since what is no
// text in them is dropped.
type file struct {
	Enabled  *bool `json:"enabled"`
	Features struct {
		OutputScanner    *bool `json:"outputScanner"`
		ExecutionTracker *bool `json:"executionTracker"`
		PermissionGate   *bool `json:"permissionGate"`
		PathAccess       *bool `json:"pathAccess"`
		ArgumentSecrets  *bool `json:"argumentSecrets"`
	} `json:"features"`
	OutputScanner struct {
		ReadAllowedPaths []any `json:"readAllowedPaths"`
	} `json:"outputScanner"`
	PathAccess struct {
		Mode         *string `json:"mode"`
		AllowedPaths []any   `json:"allowedPaths"`
	} `json:"pathAccess"`
	PermissionGate struct {
		RequireConfirmation *bool `json:"requireConfirmation"`
		AllowedPatterns     []any `json:"allowedPatterns"`
		AutoDenyPatterns    []any `json:"autoDenyPatterns"`
	} `json:"permissionGate"`
}

// Load joins blocks, from the lowest scope to the highest: of single values the
// highest counts, lists are joined. What cannot be understood is an error and
// may only tighten.
func Load(blocks []Block) (Config, []error) {
	var c Config
	var problems []error
	for _, b := range blocks {
		if len(b.Data) == 0 {
			continue
		}
		var f file
		if err := strictjson.Into(b.Data, &f, strictjson.Options{KnownMembers: true}); err != nil {
			problems = append(problems, fmt.Errorf("%s: guards: %w", b.From, err))
			f, b.Tighten = file{}, true
			_ = json.Unmarshal(b.Data, &f) // denies that can be read still hold
		}
		if f.PathAccess.Mode != nil && !slices.Contains([]string{"ask", "block", "allow"}, *f.PathAccess.Mode) {
			problems = append(problems, fmt.Errorf("%s: guards: pathAccess.mode must be \"ask\", \"block\" or \"allow\"", b.From))
			f.PathAccess.Mode = nil
		}
		c.lay(f, b.Tighten)
	}
	return c, problems
}

// lay puts what one file says over what stands in c.
func (c *Config) lay(f file, tighten bool) {
	off := func(to, on *bool) {
		if on != nil && (*on || !tighten) {
			*to = !*on
		}
	}
	off(&c.Off.All, f.Enabled)
	off(&c.Off.OutputScanner, f.Features.OutputScanner)
	off(&c.Off.ExecutionTracker, f.Features.ExecutionTracker)
	off(&c.Off.PermissionGate, f.Features.PermissionGate)
	off(&c.Off.ArgumentSecrets, f.Features.ArgumentSecrets)
	off(&c.Quiet, f.PermissionGate.RequireConfirmation)
	was := c.Paths.On
	if on := f.Features.PathAccess; on != nil && (*on || !tighten) {
		c.Paths.On = *on
	}
	if m := f.PathAccess.Mode; m != nil {
		mode := modeOf(*m)
		if !tighten || rank(mode) > rank(c.Paths.Mode) || c.Paths.On && !was {
			c.Paths.Mode = mode
		}
	}
	c.AutoDenyPatterns = union(c.AutoDenyPatterns, f.PermissionGate.AutoDenyPatterns)
	if tighten {
		return
	}
	c.AllowedPatterns = union(c.AllowedPatterns, f.PermissionGate.AllowedPatterns)
	c.ReadAllowed = union(c.ReadAllowed, f.OutputScanner.ReadAllowedPaths)
	c.Paths.Allowed = union(c.Paths.Allowed, f.PathAccess.AllowedPaths)
}

func modeOf(word string) Mode {
	switch word {
	case "block":
		return BlockOutside
	case "allow":
		return AllowOutside
	}
	return AskOutside
}

func rank(m Mode) int { return [...]int{AskOutside: 1, BlockOutside: 2, AllowOutside: 0}[m] }

// union adds the texts of a list, each once.
func union(to []string, list []any) []string {
	for _, v := range list {
		if s, ok := v.(string); ok && strings.TrimSpace(s) != "" && !slices.Contains(to, s) {
			to = append(to, s)
		}
	}
	return to
}
