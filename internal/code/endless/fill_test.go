package endless_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/code"
	"github.com/sentinelgate/sentinel/internal/code/endless"
)

// TestFills: short code that uses up the memory or the disk is found; loops that
// end, wait, or call what is not known are left alone.
func TestFills(t *testing.T) {
	for _, c := range []struct {
		lang, src string
		want      bool
	}{
		{"javascript", `const a=[];for(;;)a.push(new Array(1e7).fill(1))`, true},
		{"javascript", `let s='x';while(true)s+=s`, true},
		{"javascript", `for(let i=0;i<1e9;i++)require('fs').writeFileSync('/tmp/f'+i,'')`, true},
		{"perl", `push @a,"x"x1e6 while 1`, true},
		{"perl", `while(1){$s.="x"x1e6}`, true},
		{"python", "a=[]\nwhile True: a.append(' '*10**7)", true},
		{"python", "f=open('/tmp/x','w')\nwhile True: f.write('x'*10**6)", true},
		{"ruby", `a=[]; loop { a << "x"*1000000 }`, true},
		{"php", `while(1) $a[]=str_repeat("x",1e7);`, true},
		{"lua", `local t={} while true do t[#t+1]=string.rep("x",1e6) end`, true},
		{"javascript", `const a=[];for(let i=0;i<1000;i++)a.push(i)`, false},
		{"javascript", `const a=[];for(;;){a.push(1);if(a.length>5)break}`, false},
		{"javascript", `setInterval(()=>a.push(1),10)`, false},
		{"python", "a=[]\nwhile True:\n  a.append(sock.recv(10))", false},
		{"python", "a=[]\nwhile len(a)<10: a.append(1)", false},
		{"python", "i=0\nwhile True:\n  i+=1\n  work(i)", false},
		{"javascript", `while(true){a.push(1)}` + strings.Repeat(" ", 3000), false},
	} {
		rep := code.Inspect(c.lang, c.src)
		if got := slices.Contains(rep.Unread, endless.SayFills) || slices.Contains(rep.Unread, endless.SayMany); got != c.want {
			t.Errorf("%s: %s: %q", c.lang, c.src, rep.Unread)
		}
	}
	for src, want := range map[string]bool{`BEGIN{while(1) a[i++]=1}`: true, `BEGIN{while(1) print "x" > "/tmp/x"}`: true, `BEGIN{while(1) {if ((getline l) <= 0) break; a[l]}}`: false, `{a[$1]++} END{for(k in a) print k}`: false} {
		if endless.AwkFills(src) != want {
			t.Errorf("%s: %v", src, !want)
		}
	}
}

// TestHuge: a value of billions of elements is found; large numbers that are only
// reckoned with are left alone.
func TestHuge(t *testing.T) {
	for _, c := range []struct {
		lang, src string
		want      bool
	}{
		{"python", "a=[0]*10**12", true},
		{"python", "x='a'*10**11", true},
		{"python", "x=10000000000*'a'", true},
		{"python", "bytearray(10**11)", true},
		{"python", "print(9**9**9**9)", true},
		{"javascript", "'x'.repeat(1e12)", true},
		{"javascript", "Buffer.alloc(1e11)", true},
		{"perl", `$x="x" x 1e11`, true},
		{"ruby", `"x"*10**12`, true},
		{"lua", `string.rep("x",1e12)`, true},
		{"php", `str_repeat("x",10000000000);`, true},
		{"python", "print(10**12)", false},
		{"python", "print('='*60)", false},
		{"python", "t=time.time()*10**9", false},
		{"python", "print(pow(3,10**12,7), 2**64)", false},
		{"javascript", "console.log(Date.now()/1e12, 1<<30)", false},
		{"javascript", "console.log('-'.repeat(1e2))", false},
		{"perl", `print "-"x80`, false},
	} {
		rep := code.Inspect(c.lang, c.src)
		if got := slices.Contains(rep.Unread, endless.SayHuge); got != c.want {
			t.Errorf("%s: %s: %q", c.lang, c.src, rep.Unread)
		}
	}
}
