package proof

import (
	"bufio"
	"bytes"
	"debug/elf"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// shells are names under which bash goes, too.
var shells = []string{"sh"}

// answer is what the recorder says of one script.
type answer struct {
	Argv  [][]string
	Hung  bool
	Wrong string
}

// sandbox is a process that runs scripts in a world of its own.
type sandbox struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *json.Decoder

	descriptors bool // there is a /dev/fd
}

const nobody = 65534

// programs makes a folder with all that the sandboxes of a test run, and the
// libraries which that loads.
func programs(t *testing.T) (string, error) {
	root := t.TempDir()
	for _, d := range []string{"bin", "usr/bin", "real"} {
		if err := os.MkdirAll(filepath.Join(root, d), 0o755); err != nil {
			return "", err
		}
	}
	build := exec.Command("go", "build", "-o", filepath.Join(root, "real/recorder"), "../tools/recorder")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build recorder: %w: %s", err, out)
	}
	if err := link(filepath.Join(root, "real/recorder"), filepath.Join(root, "runner")); err != nil {
		return "", err
	}
	for name, status := range map[string]byte{"stub": 0, "missing": 127} {
		text, err := ending(status)
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(root, "real", name), text, 0o755); err != nil {
			return "", err
		}
	}
	for _, name := range real {
		if err := bring(root, name); err != nil {
			return "", err
		}
	}
	for _, name := range append(append(strings.Fields(stubs), real...), shells...) {
		from := filepath.Join(root, "real", name)
		if slices.Contains(shells, name) {
			from = filepath.Join(root, "real/bash")
		} else if _, err := os.Stat(from); err != nil {
			from = filepath.Join(root, "real/stub")
		}
		for _, dir := range []string{"bin", "usr/bin"} {
			if err := link(from, filepath.Join(root, dir, name)); err != nil {
				return "", err
			}
		}
	}
	return root, nil
}

// newWorld makes the folder that is a sandbox's whole file system, with
// programs that stand in another.
func newWorld(t *testing.T, programs string) (string, error) {
	root := t.TempDir()
	for p := root; p != "/" && p != os.TempDir(); p = filepath.Dir(p) {
		if err := os.Chmod(p, 0o755); err != nil {
			return "", err
		}
	}
	err := filepath.WalkDir(programs, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		to := filepath.Join(root, strings.TrimPrefix(name, programs))
		if d.IsDir() {
			return os.MkdirAll(to, 0o755)
		}
		return link(name, to)
	})
	if err != nil {
		return "", err
	}
	for _, d := range []string{"real/proc", "tmp", "dev", "etc", "home/dev/project"} {
		if err := os.MkdirAll(filepath.Join(root, d), 0o755); err != nil {
			return "", err
		}
	}
	for name, to := range map[string]string{"fd": "", "stdin": "/0", "stdout": "/1", "stderr": "/2"} {
		if err := os.Symlink("/real/proc/self/fd"+to, filepath.Join(root, "dev", name)); err != nil {
			return "", err
		}
	}
	for name, text := range map[string]string{"dev/null": "", "dev/sink": "", "dev/nothing": "", "sandbox": "", "etc/passwd": "dev:x:65534:65534::/home/dev:/bin/bash\n"} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			return "", err
		}
	}
	return root, errors.Join(os.Chmod(filepath.Join(root, "dev/null"), 0o666), os.Chmod(filepath.Join(root, "dev/sink"), 0o666))
}

func link(from, to string) error {
	if err := os.Link(from, to); err != nil && !os.IsExist(err) {
		return err
	}
	return nil
}

