package guess

import "testing"

func TestOption(t *testing.T) {
	for name, want := range map[string]string{
		"--report-path": "write", "--reportPath": "write", "-logfile": "write", "--output.dir": "write", "--output": "write",
		"--output-format": "", "--config": "config", "--config-file": "config", "--plugin-dir": "config", "--endpoint-url": "url",
		"--proxy": "url", "--no-proxy-auth": "", "--verbose": "", "--": "", "-": "", "--to": "", "--file": "",
	} {
		if got := Option(name); got != want {
			t.Errorf("Option(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestAddress(t *testing.T) {
	for s, want := range map[string]bool{
		"http://a": true, "HTTPS://a": true, "sftp://a": true, "git+ssh://a": true, "file:///a": false, "s3://a": false,
		"a://b": false, "a/b": false, "": false, "http:": false,
	} {
		if got := Address(s); got != want {
			t.Errorf("Address(%q) = %v, want %v", s, got, want)
		}
	}
}
