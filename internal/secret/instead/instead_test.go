package instead

import "testing"

func TestOr(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		before, behind string
		want           int
	}{
		{"x = process.env.X", ` || "v"`, 4}, {"process.env['X", `  ?? 'v'`, 5}, {"getenv(\"X", `) ?: "v"`, 5}, {"os.environ.get('X", `) or "v"`, 5},
		{"user.env_password", ` || "v"`, 0}, {"process.env.X", ` || other`, 0}, {"process.env.X", ` && "v"`, 0}, {"", "", 0}, {"env.X", "", 0},
	} {
		if got := Or([]byte(c.before), []byte(c.behind)); got != c.want {
			t.Errorf("Or(%q, %q) = %d, not %d", c.before, c.behind, got, c.want)
		}
	}
}

func TestLookUp(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]int{
		`os.getenv("X", "v")`: 15, `ENV.fetch('X','v')`: 14, `getenv("X", other)`: 0, `getenv("X")`: 0, "": 0,
	} {
		if got := LookUp([]byte(line)); got != want {
			t.Errorf("LookUp(%q) = %d, not %d", line, got, want)
		}
	}
	if Wrapper([]byte(`Some("x")`)) != 5 || Wrapper([]byte(`"x"`)) != 0 {
		t.Error("what stands around a literal")
	}
}
