package makefile

import "strings"

// Assignment reads the beginning of a word of make's command line as NAME=value,
// with all of make's operators (:= ::= += ?= !=). The value begins at byte n.
func Assignment(head string) (name, op string, n int, ok bool) {
	i := strings.IndexByte(head, '=')
	if i <= 0 {
		return "", "", 0, false
	}
	name = strings.TrimRight(head[:i], " \t:?+!")
	op = strings.TrimSpace(head[len(name):i])
	if name == "" || strings.ContainsAny(name, " \t#") {
		return "", "", 0, false
	}
	return name, op, i + 1, true
}

// NamesProgram tells whether makefiles use a variable of that name to say which
// program runs.
func NamesProgram(name string) bool {
	for _, end := range []string{"_CC", "_CXX", "_LD", "_CMD", "_WRAPPER", "_LAUNCHER", "_RUNNER", "_EXEC", "_PREFIX_CMD"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	switch name {
	case "HOSTCC", "HOSTCXX", "NVCC", "FC", "F77", "NM", "RANLIB", "STRIP", "OBJCOPY", "OBJDUMP", "YACC", "LEX", "BISON", "FLEX",
		"MAKEINFO", "RM", "MKDIR", "CP", "MV", "INSTALL", "GIT", "SED", "AWK", "TAR", "CURL", "WGET", "PYTHON", "PYTHON3", "PIP", "NODE", "NPM",
		"NPX", "YARN", "PNPM", "RUBY", "PERL", "PHP", "GO", "GOCMD", "GOBIN_CMD", "CARGO", "RUSTC", "JAVAC", "JAVA", "MVN", "GRADLE", "CMAKE", "NINJA",
		"DOCKER", "PODMAN", "KUBECTL", "HELM", "TERRAFORM", "SUDO", "SSH", "SPHINXBUILD", "PYTEST", "CMD", "COMMAND", "RUNNER", "WRAPPER", "EXEC",
		"LAUNCHER", "CLANG", "GCC", "LLC", "LINKER", "AS", "PKG_CONFIG", "VALGRIND":
		return true
	}
	return false
}
