package proof

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// readers gives the examples of the knowledge that are called read-only and
// whose programs this machine has.
func readers(t *testing.T) (found []string, absent int) {
	base := kb.New()
	world := &facts.World{KB: base, Place: &paths.Place{FS: paths.NewProject(nil), Home: paths.ProjectHome, Root: paths.ProjectRoot}}
	for _, file := range kb.List() {
		tool, err := kb.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range tool.Examples {
			a, err := world.Assess(sentinel.Call{Tool: "bash", Arguments: map[string]any{"command": e.Run}, Cwd: paths.ProjectRoot})
			if err != nil || a.Intent != "read_only" || a.Colour != sentinel.Green {
				continue
			}
			if !present(e.Run, base) {
				absent++
				continue
			}
			found = append(found, e.Run)
		}
	}
	return found, absent
}

// present tells whether this machine has every program of a command.
func present(text string, knows shell.Knows) bool {
	r := shell.Read(text, shell.Options{Home: paths.ProjectHome, Cwd: paths.ProjectRoot, Knows: knows, Limits: shell.DefaultLimits()})
	return !slices.ContainsFunc(r.Commands, func(c *shell.Command) bool {
		name, ok := c.Program()
		if !ok {
			return len(c.Argv) > 0
		}
		_, err := exec.LookPath(name)
		return err != nil && !slices.Contains(builtins, name)
	})
}

// builtins are words that a shell knows without a program.
var builtins = strings.Fields("cd type hash declare local export set shopt help times umask ulimit alias history jobs bind complete compgen let : [[ dirs wait read mapfile readarray trap unset return exit shift getopts command builtin eval source . fc pushd popd")

// scratch is a project and a home of its own.
type scratch struct{ top, home, project string }

const scratchFiles = `x a b c.txt README.md src/main.go src/a.ts tests/test_a.py package.json Makefile go.mod main.tf Cargo.toml pom.xml build.gradle
	requirements.txt pyproject.toml Dockerfile docker-compose.yml a.json x.json data.csv x.py x.sh x.rb x.pl x.php a.log app.log dist/app.js build/out.o
	config.yaml chart/Chart.yaml k8s/deploy.yaml x.sql db.sqlite dev.db .gitignore docs/index.md LICENSE x.xml x.html a.png x.pem .eslintrc.json tsconfig.json`

