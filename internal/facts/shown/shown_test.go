package shown

import (
	"testing"

	"github.com/sentinelgate/sentinel/internal/shell"
)

func TestTraces(t *testing.T) {
	for _, c := range []struct {
		words []string
		on    bool
		want  bool
	}{
		{[]string{"-x"}, false, true},
		{[]string{"-euxo", "pipefail"}, false, true},
		{[]string{"-o", "xtrace"}, false, true},
		{[]string{"+o", "xtrace"}, true, false},
		{[]string{"+x"}, true, false},
		{[]string{"-xc", "true"}, false, true},
		{[]string{"-c", "echo -x"}, false, false},
		{[]string{"--", "-x"}, false, false},
		{[]string{"-e"}, true, true},
	} {
		var list []shell.Word
		for _, s := range c.words {
			list = append(list, shell.Text(s))
		}
		if got := traces(list, c.on); got != c.want {
			t.Errorf("%q after %v: %v", c.words, c.on, got)
		}
	}
}

func TestPowerShellPrints(t *testing.T) {
	for code, want := range map[string]int{
		"$env:GITHUB_TOKEN":                     1,
		"Write-Output $env:GITHUB_TOKEN; ls":    1,
		"$env:GITHUB_TOKEN = 'x'":               0,
		"if ($env:GITHUB_TOKEN) { 'set' }":      0,
		"Write-Output $env:PATH":                0,
		"ls; echo \"$env:DB_PASSWORD is long\"": 1,
	} {
		if got := behind(printed(code), "$env:"); len(got) != want {
			t.Errorf("%s: %q", code, got)
		}
	}
}
