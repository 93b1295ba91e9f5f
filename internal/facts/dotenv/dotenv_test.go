package dotenv

import "testing"

func TestForm(t *testing.T) {
	matters := func(name string) bool { return name == "PATH" }
	for text, want := range map[string]bool{
		"":                                   true,
		"# keys\nA=b\nexport C_1=\"d e\"\n":  true,
		"A=b\nMIIEabc\n":                     false,
		"PATH=/tmp\n":                        false,
		"A=$(id)\n":                          false,
		"A=`id`\n":                           false,
		"1A=b\n":                             false,
		"KEY=\"-----BEGIN\nMIIE\n-----END\"": false,
	} {
		if got := Form(text, matters); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestMasks(t *testing.T) {
	for code, want := range map[string]bool{
		"s/=.*//": true, "s/=.*/=***/g": true, "s|=.*|=x|": true, `s/^\([^=]*\)=.*/\1=<set>/`: true, "s/^([^=]+)=.*/\\1/": true,
		"s/=.*/&/": false, `s/=\(.*\)/\1/`: false, "s/=.*/x/p": false, "p": false, "s/a/b/": false, "s/=.*/x/;p": false, `s/^\([^=]*\)=.*/\0/`: false,
	} {
		if got := masks(code); got != want {
			t.Errorf("%q: %v, want %v", code, got, want)
		}
	}
}

func TestBegins(t *testing.T) {
	for pattern, want := range map[string]bool{
		"^[A-Z_]*": true, "^[A-Z_]+=": true, "^OPENAI[A-Z_]*": true, `^\w\+`: true, "^[^=]*": true, `^\w+(?==)`: true,
		"[A-Z_]*": false, "^.*": false, "^[ -~]*": false, "^[^#]*": false, "^[0-z]*": false, "^A=b": false, `^\S*`: false, "^[A-Z": false, "^A|B": false,
	} {
		if got := begins(pattern); got != want {
			t.Errorf("%q: %v, want %v", pattern, got, want)
		}
	}
}

func TestWhether(t *testing.T) {
	for source, want := range map[string]bool{"${A:+set}": true, "${A+x}": true, "${A:+$A}": false, "${A:-x}": false, "$A": false, "${A:0:8}": false} {
		if got := Whether(source); got != want {
			t.Errorf("%q: %v, want %v", source, got, want)
		}
	}
}
