package textlang

import "testing"

func TestAwkNumberedFiles(t *testing.T) {
	for src, want := range map[string]bool{
		`{print > "out_" NR%2 ".txt"}`:      true,
		`{print > ("part" FNR ".csv")}`:     false, // parentheses first: as before
		`{print > "f" int(NR/2) ".txt"}`:    false,
		`{print > "a" NF}`:                  true,
		`{print > "out_" $1 ".txt"}`:        false,
		`{print > "/etc/x" NR}`:             false,
		`{print > "../x" NR}`:               false,
		`{print > ".x" NR}`:                 false,
		`{print > "a" NR "/../x"}`:          false,
		`{NR = "/../../x"; print > "a" NR}`: false,
		`{print > NR ".txt"}`:               false,
	} {
		acts := Awk(src)
		if len(acts) == 0 || acts[len(acts)-1].Kind != Write || acts[len(acts)-1].Known != want {
			t.Errorf("%s: %+v", src, acts)
		}
	}
}
