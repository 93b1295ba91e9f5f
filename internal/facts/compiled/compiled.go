// Package compiled tells a small program that only computes and prints from one
// that may do more, by its source text. Agents try out in the temporary folder
// what a language does: a dozen lines of C, Go, Rust or Java, compiled and run.
//
// Computes is the entry. It reads no syntax. A text passes if it takes in
// nothing but libraries that compute, and holds no word, not even in a comment,
// that leads further: to files, processes, the network, the environment, other
// code. What is not known does not pass.
package compiled

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// maxText bounds what is looked at.
const maxText = 32 << 10

// Computes tells whether the source text of a file only computes and prints.
func Computes(file, text string) bool {
	if text == "" || len(text) > maxText {
		return false
	}
	switch path.Ext(file) {
	case ".c", ".cc", ".cpp", ".cxx":
		return c(text)
	case ".go":
		return golang(text)
	case ".rs":
		return rust(text)
	case ".java":
		return java(text)
	}
	return false
}

const cHeaders = `stdio.h stdlib.h string.h math.h stdint.h stddef.h stdbool.h limits.h float.h ctype.h assert.h inttypes.h time.h errno.h
 complex.h wchar.h stdalign.h iostream vector string map set unordered_map unordered_set array deque list queue stack tuple pair utility
 algorithm numeric functional memory optional variant any bitset limits cmath cstdint cstddef cstring climits cassert cctype cinttypes
 iomanip sstream string_view type_traits chrono ratio random complex iterator initializer_list span ranges concepts compare bit numbers format
 print expected exception stdexcept cstdio cstdlib`

// cWords lead out of a C program, or bring in a name that does.
const cWords = `system popen fork vfork clone syscall unlink unlinkat remove rename renameat rmdir mkdir mkfifo mknod fopen freopen fdopen open
 openat creat write truncate ftruncate chmod fchmod chown fchown lchown link linkat symlink readlink mount umount reboot socket connect bind
 listen accept send sendto recv mmap mprotect ptrace kill raise signal sigaction setuid setgid chroot chdir ioctl fcntl getenv environ putenv
 setenv tmpfile tmpnam mkstemp mktemp opendir readdir scandir glob wordexp asm extern section constructor destructor import module fstream ifstream ofstream
 filesystem thread pthread_create abort_handler atexit dup dup2 pipe daemon embed include_next syslog`

func c(text string) bool {
	if strings.Contains(text, "##") || strings.Contains(text, "\\\n") || strings.Contains(text, "??") || strings.Contains(text, "%:") || strings.Contains(text, `\u`) || strings.Contains(text, `\U`) || strings.Contains(text, "main[") || strings.Contains(text, "main [") {
		return false
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if i := strings.IndexByte(line, '#'); i < 0 || strings.HasPrefix(line, "//") || i > 0 && strings.ContainsAny(line[:i], `"'`) {
			continue
		}
		word, rest, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(line, "#")), " ")
		if name, ok := strings.CutPrefix(word, "include<"); ok {
			word, rest = "include", "<"+name
		}
		switch word {
		case "include":
			name, closed := strings.CutPrefix(strings.TrimSpace(rest), "<")
			name, _, end := strings.Cut(name, ">")
			if !closed || !end || !has(cHeaders, name) {
				return false
			}
		case "define", "ifdef", "ifndef", "endif", "else", "undef":
		default:
			return false
		}
	}
	return words(text, func(w, _ string) bool {
		return !has(cWords, w) && !strings.HasPrefix(w, "exec") && !strings.HasPrefix(w, "posix_") && !strings.HasPrefix(w, "spawn") && !strings.HasPrefix(w, "dl") &&
			(!strings.HasPrefix(w, "__") || has("__func__ __LINE__ __VA_ARGS__ __FILE__", w)) && !strings.HasPrefix(w, "_exec")
	})
}

const goPackages = `fmt strings strconv math sort slices maps time unicode errors bytes bufio regexp context sync iter cmp
 path hash html math/big math/bits math/cmplx math/rand math/rand/v2 unicode/utf8 unicode/utf16 encoding/json encoding/hex encoding/base64
 encoding/base32 encoding/binary encoding/csv container/heap container/list container/ring hash/crc32 hash/fnv hash/maphash crypto/sha256 crypto/sha1
 crypto/md5 crypto/sha512 sync/atomic text/tabwriter unique os io`

func golang(text string) bool {
	if strings.Contains(text, "//go:") || strings.Contains(text, "linkname") || strings.Contains(text, "`") {
		return false
	}
	imports, found := false, 0
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		one, single := strings.CutPrefix(line, "import ")
		switch {
		case strings.HasPrefix(strings.TrimSpace(one), "(") && single:
			if strings.TrimSpace(one) != "(" {
				return false
			}
			imports = true
			found++
			continue
		case imports && line == ")":
			imports = false
			continue
		case single:
			found++
			line = strings.TrimSpace(one)
		case imports:
		case strings.HasPrefix(line, "import"):
			return false
		default:
			continue
		}
		if line == "" || strings.HasPrefix(line, "//") {
			continue
		}
		name, opened := strings.CutPrefix(line, `"`)
		name, closed := strings.CutSuffix(name, `"`)
		if !opened || !closed || !has(goPackages, name) {
			return false
		}
	}
	if strings.Count(text, "import") != found { // one that was not seen
		return false
	}
	return words(text, func(w, next string) bool {
		return w != "os" || next == `"` || has(".Args .Stdin .Stdout .Stderr .Exit", next)
	})
}

