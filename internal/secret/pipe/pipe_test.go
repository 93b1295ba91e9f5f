package pipe

import "testing"

func TestPrinted(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"echo abc | ": "abc", "echo -n 'a b' | ": "a b", `printf '%s\n' "abc" | `: "abc", `printf 'abc\n' | `: "abc", "cat x; echo abc|": "abc",
		`"echo \"abc\" | `: "abc",
		"echo abc":         "", "": "", "echo ": "", "echo 'abc | ": "", "echo -n -e -E x |": "",
	} {
		from, to := Printed([]byte(line))
		if got := line[from:to]; got != want {
			t.Errorf("Printed(%q) = %q, not %q", line, got, want)
		}
	}
}

func TestHanded(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{"sudo -S x <<< abc": "abc", `sudo -S x <<<"a b"`: "a b", "sudo -S x": "", "<<<": "", "<<< '": ""} {
		from, to := Handed([]byte(line))
		if got := line[from:to]; got != want {
			t.Errorf("Handed(%q) = %q, not %q", line, got, want)
		}
	}
}
