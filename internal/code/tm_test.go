package code
import ("testing";"time";"strings";"fmt")
func TestTM(t *testing.T){
 rep:=strings.Repeat
 for name, src := range map[string]string{
		"joins": "x = " + rep("'aa'+", 30_000) + "'b'", "lists": "x = [" + rep("'a',", 40_000) + "]\n" + rep("f(x)\n", 5_000),
		"chain": "a" + rep(".b", 60_000), "calls": "a" + rep("()", 60_000), "equals": rep("a = ", 40_000) + "1", "alternatives": rep("a = a or b\n", 15_000),
		"subscripts": "a" + rep("[0]", 50_000), "params": rep("def f(a, b, c, d, e, f, g):\n", 8_000), "quotes": rep(`"a" `, 60_000), "braces": rep("{a: b}", 30_000),
	} {
		for _, lang := range []string{"python", "javascript", "perl", "ruby", "php", "r", "julia", "applescript", "elixir"} {
			start := time.Now()
			Inspect(lang, src)
			if d:=time.Since(start); d>150*time.Millisecond {fmt.Println(name,lang,d)}
		}
	}
}
