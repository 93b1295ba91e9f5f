package paths

import (
	"path"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/paths/known"
)

func TestR326_Resolve(t *testing.T) {
	p := testPlace()
	tests := []struct{ name, cwd, text, want string }{
		{"home", ProjectRoot, "~", "/home/dev"},
		{"home file", ProjectRoot, "~/.zshrc", "/home/dev/.zshrc"},
		{"relative", ProjectRoot, "src/index.ts", "/home/dev/project/src/index.ts"},
		{"folded", ProjectRoot, "/home/u/p/../q", "/home/u/q"},
		{"another home", ProjectRoot, "~ann/x", "/home/ann/x"},
		{"root's home", ProjectRoot, "~root/x", "/root/x"},
		{"working folder", ProjectRoot, "~+/x", ProjectRoot + "/x"},
		{"not a user", ProjectRoot, "~$draft", ProjectRoot + "/~$draft"},
		{"slashes", ProjectRoot, "//etc///passwd", "/etc/passwd"},
		{"dots", ProjectRoot, "a/../../..", "/home"},
		{"past the root", ProjectRoot, "../../../../../..", "/"},
		{"missing then up", ProjectRoot, "nope/../src", ProjectRoot + "/src"},
		{"link", ProjectRoot, "notes.txt", "/home/dev/.ssh/id_rsa"},
		{"link in the middle", ProjectRoot, "out/a", "/home/dev/other/a"},
		{"link and up", ProjectRoot, "out/../x", "/home/dev/x"},
		{"link up", ProjectRoot, "up", "/home"},
		{"process folder", ProjectRoot, "/proc/self/cwd/x", ProjectRoot + "/x"},
		{"process root", ProjectRoot, "/proc/42/root/etc", "/etc"},
		{"task root", ProjectRoot, "/proc/self/task/7/root/etc", "/etc"},
		{"descriptor", ProjectRoot, "/dev/fd/3", "/dev/fd/3"},
		{"private", ProjectRoot, "/private/var/x", "/var/x"},
		{"data volume", ProjectRoot, "/System/Volumes/Data/Users/ann", "/Users/ann"},
		{"drive", ProjectRoot, `C:\Users\..\x`, "C:/x"},
		{"drive alone", ProjectRoot, "D:", "D:/"},
		{"long prefix", ProjectRoot, `\\?\C:\x`, "C:/x"},
		{"device", ProjectRoot, `\\.\PhysicalDrive1`, "//./PhysicalDrive1"},
		{"device by slashes", ProjectRoot, "//./PhysicalDrive1", "//./PhysicalDrive1"},
		{"pipe", ProjectRoot, `\\.\pipe\x`, "//./pipe/x"},
		{"dot in the root", ProjectRoot, "//./etc/shadow", "/etc/shadow"},
		{"top folder by dot", ProjectRoot, "//./usr", "/usr"},
		{"dot while in the root", "/", "./etc", "/etc"},
		{"root by dot while in it", "/", "./", "/"},
		{"host and path", ProjectRoot, "host:path", ProjectRoot + "/host:path"},
		{"variable", ProjectRoot, `%USERPROFILE%\x`, "/home/dev/x"},
		{"url", ProjectRoot, "file:///etc/a%20b", "/etc/a b"},
		{"url of another host", ProjectRoot, "file://host/x", ""},
		{"windows folder", `C:\Users\dev\project`, `docs\a.md`, "C:/Users/dev/project/docs/a.md"},
		{"no folder", "", "x", ""},
		{"relative folder", "x", "y", ""},
		{"folder of before", ProjectRoot, "~-/x", ""},
		{"zero byte", ProjectRoot, "a\x00b", ""},
		{"loop", ProjectRoot, "loop-a", ""},
		{"too long", ProjectRoot, strings.Repeat("a/", maxPath), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, ok := p.Resolve(tt.cwd, tt.text); got != tt.want || ok != (tt.want != "") {
				t.Errorf("%q: %q %v, want %q", tt.text, got, ok, tt.want)
			}
		})
	}
}

