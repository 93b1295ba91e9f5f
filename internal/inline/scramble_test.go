package inline

import (
	"slices"
	"testing"
)

// TestScrambles: code that puts what a cipher made of files in their place is
// not understood; code that encrypts a text, or writes beside, is.
func TestScrambles(t *testing.T) {
	const say = "encrypts files in their place"
	for _, c := range []struct {
		lang, code string
		want       bool
	}{
		{"python", "import glob\nk=Fernet(x)\nfor f in glob.glob('src/*'):\n  d=open(f,'rb').read()\n  open(f,'wb').write(k.encrypt(d))\n", true},
		{"javascript", "for(const f of fs.readdirSync('src')){const k=c.createCipheriv('aes-256-cbc',a,b);fs.writeFileSync('src/'+f,k.update(fs.readFileSync('src/'+f)))}", true},
		{"python", "import glob\nk=Fernet(x)\nfor f in glob.glob('src/*'):\n  d=open(f,'rb').read()\n  open(f+'.enc','wb').write(k.encrypt(d))\n", false},
		{"python", "import glob\nfor f in glob.glob('src/*'):\n  d=open(f).read()\n  open(f,'w').write(d.replace('a','b'))\n", false},
		{"javascript", "const k=c.createCipheriv('aes-256-cbc',a,b);console.log(k.update('x'))", false},
	} {
		if got := slices.Contains(Read(c.lang, c.code, Client{}).Unread, say); got != c.want {
			t.Errorf("%s: %v", c.code, got)
		}
	}
	for code, want := range map[string]bool{"{s+=$1} END{print s}": true, "END{print NR}": true, "{n++} END {print n}": true, "{s+=$1} END{print s/NR}": true, "{print}": false, "{s=$1} END{print s}": false, "{s+=$1; s=$2} END{print s}": false} {
		if sums(code) != want {
			t.Errorf("%s: %v", code, !want)
		}
	}
}