func rust(text string) bool {
	if strings.Contains(text, "#[") || strings.Contains(text, "#!") && !strings.HasPrefix(text, "#![allow(") {
		if strings.Count(text, "#[")+strings.Count(text, "#![") != strings.Count(text, "#[derive(")+strings.Count(text, "#[allow(")+strings.Count(text, "#![allow(") {
			return false
		}
	}
	return words(text, func(w, _ string) bool {
		return !has("process fs net env os ffi File Command unsafe extern asm include include_str include_bytes option_env OpenOptions TcpStream UdpSocket path Path PathBuf crate mod alloc_error_handler no_mangle link libc", w)
	})
}

const javaWords = `Runtime ProcessBuilder Process ProcessHandle Class ClassLoader Method Field Constructor reflect invoke forName getClass
 loadClass File Files Path Paths FileReader FileWriter FileInputStream FileOutputStream RandomAccessFile PrintStream PrintWriter io nio net sun jdk
 com javax awt native MethodHandle MethodHandles Unsafe ServiceLoader URL URI Socket Desktop Toolkit ScriptEngine ScriptEngineManager Robot
 jar zip prefs logging FileHandler spi getenv getProperty getProperties setProperty load loadLibrary mapLibraryName exec SecurityManager
 Proxy Compiler ToolProvider HttpClient Formatter FileChannel instrument management rmi sql beans ObjectInputStream XMLDecoder`

func java(text string) bool {
	if strings.Contains(text, `\u`) {
		return false
	}
	for line := range strings.Lines(text) {
		name, ok := strings.CutPrefix(strings.TrimSpace(line), "import ")
		if !ok {
			continue
		}
		name = strings.TrimPrefix(strings.TrimSpace(name), "static ")
		if strings.Count(name, ";") != 1 || !slices.ContainsFunc([]string{"java.util.", "java.math.", "java.time.", "java.text."}, func(p string) bool { return strings.HasPrefix(name, p) }) {
			return false
		}
	}
	return words(text, func(w, next string) bool {
		if w == "System" {
			return has(".out .err .in .nanoTime .currentTimeMillis .arraycopy .identityHashCode .lineSeparator", next)
		}
		return !has(javaWords, w)
	})
}

// words tries each name of a text, with what follows it: .NAME or one byte.
func words(text string, ok func(word, next string) bool) bool {
	for i := 0; i < len(text); {
		if !part(text[i]) {
			i++
			continue
		}
		start := i
		for i < len(text) && part(text[i]) {
			i++
		}
		rest := strings.TrimLeft(text[i:], " \t\r\n")
		next := rest[:min(1, len(rest))]
		if next == "." {
			rest = strings.TrimLeft(rest[1:], " \t\r\n")
			n := 0
			for n < len(rest) && part(rest[n]) {
				n++
			}
			next = "." + rest[:n]
		}
		if !ok(text[start:i], next) {
			return false
		}
	}
	return true
}

func part(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}

func has(list, word string) bool { return slices.Contains(strings.Fields(list), word) }

// Plain tells whether a compiler is given no option that takes in more than the
// sources it names, or changes what their words mean.
func Plain(argv []shell.Word) bool {
	for i, w := range argv {
		s, ok := w.Known()
		if !ok {
			return false
		}
		if i == 0 || s == "" || s[0] != '-' {
			if strings.HasPrefix(s, "@") || strings.HasPrefix(s, "+") {
				return false
			}
			continue
		}
		if strings.HasPrefix(s, "-W") && strings.Contains(s, ",") || !slices.ContainsFunc(strings.Fields(plain), func(p string) bool { return strings.HasPrefix(s, p) }) && !has("- -o -x -w -lm -pthread -lpthread -d", s) {
			return false
		}
	}
	return true
}

// plain are beginnings of options that only say how to compile.
const plain = "-O -W -std= -g -pedantic -ansi -march= -mtune= -fsanitize= -fno- --edition= -Copt-level -Xlint"

// Acting is a source that the text itself has written and whose class the
// program, java, would run, if it acts. "" is none.
func Acting(program string, written map[string]string) string {
	if program == "java" || program == "jbang" {
		for _, file := range slices.Sorted(maps.Keys(written)) {
			if acts(file, written[file]) {
				return file
			}
		}
	}
	return ""
}

// acts tells whether a Java source written by the way names what starts
// programs, deletes, or reaches the network. One that only uses the project's
// own classes does not.
func acts(file, text string) bool {
	return path.Ext(file) == ".java" && (strings.Contains(text, `\u`) || !words(text, func(w, next string) bool {
		return !has("Runtime ProcessBuilder delete deleteIfExists deleteOnExit deleteRecursively walkFileTree Socket ServerSocket DatagramSocket URL HttpClient HttpURLConnection exec loadLibrary getenv invoke forName defineClass ScriptEngineManager FileWriter FileOutputStream writeString newBufferedWriter ProcessHandle", w)
	}))
}
