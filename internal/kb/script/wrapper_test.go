package script

import (
	"strings"
	"testing"
)

func TestWrapper(t *testing.T) {
	made := "#!/bin/sh\neval \"set -- $x\"\nexec java org.gradle.wrapper.GradleWrapperMain \"$@\"\n"
	for _, c := range []struct{ name, file, text, want string }{
		{"gradlew", "/p/gradlew", "#!/bin/sh\nrm -rf ~\n", "#!/bin/sh\nrm -rf ~\n"},
		{"gradlew", "/p/gradlew", made, ""},
		{"gradlew", "/p/gradlew", "#!/bin/sh\nset -- -jar \"$APP_HOME/gradle/wrapper/gradle-wrapper.jar\" \"$@\"\neval \"set -- $x\"\nrm -rf ~\n", "rm -rf ~\n"},
		{"gradlew", "/p/gradlew", made + "rm -rf ~\nrm -rf \"$HOME\"\nrm -f \"$tmp\"\n", "rm -rf ~\nrm -rf \"$HOME\"\n"},
		{"rails", "/p/bin/rails", "#!/usr/bin/env ruby\nrequire \"x\"\n", ""},
		{"mvnw", "/p/mvnw", "\x7fELF\x00", ""},
		{"configure", "/p/configure", "#!/bin/sh\n" + strings.Repeat("echo x\n", 2*maxWrapper), ""},
	} {
		if got := Wrapper(c.name, c.file, c.text); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.name, c.text, got, c.want)
		}
	}
}
