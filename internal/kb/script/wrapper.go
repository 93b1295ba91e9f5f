package script

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb/folders"
)

// maxWrapper is how many lines of a hand-written wrapper are followed.
const maxWrapper = 400

// Wrapper gives the part of a project's own copy of a tool that its name does
// not answer for: all of a short shell script, and of a long one, or one that a
// generator or a package manager wrote, only the lines that stand out of it, as
// the rest computes its words in ways that nobody can follow. "" is a program,
// or another language.
func Wrapper(name, file, text string) string {
	if text == "" || Language(file, text) != "sh" {
		return ""
	}
	if strings.Contains(text, generated(name)) || name == "gradlew" && strings.Contains(text, `-jar "$APP_HOME/gradle/wrapper/gradle-wrapper.jar"`) {
		return standingOut(text)
	}
	if strings.Count(text, "\n") > maxWrapper || folders.Local(path.Dir(file)) {
		return standingOut(text) // a package manager's starter computes its words, too
	}
	return text
}

// generated is what every script of its generator holds; a NUL where there is
// no generator.
func generated(name string) string {
	switch name {
	case "gradlew":
		return "org.gradle.wrapper.GradleWrapperMain" // newer ones start the archive itself
	case "mvnw":
		return "wrapper/maven-wrapper.properties"
	case "configure":
		return "GNU Autoconf"
	}
	return "\x00"
}

// standingOut gives the lines that begin with a program that changes things and
// hold no variable: generated scripts have none.
func standingOut(text string) string {
	var out strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "rm", "mv", "cp", "chmod", "chown", "dd", "curl", "wget", "git", "ssh", "scp", "nc", "sudo", "sh", "bash", "python", "python3",
			"node", "perl", "ruby", "tee", "cat", "kill", "pkill", "crontab", "eval", "source", ".", "npm", "npx", "pip", "docker", "(":
			home := strings.Contains(rest, "$HOME") || strings.Contains(rest, "${HOME}")
			if home || strings.ContainsAny(rest, "~/|>:") && !strings.Contains(rest, "$") {
				out.WriteString(line + "\n")
			}
		}
	}
	return out.String()
}
