package paths

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"
)

// Kind is what stands at a path. The zero value is Other.
type Kind uint8

const (
	Other Kind = iota // pipes, sockets and what is not known
	File
	Dir
	Link
	Device
)

// Info describes what stands at a path. The zero value is an empty thing of
// unknown kind.
type Info struct {
	Kind      Kind
	Size      int64       // bytes
	Mode      fs.FileMode // permission bits
	ModTimeNs int64       // nanoseconds since 1970
	Inode     uint64      // tells files apart that replaced each other; 0 if the system has none
	Links     uint64      // names that the file has; 0 if not known
}

// ErrTooLarge is returned for a file or folder that is larger than the caller
// wants to read.
var ErrTooLarge = errors.New("larger than the bound")

// FS is all this project sees of a file system, so that tests and
// `sentinel test` can run on one that exists in memory only. Paths are
// absolute with forward slashes ("C:/x" on Windows). What is missing is an
// error for which errors.Is(err, fs.ErrNotExist) holds.
type FS interface {
	// Lstat describes the path itself, not what a link points at.
	Lstat(path string) (Info, error)
	// Readlink gives the text of a symbolic link.
	Readlink(path string) (string, error)
	// ReadFile reads a regular file of at most max bytes, else ErrTooLarge.
	// It never waits: pipes and devices are errors.
	ReadFile(path string, max int64) ([]byte, error)
	// ReadDir lists the names in a folder, sorted; ErrTooLarge when there are
	// more than max.
	ReadDir(path string, max int) ([]string, error)
}

// OS is the file system of this machine.
type OS struct{}

// FoldsCase is Place.FoldCase for OS: the usual file systems of macOS and
// Windows do not tell upper from lower case.
const FoldsCase = runtime.GOOS == "darwin" || runtime.GOOS == "windows"

// Lstat implements FS.
func (OS) Lstat(path string) (Info, error) {
	st, err := os.Lstat(path)
	if err != nil {
		return Info{}, err
	}
	return infoOf(st), nil
}

func infoOf(st fs.FileInfo) Info {
	i := Info{Size: st.Size(), Mode: st.Mode().Perm(), ModTimeNs: st.ModTime().UnixNano()}
	i.Inode, i.Links = inode(st)
	switch m := st.Mode(); {
	case m.IsRegular():
		i.Kind = File
	case m.IsDir():
		i.Kind = Dir
	case m&fs.ModeSymlink != 0:
		i.Kind = Link
	case m&fs.ModeDevice != 0:
		i.Kind = Device
	}
	return i
}

// Readlink implements FS.
func (OS) Readlink(path string) (string, error) {
	to, err := os.Readlink(path)
	if runtime.GOOS == "windows" {
		to = strings.ReplaceAll(to, `\`, "/")
	}
	return to, err
}

// ReadFile implements FS. The file is opened without waiting and judged by
// its handle, so that a pipe put in its place cannot hang the gate.
func (OS) ReadFile(path string, max int64) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|openNonblock, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !st.Mode().IsRegular() {
		return nil, fmt.Errorf("read %s: not a regular file", path)
	}
	if st.Size() > max {
		return nil, fmt.Errorf("read %s: %w", path, ErrTooLarge)
	}
	buf := make([]byte, st.Size()+1)
	n, err := io.ReadFull(f, buf)
	if err != nil && err != io.ErrUnexpectedEOF && err != io.EOF {
		return nil, err
	}
	if int64(n) <= st.Size() {
		return buf[:n], nil
	}
	// The size was not true: files of /proc say 0, others grow.
	rest, err := io.ReadAll(io.LimitReader(f, max-int64(n)+1))
	if err != nil {
		return nil, err
	}
	if buf = append(buf[:n], rest...); int64(len(buf)) > max {
		return nil, fmt.Errorf("read %s: %w", path, ErrTooLarge)
	}
	return buf, nil
}

// ReadAt reads a piece of a regular file.
func (OS) ReadAt(path string, p []byte, off int64) (int, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|openNonblock, 0)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	if st, err := f.Stat(); err != nil || !st.Mode().IsRegular() {
		return 0, errors.Join(err, fmt.Errorf("read %s: not a regular file", path))
	}
	return f.ReadAt(p, off)
}

// ReadDir implements FS.
func (OS) ReadDir(path string, max int) ([]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(max + 1)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if len(names) > max {
		return nil, fmt.Errorf("list %s: %w", path, ErrTooLarge)
	}
	sortNames(names)
	return names, nil
}