// ending is the smallest program, which ends with a status at once: most of a
// script's time would else go into starting programs that do nothing.
func ending(status byte) ([]byte, error) {
	code, machine := []byte{0xbf, status, 0, 0, 0, 0xb8, 60, 0, 0, 0, 0x0f, 0x05}, elf.EM_X86_64 // mov edi; mov eax, exit; syscall
	if runtime.GOARCH == "arm64" {
		word := 0xd2800000 | uint32(status)<<5 // mov x0; mov x8, exit; svc 0
		code, machine = binary.LittleEndian.AppendUint32(nil, word), elf.EM_AARCH64
		code = append(code, 0xa8, 0x0b, 0x80, 0xd2, 0x01, 0x00, 0x00, 0xd4)
	}
	const begin, head = 0x400000, 64 + 56
	size := uint64(head + len(code))
	var b bytes.Buffer
	err := errors.Join(
		binary.Write(&b, binary.LittleEndian, elf.Header64{
			Ident: [16]byte{0x7f, 'E', 'L', 'F', byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)},
			Type:  uint16(elf.ET_EXEC), Machine: uint16(machine), Version: uint32(elf.EV_CURRENT),
			Entry: begin + head, Phoff: 64, Ehsize: 64, Phentsize: 56, Phnum: 1,
		}),
		binary.Write(&b, binary.LittleEndian, elf.Prog64{Type: uint32(elf.PT_LOAD), Flags: uint32(elf.PF_R | elf.PF_X), Vaddr: begin, Filesz: size, Memsz: size, Align: 0x10000}),
	)
	return append(b.Bytes(), code...), err
}

// bring copies a program of this machine and the libraries that it loads.
func bring(root, name string) error {
	from, err := exec.LookPath(name)
	if err != nil {
		return nil // it does nothing here
	}
	if from, err = filepath.EvalSymlinks(from); err != nil {
		return err
	}
	if err := copyFile(from, filepath.Join(root, "real", name)); err != nil {
		return err
	}
	out, _ := exec.Command("ldd", from).Output() // fails for static ones
	for _, word := range strings.Fields(string(out)) {
		if !strings.HasPrefix(word, "/") {
			continue
		}
		to := filepath.Join(root, word)
		if _, err := os.Stat(to); err == nil {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := copyFile(word, to); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o755)
}

// start starts the sandbox's first process: in namespaces of its own, without
// a network, with root as its file system, as nobody.
func start(root string) (*sandbox, error) {
	cmd := exec.Command("/runner")
	cmd.Env, cmd.Dir, cmd.Stderr = []string{}, "/", os.Stderr
	cmd.SysProcAttr = alone(root)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start a process in a world of its own: %w", err)
	}
	return &sandbox{cmd: cmd, in: in, out: json.NewDecoder(bufio.NewReader(out))}, nil
}

// newSandbox makes a world and starts it. Whatever runs in it owns nothing but
// its home and /tmp.
func newSandbox(t *testing.T, programs string) (*sandbox, error) {
	root, err := newWorld(t, programs)
	if err != nil {
		return nil, err
	}
	if os.Getuid() == 0 {
		for _, name := range []string{"home/dev", "home/dev/project", "tmp"} {
			if err := os.Chown(filepath.Join(root, name), nobody, nobody); err != nil {
				return nil, err
			}
		}
	}
	for _, name := range []string{".", "bin", "usr", "usr/bin", "real", "dev"} {
		name := filepath.Join(root, name)
		if err := os.Chmod(name, 0o555); err != nil {
			return nil, err
		}
		t.Cleanup(func() { _ = os.Chmod(name, 0o755) })
	}
	s, err := start(root)
	if err != nil {
		return nil, err
	}
	t.Cleanup(s.stop)
	a, err := s.run("ls one; read x < <(cat); ls $x two")
	if err != nil || len(a.Argv) < 2 {
		return nil, fmt.Errorf("a script does not run in the sandbox: %v, %+v", err, a)
	}
	s.descriptors = len(a.Argv) == 3
	return s, nil
}

func (s *sandbox) stop() {
	_ = s.in.Close()
	_ = s.cmd.Wait()
}

// run runs one script.
func (s *sandbox) run(script string) (answer, error) {
	var a answer
	line, err := json.Marshal(script)
	if err != nil {
		return a, err
	}
	if _, err := s.in.Write(append(line, '\n')); err != nil {
		return a, err
	}
	if err := s.out.Decode(&a); err != nil {
		return a, err
	}
	if a.Wrong != "" {
		return a, fmt.Errorf("run script: %s", a.Wrong)
	}
	return a, nil
}

// stubs are programs that do nothing and succeed.
const stubs = `rm git curl wget ssh scp rsync docker kubectl npm npx node python python3 perl ruby php make cargo go sudo doas su
	chmod chown dd mkfs mkfs.ext4 shred truncate mv cp ln grep rg time dash ksh zsh sleep crontab systemctl launchctl kill pkill
	killall terraform aws gh psql mysql sqlite3 redis-cli tar zip unzip openssl nc socat rmdir cmd1 cmd2 cmd3 yes id whoami uname`
