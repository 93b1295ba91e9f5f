package shell

import (
	"fmt"
	"testing"
)

func TestProbe(t *testing.T) {
	for _, s := range []string{`git commit -am "fix $x" && (cd ~ ; rm -rf *) | head`, `X=rm; $X -rf ~/y; for i in a b{1,2}; do echo $i "$(echo hi)"; done`, `f(){ rm -rf "$1"; }; f ~/x`, `:(){ :|:& };:`, `r''m -rf $'\x2f'`, `x=_rm; ${x#_} -rf /; cat <<EOF
$(git reset --hard)
EOF`, `echo a | while read f; do rm "$f"; done`, `rm${IFS}-rf${IFS}/`, `cd a && rm x`, `echo $((a[$(rm -rf ~/work)]))`} {
		r := Read(s, Options{Home: "/home/dev", Cwd: "/home/dev/project", Limits: DefaultLimits()})
		fmt.Println("==", s)
		for _, c := range r.Commands {
			fmt.Print("   ")
			for _, w := range c.Argv {
				fmt.Printf("[%s]", w)
			}
			fmt.Println(" dirs", c.Dirs, "via", c.Place.Via, c.Stdin.Kind)
		}
		for _, p := range r.Problems {
			fmt.Println("  !", p.Why, p.Bomb)
		}
	}
}
