package cmdlet_test

import (
	"testing"

	"github.com/sentinelgate/sentinel/internal/winshell/cmdlet"
)

func TestOwn(t *testing.T) {
	for word, want := range map[string]bool{
		"Get-Content": true, "Select-Object": true, "ForEach-Object": true, "@\na: 1\n@": true, "Write-Host": true,
		"": false, "-": false, "Get-": false, "-Content": false, "get-content": false, "apt-get": false, "Get-content": false, "Foo-Bar": false,
		"Get-Content;": false, "Get-../x": false, "./Get-Content": false, "Get Set-X": false, "@": false, "@\n@": false, "@a@": false,
	} {
		if got := cmdlet.Own(word); got != want {
			t.Errorf("Own(%q) is %v", word, got)
		}
	}
}
