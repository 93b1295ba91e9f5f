package endless_test

import (
	"slices"
	"testing"

	"github.com/sentinelgate/sentinel/internal/code"
	"github.com/sentinelgate/sentinel/internal/code/endless"
)

func TestProcessesWithoutEndAreFound(t *testing.T) {
	for _, c := range []struct{ lang, src string }{
		{"javascript", `const f=()=>{require('child_process').fork(process.argv[1]||__filename);f()};f()`},
		{"javascript", `while(true) require('child_process').spawn('sleep',['99'])`},
		{"javascript", `const {exec}=require('child_process'); for(;;) exec('sleep 99')`},
		{"javascript", `for (let i = 0; ; i++) { require('child_process').exec('sleep 99') }`},
		{"javascript", `setInterval(()=>require('child_process').spawn('sleep',['99']),0)`},
		{"javascript", `function f(){require('child_process').spawn('sleep',['9']);setImmediate(f)};f()`},
		{"javascript", `do { require('child_process').spawn('sleep',['9']) } while (1)`},
		{"python", "import subprocess\nwhile 1:\n    subprocess.Popen(['sleep','99'])\n"},
		{"python", "import os\nwhile not False: os.system('sleep 99 &')"},
		{"python", "import os, itertools\nfor _ in itertools.count(): os.system('sleep 99 &')"},
		{"python", "import subprocess\ndef f():\n    subprocess.Popen(['sleep','9']); f()\nf()"},
		{"python", "import multiprocessing as m\nwhile True: m.Process(target=print).start()"},
		{"perl", `while(1){system("sleep 99 &")}`},
		{"perl", `system("sleep 99 &") while 1`},
		{"ruby", `loop { spawn("sleep 99") }`},
		{"ruby", `spawn("sleep 99") while true`},
		{"ruby", "loop do\n  spawn('x')\nend"},
		{"lua", `while true do os.execute("sleep 99 &") end`},
		{"lua", `repeat os.execute("sleep 99 &") until false`},
		{"php", `while(1) exec("sleep 99 > /dev/null &");`},
		{"commonlisp", `(loop (uiop:launch-program "sleep 99"))`},
		{"clojure", `(loop [] (babashka.process/process "sleep 9") (recur))`},
		{"elisp", `(while t (start-process "a" nil "sleep" "9"))`},
		{"scheme", `(define (f) (process "sleep 9") (f)) (f)`},
	} {
		if rep := code.Inspect(c.lang, c.src); !slices.Contains(rep.Unread, endless.Say) {
			t.Errorf("%s: %s: %q", c.lang, c.src, rep.Unread)
		}
	}
	for src, f := range map[string]func(string) bool{
		`BEGIN{while(1) system("sleep 99 &")}`: endless.Awk, `BEGIN { for (;;) { system("x &") } }`: endless.Awk,
		`while($true){Start-Process notepad}`: endless.PowerShell, `for(;;){Start-Job {sleep 99}; }`: endless.PowerShell,
	} {
		if !f(src) {
			t.Errorf("%s: not found", src)
		}
	}
}

// A loop that waits for what it starts, or sleeps, is how one polls.
func TestPollingIsLeftAlone(t *testing.T) {
	for _, c := range []struct{ lang, src string }{
		{"python", "import subprocess,time\nwhile True:\n    subprocess.run(['curl','localhost']); time.sleep(1)"},
		{"python", "import subprocess\nfor f in ['a','b']:\n    subprocess.Popen(['gzip', f])"},
		{"python", "import subprocess\nps = [subprocess.Popen(['sleep','1']) for _ in range(3)]\nwhile True:\n    if all(p.poll() is not None for p in ps): break"},
		{"python", "import subprocess\nwhile True:\n    x = input()\n    if not x: break\nsubprocess.Popen(['ls'])"},
		{"javascript", `setInterval(()=>require('child_process').execSync('ls'),1000)`},
		{"javascript", `setInterval(()=>require('child_process').exec('curl localhost'),1000)`},
		{"javascript", `const {spawn}=require('child_process'); const p=spawn('ls'); p.on('close',()=>console.log(1)); while(true){ break }`},
		{"javascript", `function walk(d){ for (const f of fs.readdirSync(d)) { if (fs.statSync(f).isDirectory()) walk(f); else require('child_process').execSync('ls '+f) } } walk('.')`},
		{"ruby", `loop { system("ls"); sleep 1 }`},
		{"ruby", "pid = spawn('ls')\nloop do\n  break if done?\nend"},
		{"perl", `while(1){ system("ls"); sleep 1 }`},
		{"lua", `while true do os.execute("sleep 1") end`},
		{"php", `while(true){ exec("ls 2>&1", $o); sleep(1); }`},
		{"clojure", `(loop [i 0] (when (< i 3) (clojure.java.shell/sh "ls") (recur (inc i))))`},
	} {
		if rep := code.Inspect(c.lang, c.src); slices.Contains(rep.Unread, endless.Say) {
			t.Errorf("%s: %s: %q", c.lang, c.src, rep.Unread)
		}
	}
	for src, f := range map[string]func(string) bool{
		`BEGIN{while(1) system("sleep 1")}`: endless.Awk, `{ while ((getline l < "f") > 0) print l " & " $1 }`: endless.Awk, `for(i=0;i<3;i++) print "a & b"`: endless.Awk,
		`while($true){Start-Process x -Wait}`: endless.PowerShell, `while($true){Get-Process; Start-Sleep 5}`: endless.PowerShell, `foreach($f in 1..3){Start-Process notepad}`: endless.PowerShell,
	} {
		if f(src) {
			t.Errorf("%s: found", src)
		}
	}
}
