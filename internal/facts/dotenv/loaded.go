package dotenv

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/facts/address"
	"github.com/sentinelgate/sentinel/internal/facts/forms"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Loaded tells whether code that a command runs, and that reads the variable,
// gets a secret under that name from a file of settings: one that an option
// names, or the usual one where the code or a library loads it.
func Loaded(c *shell.Command, name string, place *paths.Place, dir string) bool {
	if place.FS == nil {
		return false
	}
	if !slices.ContainsFunc(c.Argv, func(w shell.Word) bool { return tells(w.String(), name) }) && c.Stdin.Text.String() == "" {
		return false
	}
	for _, file := range loadedBy(c) {
		real, there := place.Resolve(dir, file)
		if !there {
			continue
		}
		text, err := place.FS.ReadFile(real, 64<<10)
		if err != nil {
			continue
		}
		if slices.ContainsFunc(Secrets(string(text), nil), func(p shell.Piece) bool { return p.Name == name }) {
			return true
		}
	}
	return false
}

// tells tells whether code says more of a variable than whether it is set, or how
// long it is.
func tells(code, name string) bool {
	rest := code
	for {
		before, after, found := strings.Cut(rest, name)
		if !found {
			return false
		}
		rest = after
		before = strings.TrimRight(before, letters+".[\"'(")
		after = strings.TrimLeft(after, "\"'])")
		after = strings.TrimLeft(after, " ")
		whether := strings.HasSuffix(before, "!") || strings.HasSuffix(before, "typeof ") || strings.HasPrefix(after, "?") && !strings.HasPrefix(after, "?.") && !strings.HasPrefix(after, "??") || strings.HasPrefix(after, ".length") || strings.HasPrefix(after, "!=") || strings.HasPrefix(after, "==")
		if !whether {
			return true
		}
	}
}

// loadedBy are the files of settings that a command loads for its code.
func loadedBy(c *shell.Command) (files []string) {
	v, _ := c.Parsed.(*kb.View)
	if v == nil || v.Parse == nil {
		return nil
	}
	for i, w := range c.Argv {
		s, ok := w.Known()
		option, value, given := strings.Cut(s, "=")
		switch {
		case !ok || len(files) > 8:
		case option != "--env-file" && option != "--env-file-if-exists" && option != "--dotenv":
			if strings.Contains(s, "dotenv") || strings.Contains(s, "loadEnvFile") {
				files = append(files, ".env", ".env.local")
			}
		case given:
			files = append(files, value)
		case i+1 < len(c.Argv):
			files = append(files, c.Argv[i+1].String())
		}
	}
	if s, ok := c.Stdin.Text.Known(); ok && strings.Contains(s, "dotenv") {
		files = append(files, ".env")
	}
	return files
}

// telling tells a value that is a secret whatever its name is: an address with a
// password, or a key of a well known form.
func telling(name, value string) bool {
	if strings.HasSuffix(strings.ToUpper(name), "KEY") || strings.HasSuffix(strings.ToUpper(name), "DSN") {
		return len(value) >= 16
	}
	for _, begin := range []string{"sk-", "sk_live", "ghp_", "gho_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "AKIA", "eyJ", "-----BEGIN"} {
		if strings.HasPrefix(value, begin) {
			return true
		}
	}
	_, rest, ok := strings.Cut(value, "://")
	user, _, at := strings.Cut(rest, "@")
	return ok && at && strings.Contains(user, ":") && !strings.Contains(user, "/")
}

// usual are the names of settings files that hold secrets.
var usual = [...]string{".env", ".env.local", ".env.production", ".env.development", ".env.prod"}

// Shown tells whether a command that prints what it is given, and is given all
// files of a folder, shows a settings file with secrets that lies in it.
func Shown(c *shell.Command, place *paths.Place, dir string) bool {
	name, _ := c.Program()
	if place.FS == nil || !forms.HandsOn(name) && !strings.Contains(" less more bat batcat strings ", " "+name+" ") || Names(c.PipeTo) {
		return false
	}
	for _, file := range usual {
		text, err := place.FS.ReadFile(dir+"/"+file, 64<<10)
		if err == nil && len(Secrets(string(text), nil)) > 0 {
			return true
		}
	}
	return false
}

// Secret tells whether a variable holds a secret: its name says so, or it is one
// of those that a settings file sets.
func Secret(name string, secrets []shell.Piece) bool {
	return address.SecretName(name) || slices.ContainsFunc(secrets, func(p shell.Piece) bool { return p.Name == name })
}
