package sources

import (
	"slices"
	"strings"
	"testing"
)

// TestR288_Deeds: what source files do that are run as they stand, in the ways
// that their languages have for it.
func TestR288_Deeds(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`Path h = Path.of(System.getProperty("user.home")); try (var s = Files.walk(h)) { s.sorted(Comparator.reverseOrder()).forEach(p -> p.toFile().delete()); }`, `rm -rf "$HOME"/*`},
		{`Files.walk(Paths.get("/a", "b")).map(Path::toFile).forEach(File::delete);`, `rm -rf /a/b/*`},
		{`for (File f : new File("/a").listFiles()) { f.delete(); }`, `rm -rf /a/*`},
		{`Files.walkFileTree(Path.of(System.getenv("HOME")), new V<>() { R visitFile(Path f) { Files.delete(f); } });`, `rm -f "$HOME"/*`},
		{`static void del(File f) { f.delete(); } void main() { del(new File("/a")); }`, `rm -f /a`},
		{`new ProcessBuilder(List.of("rm", "-rf", "/a b")).start();`, `rm -rf '/a b'`},
		{`Runtime.getRuntime().exec("rm -rf /a");`, `rm -rf /a`},
		{`Runtime.getRuntime().exec(new String[]{"sh", "-c", "x y"});`, `sh -c 'x y'`},
		{`Files.writeString(Path.of(home(), ".bashrc"), "x");`, ``},
		{`Files.writeString(Path.of(System.getProperty("user.home"), ".bashrc"), "x");`, `true > "$HOME"/.bashrc`},
		{`h, err := os.UserHomeDir(); os.RemoveAll(filepath.Join(h, "a"))`, `rm -rf "$HOME"/a`},
		{"// os.RemoveAll(\"/a\")\n/* os.RemoveAll(\"/b\") */ x(`os.RemoveAll(\"/c\")`)", ``},
		{"filepath.Walk(\"/a\", func(p string, i os.FileInfo, err error) error {\n return os.Remove(p) })", `rm -rf /a/*`},
		{"for _, e := range list(\"/a\") {\n os.RemoveAll(e)\n}", `rm -rf /a/*`},
		{"exec.Command(\"rm\", \"-rf\", os.Getenv(\"HOME\")+\"/a\").Run()", `rm -rf "$HOME"/a`},
		{`exec.CommandContext(ctx, "rm", "-rf", "/a")`, `rm -rf /a`},
		{`os.Rename("/a", "b")`, `mv /a b`},
		{`Directory.Delete(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), true);`, `rm -rf "$HOME"`},
		{`var f = $"/a/{name}"; File.Delete(f);`, `rm -f /a/"$task_value_x"`},
		{`Process.Start("rm", "-rf /a");`, `rm -rf /a`},
		{"removeDir(getHomeDir() / \"a\")\n", `rm -rf "$HOME"/a`},
		{"for f in walkDirRec(getHomeDir()):\n  removeFile(f)\n", `rm -rf "$HOME"/*`},
		{"os.rmdir_all(os.home_dir() + '/a') or {}", `rm -rf "$HOME"/a`},
		{"File(\"/a\").deleteRecursively()\nFile(\"/b\").writeText(\"x\")", `rm -rf /a|true > /b`},
		{`File("/a").walkBottomUp().forEach { it.delete() }`, `rm -rf /a/*`},
		{`fs::remove_dir_all(dirs::home_dir().unwrap().join("a")).unwrap();`, `rm -rf "$HOME"/a`},
		{`Command::new("sh").arg("-c").arg("x y").status();`, `sh -c 'x y'`},
		{`try FileManager.default.removeItem(atPath: "/a")`, `rm -rf /a`},
		{`Directory("/a").deleteSync(recursive: true);`, `rm -rf /a`},
		{`"rm -rf /a".execute()`, `rm -rf /a`},
		{`sh.RunV("rm", "-rf", "/a")`, `rm -rf /a`},
		{`delete(m, "/a")`, ``}, // of a map
		{`os.RemoveAll(dir); f.delete(); new StringBuilder().append(x)`, ``},
	} {
		if got := strings.Join(Deeds("x", c.text), "|"); got != c.want {
			t.Errorf("%s\n got  %s\n want %s", c.text, got, c.want)
		}
	}
}

// TestHostile: whatever stands in a file, reading it ends with a bounded result.
func TestHostile(t *testing.T) {
	for _, piece := range []string{`os.RemoveAll("/a`, `x = x + x;`, `f(f(`, `for (a : b`, "\"", "`", "/*", `"${`, `"\(`, "{it->", ")))", "\x01\x02", `exec.Command("a",`, `.arg(`, `a.b.`, "func(", "a = \"/x\" + a + a + a\n"} {
		text := strings.Repeat(piece, 4000)
		list := Deeds("x", text)
		if len(list) > maxDeeds {
			t.Errorf("%q: %d", piece, len(list))
		}
		if slices.ContainsFunc(list, func(s string) bool { return len(s) > 200*maxValue }) {
			t.Errorf("%q: too long", piece)
		}
	}
}
