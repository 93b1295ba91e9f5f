package compiled

import "testing"

func TestComputes(t *testing.T) {
	for _, c := range []struct {
		file, text string
		want       bool
	}{
		{"/tmp/a.c", "#include <stdio.h>\n#include <stdint.h>\nstruct s { uint8_t a; uint32_t b; };\nint main(void) { printf(\"%zu\\n\", sizeof(struct s)); return 0; }\n", true},
		{"/tmp/a.cpp", "#include <iostream>\n#include <vector>\nint main() { std::vector<int> v{3,1}; for (auto x : v) std::cout << x << '\\n'; }\n", true},
		{"/tmp/a.go", "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc main() { fmt.Println(len(\"héllo\"), len(os.Args)) }\n", true},
		{"/tmp/a.go", "package main\nimport \"fmt\"\nfunc main() { fmt.Println(1) }\n", true},
		{"/tmp/a.rs", "#[derive(Debug)]\nstruct S(u8);\nfn main() { println!(\"{} {:?}\", std::mem::size_of::<Option<Box<u8>>>(), S(1)); }\n", true},
		{"/tmp/R.java", "import java.math.*;\npublic class R { public static void main(String[] a) { System.out.println(new BigDecimal(\"0.125\").setScale(2, RoundingMode.HALF_EVEN)); } }\n", true},

		{"/tmp/a.c", "#include <stdlib.h>\nint main(void) { return system(\"rm -rf /home/dev/old\"); }\n", false},
		{"/tmp/a.c", "#include <unistd.h>\nint main(void) { return 0; }\n", false},
		{"/tmp/a.c", "#include \"/home/dev/x.h\"\nint main(void) { return 0; }\n", false},
		{"/tmp/a.c", "#include <stdio.h>\nint unlink(const char *);\nint main(void) { return unlink(\"x\"); }\n", false},
		{"/tmp/a.c", "#define J(a,b) a##b\n#include <stdlib.h>\nint main(void) { return J(sys,tem)(\"id\"); }\n", false},
		{"/tmp/a.c", "#include <stdlib.h>\nint main(void) { return sys\\\ntem(\"id\"); }\n", false},
		{"/tmp/a.c", "const char x[] __attribute__((section(\".text\"))) = \"\";\nint main(void) { return 0; }\n", false},
		{"/tmp/a.c", "const char main[] = \"\\x90\";\n", false},
		{"/tmp/a.c", "int execve();\nint main(void) { return execve(\"/bin/sh\",0,0); }\n", false},
		{"/tmp/a.c", "#embed </etc/passwd>\nint main(void) { return 0; }\n", false},
		{"/tmp/a.c", "%:include <unistd.h>\nint main(void) { return 0; }\n", false},
		{"/tmp/a.cpp", "#include <fstream>\nint main() { std::ofstream(\"x\"); }\n", false},
		{"/tmp/a.go", "package main\nimport \"os\"\nfunc main() { os.RemoveAll(\"/home/dev/old\") }\n", false},
		{"/tmp/a.go", "package main\nimport x \"os\"\nfunc main() { x.RemoveAll(\"/home/dev/old\") }\n", false},
		{"/tmp/a.go", "package main\nimport . \"os\"\nfunc main() { RemoveAll(\"/home/dev/old\") }\n", false},
		{"/tmp/a.go", "package main\nimport \"os/exec\"\nfunc main() { exec.Command(\"id\").Run() }\n", false},
		{"/tmp/a.go", "package main\nimport (\"fmt\"; \"os/exec\")\nfunc main() { exec.Command(\"id\").Run(); fmt.Println() }\n", false},
		{"/tmp/a.go", "package main;import \"os/exec\"\nfunc main() { exec.Command(\"id\").Run() }\n", false},
		{"/tmp/a.go", "package main\nimport(\n\"os/exec\"\n)\nfunc main() { exec.Command(\"id\").Run() }\n", false},
		{"/tmp/a.go", "package main\nimport \"os\"\nvar f = os. /* */ RemoveAll\nfunc main() { f(\"x\") }\n", false},
		{"/tmp/a.go", "package main;import \"syscall\"\nfunc main() { syscall.Unlink(\"x\") }\n", false},
		{"/tmp/a.go", "package main\n/**/import \"syscall\"\nfunc main() { syscall.Unlink(\"x\") }\n", false},
		{"/tmp/a.go", "package main\nimport \"C\"\nfunc main() {}\n", false},
		{"/tmp/a.rs", "use std::fs;\nfn main() { fs::remove_dir_all(\"x\").unwrap(); }\n", false},
		{"/tmp/a.rs", "use std::{process as p};\nfn main() { p::exit(0); }\n", false},
		{"/tmp/a.rs", "fn main() { println!(\"{}\", include_str!(\"/home/dev/.ssh/id_rsa\")); }\n", false},
		{"/tmp/a.rs", "extern \"C\" { fn system(s: *const u8) -> i32; }\nfn main() {}\n", false},
		{"/tmp/R.java", "public class R { public static void main(String[] a) throws Exception { Runtime.getRuntime().exec(\"id\"); } }\n", false},
		{"/tmp/R.java", "public class R { public static void main(String[] a) { System.out.println(System.getenv()); } }\n", false},
		{"/tmp/R.java", "public class R { public static void main(String[] a) throws Exception { R\\u0075ntime.getRuntime().exec(\"id\"); } }\n", false},
		{"/tmp/R.java", "public class R { public static void main(String[] a) throws Exception { new java.io.File(\"x\").delete(); } }\n", false},
		{"/tmp/R.java", "import java.nio.file.*;\npublic class R { }\n", false},
		{"/tmp/a.py", "print(1)\n", false},
		{"/tmp/a.c", "", false},
	} {
		if got := Computes(c.file, c.text); got != c.want {
			t.Errorf("%s %q: %v, want %v", c.file, c.text, got, c.want)
		}
	}
}