func TestResolveEntry(t *testing.T) {
	p := testPlace()
	for text, want := range map[string]string{
		"out": ProjectRoot + "/out", "out/": "/home/dev/other", "out/.": "/home/dev/other", "out/a": "/home/dev/other/a", "notes.txt": ProjectRoot + "/notes.txt", "src": ProjectRoot + "/src",
	} {
		if got, _ := p.ResolveEntry(ProjectRoot, text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestBackslashNameThatExists(t *testing.T) {
	m := NewProject(nil)
	m.Symlink("/", ProjectRoot+`/tmp\x`)
	p := &Place{FS: m, Home: ProjectHome, Root: ProjectRoot}
	if got := p.Judge(Target{Text: `tmp\x/etc`, Dir: ProjectRoot, Use: Delete}); !got.Vital {
		t.Errorf("a link with a backslash in its name hides where it leads: %+v", got)
	}
}

func TestExpand(t *testing.T) {
	p := testPlace()
	for text, want := range map[string]string{
		"src/*": "a.ts deep", "src/*/*.ts": "deep/b.ts", "src/[ab].ts": "a.ts", "none/*": "",
	} {
		found, complete := p.Expand(Target{Text: text, Glob: true, Dir: ProjectRoot})
		var names []string
		for _, f := range found {
			names = append(names, strings.TrimPrefix(f, ProjectRoot+"/src/"))
		}
		if got := strings.Join(names, " "); got != want || !complete {
			t.Errorf("%q: %q %v, want %q", text, got, complete, want)
		}
	}
	m := NewProject(nil)
	for i := range 300 {
		m.Put(ProjectRoot+"/many/f"+strings.Repeat("x", i), "")
	}
	p = &Place{FS: m, Home: ProjectHome, Root: ProjectRoot}
	if found, complete := p.Expand(Target{Text: "many/*", Glob: true, Dir: ProjectRoot}); complete || len(found) > maxMatches {
		t.Errorf("%d found, complete %v", len(found), complete)
	}
	if got := p.Judge(Target{Text: "many/*", Glob: true, Dir: ProjectRoot, Use: Read}); !got.More {
		t.Error("a cut list does not say so")
	}
}

func FuzzResolve(f *testing.F) {
	for _, s := range []string{"~", "a/../..", "loop-a", "out/../x", `C:\x`, "/proc/self/cwd/..", "file:///%2e%2e", "%TEMP%", "~+", "[", "*[!", "//./x", "\\\\?\\"} {
		f.Add(s, ProjectRoot, true)
	}
	f.Add("x", "", false)
	p := testPlace()
	f.Fuzz(func(t *testing.T, text, cwd string, glob bool) {
		real, ok := p.Resolve(cwd, text)
		if ok != (real != "") {
			t.Fatalf("%q: %q %v", text, real, ok)
		}
		if ok && !known.WindowsDevice(real) && (!isAbs(real) || strings.Contains(strings.TrimPrefix(real, "//"), "//") || path.Base(real) == "..") {
			t.Fatalf("%q: not a real path: %q", text, real)
		}
		for _, use := range []Use{AnyUse, Read, Write, Delete} {
			p.Judge(Target{Text: text, Dir: cwd, Glob: glob, Use: use})
			p.Judge(Target{Text: text, Dir: cwd, Partial: true, Use: use, NoFollow: true})
		}
		VitalText(text)
		p.HoldsSecrets(text)
		p.HoldsGate(text)
	})
}

func BenchmarkJudge(b *testing.B) {
	p := testPlace()
	p.FS = OS{}
	for name, t := range map[string]Target{
		"read":   {Text: "src/index.ts", Use: Read},
		"write":  {Text: "src/index.ts", Use: Write},
		"glob":   {Text: "src/*.ts", Glob: true, Use: Read},
		"delete": {Text: "node_modules", Use: Delete},
		"secret": {Text: "~/.aws/credentials", Use: Read},
	} {
		t.Dir = ProjectRoot
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p.Judge(t)
			}
		})
	}
}

func BenchmarkFirstJudge(b *testing.B) {
	for b.Loop() {
		p := &Place{FS: OS{}, Home: ProjectHome, Root: ProjectRoot, Temp: []string{"/tmp"}}
		p.Judge(Target{Text: "src/index.ts", Dir: ProjectRoot, Use: Write})
	}
}