func newScratch(t *testing.T) scratch {
	t.Helper()
	top := t.TempDir()
	for p := top; p != "/" && p != os.TempDir(); p = filepath.Dir(p) {
		if err := os.Chmod(p, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	s := scratch{top: top, home: filepath.Join(top, "home"), project: filepath.Join(top, "home/project")}
	for _, name := range strings.Fields(scratchFiles) {
		name = filepath.Join(s.project, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("{}\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(top, "tmp"), 0o777); err != nil {
		t.Fatal(err)
	}
	if os.Getuid() == 0 {
		err := filepath.WalkDir(top, func(name string, _ fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			return os.Lchown(name, nobody, nobody)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if out, err := s.run(t, "git init -q . && git add -f . && git -c user.name=x -c user.email=x@example.com commit -qm x && git tag v1 && echo change >> x && touch new"); err != nil {
		orSkip(t, fmt.Errorf("make a scratch project: %w: %s", err, out))
	}
	return s
}

// run runs a text in the scratch project: without a network, in a process
// space of its own, as nobody, for three seconds at most.
func (s scratch) run(t *testing.T, text string) (string, error) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 3*time.Second)
	defer stop()
	cmd := exec.CommandContext(ctx, "bash", "--norc", "--noprofile", "-c", "ulimit -t 10 -f 100000; enable -n ulimit\n"+text)
	cmd.Dir = s.project
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + s.home, "TMPDIR=" + filepath.Join(s.top, "tmp"), "USER=dev", "TERM=dumb", "PAGER=cat", "GOFLAGS=-mod=mod", "GOTELEMETRY=off"}
	cmd.SysProcAttr = alone("")
	cmd.WaitDelay = time.Second
	var b strings.Builder
	cmd.Stdout, cmd.Stderr = &bounded{b: &b}, &bounded{b: &b}
	err := cmd.Run()
	return b.String(), err
}

type bounded struct{ b *strings.Builder }

func (w *bounded) Write(p []byte) (int, error) {
	if w.b.Len() < 4096 {
		w.b.Write(p[:min(len(p), 4096)])
	}
	return len(p), nil
}

// ownCache are places where tools keep what they may lose at any time, and
// the one file that git refreshes while it looks.
func ownCache(rel string) bool {
	for _, p := range []string{"home/.cache", "home/.npm", "home/.local/share", "home/.config/gcloud", "home/.config/go", "home/.config/procps",
		"home/.gnupg", "home/.gsutil", "home/.terraform.d", "home/project/.git/index", "home/go/pkg", "tmp"} {
		if rel == p || strings.HasPrefix(rel, p+"/") {
			return true
		}
	}
	return slices.Contains([]string{".", "home", "home/.config", "home/project/.git"}, rel) // their times change with what is in them
}

// state is what is on the disk, but for times of reading.
func (s scratch) state(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(s.top, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(s.top, name)
		if ownCache(rel) {
			return nil
		}
		i, err := d.Info()
		if err != nil {
			return err
		}
		value := i.Mode().String()
		if d.Type().IsRegular() {
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			value += fmt.Sprintf(" %x %s", sha256.Sum256(text), i.ModTime())
		}
		all[rel] = value
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func changes(before, after map[string]string) (out []string) {
	for name, was := range before {
		if is, ok := after[name]; !ok {
			out = append(out, name+" is gone")
		} else if is != was {
			out = append(out, name+" has changed")
		}
	}
	for name := range after {
		if _, ok := before[name]; !ok {
			out = append(out, name+" is new")
		}
	}
	slices.Sort(out)
	return out
}

// TestReadOnlyChangesNothing runs whatever the knowledge calls read-only.
func TestReadOnlyChangesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	t.Parallel() // it waits more than it works
	commands, absent := readers(t)
	s := newScratch(t)
	before := s.state(t)
	wrong := 0
	for _, text := range commands {
		_, _ = s.run(t, text) // many fail here, which is as good
		after := s.state(t)
		if list := changes(before, after); len(list) > 0 {
			wrong++
			t.Errorf("%s: called read-only, but %s", text, strings.Join(list[:min(len(list), 4)], ", "))
			s = newScratch(t)
			before = s.state(t)
		}
	}
	t.Logf("%d read-only commands run, %d changed something; %d more need programs that this machine does not have", len(commands), wrong, absent)
	if len(commands) < 100 {
		t.Errorf("only %d commands could be run", len(commands))
	}
}

// alone makes a process start in namespaces of its own: no network, its own
// processes, as nobody; in a world of its own if root is given.
func alone(root string) *syscall.SysProcAttr {
	const mounts = 21 // CAP_SYS_ADMIN
	attr := &syscall.SysProcAttr{Chroot: root, Setsid: true, Pdeathsig: syscall.SIGKILL,
		Cloneflags: syscall.CLONE_NEWNET | syscall.CLONE_NEWPID | syscall.CLONE_NEWIPC, Unshareflags: syscall.CLONE_NEWNS}
	if root != "" {
		attr.AmbientCaps = []uintptr{mounts} // the recorder gives it up
	}
	if os.Getuid() == 0 {
		attr.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
		return attr
	}
	attr.Cloneflags |= syscall.CLONE_NEWUSER
	// not as root in there: an owner without rights to write cannot empty the world
	attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 1000, HostID: os.Getuid(), Size: 1}}
	attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 1000, HostID: os.Getgid(), Size: 1}}
	return attr
}
