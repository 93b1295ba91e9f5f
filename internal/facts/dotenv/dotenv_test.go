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

// TestPrintsFirst: awk that shows names of settings, and awk that shows more.
func TestPrintsFirst(t *testing.T) {
	for code, want := range map[string]bool{
		"{print$1}": true, "!/^#/{print$1}": true, "NF&&!/^#/{print$1}": true, `{print$1"=***"}`: true, "/=/{print$1;}": true,
		"": false, "{print}": false, "{print$1$2}": false, "{print$1,$2}": false, `{print$1"="$2}`: false, "/^A=x/{print$1}": false,
		"$2==1{print$1}": false, "{print$1}{print$0}": false, "{print$1};1": false, `{print$1"a"$2"b"}`: false, "{print$10}": false,
	} {
		if got := printsFirst(code); got != want {
			t.Errorf("%q: %v, want %v", code, got, want)
		}
	}
}

// TestPicks: sed -n that shows names of settings, and sed -n that shows more.
func TestPicks(t *testing.T) {
	for code, want := range map[string]bool{
		`s/^\([A-Z_]*\)=.*/\1/p`: true, `s/^([A-Za-z0-9_]+)=.*/\1/p`: true, `s/^\([^=]*\)=.*$/\1/p`: true,
		`s/^\([A-Z_]*=.*\)/\1/p`: false, `s/^\([A-Z_]*\)=/\1/p`: false, `s/^\(.*\)=.*/\1/p`: false, `s/^\([A-Z_]*\)=.*/\1/p;p`: false,
		`s/^/\1/p`: false, `s/^\(A=x\)=.*/\1/p`: false, `p`: false,
	} {
		if got := picks(code); got != want {
			t.Errorf("%q: %v, want %v", code, got, want)
		}
	}
}
