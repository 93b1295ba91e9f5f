package shell

import (
	"slices"
	"strings"
	"testing"
)

// TestR31_WhatBashRuns holds the finer rules of bash: each script must show the
// command that bash executes, and none that bash would not.
func TestR31_WhatBashRuns(t *testing.T) {
	for _, c := range []struct{ name, text, want, never string }{
		{"a new shell sees what is exported", `b=dist; bash -c 'rm -rf /$b'`, "[rm][-rf][/]", "[rm][-rf][/dist]"},
		{"as text on standard input", "b=dist\nbash <<'E'\nrm -rf /$b\nE\n", "[rm][-rf][/]", "[rm][-rf][/dist]"},
		{"as text from a pipe", `b=dist; echo 'rm -rf /$b' | sh`, "[rm][-rf][/]", "[rm][-rf][/dist]"},
		{"unless it is exported", `export b=dist; bash -c 'rm -rf /$b'`, "[rm][-rf][/dist]", "[rm][-rf][/]"},
		{"or all is", `set -a; b=dist; bash -c 'rm -rf /$b'`, "[rm][-rf][/dist]", "[rm][-rf][/]"},
		{"or set for it", `b=dist bash -c 'rm -rf /$b'`, "[rm][-rf][/dist]", "[rm][-rf][/]"},
		{"and what it starts", `b=dist bash -c "bash -c 'rm -rf /\$b'"`, "[rm][-rf][/dist]", "[rm][-rf][/]"},
		{"no functions", `rm() { echo; }; bash -c 'rm -rf /'`, "[rm][-rf][/]", ""},
		{"no arrays", `a=(x y); bash -c 'rm -rf /${a[1]}'`, "[rm][-rf][/]", ""},
		{"no parameters", "set -- x y\nbash <<'E'\nrm -rf /$2\nE\n", "[rm][-rf][/]", "[rm][-rf][/y]"},
		{"eval sees what stands before it", `b=/ eval 'rm -rf $b'`, "[rm][-rf][/]", ""},
		{"and only it", `b=x; b=/ eval 'ls $b'; rm -rf $b`, "[rm][-rf][x]", "[rm][-rf][/]"},
		{"so does a function", `b=x; f() { ls $b; }; b=/ f; rm -rf $b`, "[rm][-rf][x]", "[rm][-rf][/]"},
		{"local ends with its function", `b=/; f() { local b=x; ls $b; }; f; rm -rf $b`, "[rm][-rf][/]", "[rm][-rf][x]"},
		{"declare is local there", `b=/; f() { declare b=x; }; f; rm -rf $b`, "[rm][-rf][/]", "[rm][-rf][x]"},
		{"declare -g is not", `b=x; f() { declare -g b=/; }; f; rm -rf $b`, "[rm][-rf][/]", "[rm][-rf][x]"},
		{"its old value stands in the new", `b=/e; f() { local b=${b}tc; rm -rf $b; }; f`, "[rm][-rf][/etc]", ""},
		{"the called sees locals", `f() { rm -rf $b; }; g() { local b=/; f; }; b=x; g`, "[rm][-rf][/]", "[rm][-rf][x]"},
		{"what return leaves", `b=x; f() { b=/; return; b=y; }; f; rm -rf $b`, "[rm][-rf][/]", ""},
		{"what break leaves", `b=x; for i in 1 2; do b=/; if ls; then break; fi; b=y; done; rm -rf $b`, "[rm][-rf][/]", ""},
		{"the next round", `c=ls; while read x; do $c -rf /; c=rm; done`, "[rm][-rf][/]", ""},
		{"a branch that was not taken", `if ls; then b=x; fi; rm -rf /$b`, "[rm][-rf][/]", ""},
		{"parameters after a branch", `set -- x; if ls; then set -- /; fi; rm -rf $1`, "[rm][-rf][/]", ""},
		{"keys", `declare -A m; m[rm]=-rf; m[x]=/; for k in "${!m[@]}"; do $k ${m[rm]} ${m[x]}; done`, "[rm][-rf][/]", ""},
		{"keys in a list", `declare -A m=([a]=rm [b]=/); ${m[a]} -rf ${m[b]}`, "[rm][-rf][/]", ""},
		{"holes", `a[3]=rm; a[7]=/; "${a[@]}"`, "[rm][/]", ""},
		{"unset elements", `a=(rm x /); unset 'a[1]'; "${a[@]}"`, "[rm][/]", "[rm][x][/]"},
		{"unset elements of several", `a=(rm x /); if p; then a[1]=y; fi; unset 'a[1]'; "${a[@]}"`, "[rm][/]", "[rm][y][/]"},
		{"an element in a place that is not known", `a=(rm x); a[$n]=/; "${a[@]}"`, "[?$a]", "[rm][x][/]"},
		{"unset vanishes", `b=x; unset b; rm -rf /$b`, "[rm][-rf][/]", "[rm][-rf][/x]"},
		{"separators that are no blanks", `IFS=,; b=rm,,/; $b`, "[rm][][/]", ""},
		{"joined by separators", `IFS=/; set -- "" etc; rm -rf "$*"`, "[rm][-rf][/etc]", ""},
		{"separators of a branch", `b=rm,/; if ls; then IFS=,; fi; $b`, "[rm][/]", ""},
		{"words of nothing", `a=(); rm "${a[@]:1}" x`, "[rm][x]", ""},
		{"one word of nothing", `a=(); ls "${a[*]}" x`, "[ls][][x]", ""},
		{"case of a declaration", `declare -l b=RM; $b -rf /`, "[rm][-rf][/]", ""},
		{"case of an expansion", `b=RM; ${b@L} -rf /`, "[rm][-rf][/]", ""},
		{"quoted again", `b='r m'; eval "ls ${b@Q}"`, "[ls][r m]", ""},
		{"arithmetic", `((n=2, n+=1)); rm -rf /$((n==3?7:8))`, "[rm][-rf][/7]", "[rm][-rf][/8]"},
		{"a loop that counts", `n=0; while [ $n -lt 2 ]; do n=$((n+1)); ls $n; done; rm $n`, "[rm][2]", "[rm][0]"},
		{"a loop that counts as in C", `for ((i=0;i<2;i++)); do ls $i; done; rm $i`, "[rm][2]", "[rm][0]"},
		{"case that goes on", `case $x in a) b=/ ;& b) rm -rf $b;; esac`, "[rm][-rf][/]", ""},
		{"braces in a declaration", `declare b={x,/}; rm -rf $b`, "[rm][-rf][/]", "[rm][-rf][x]"},
		{"too short for its end", `b=/; rm -rf ${b: -2}x`, "[rm][-rf][x]", ""},
		{"the file written before", `echo rm -rf / > f; $(< f)`, "[rm][-rf][/]", ""},
		{"a pattern that is a slash", `b=r/m; ${b///} -rf x`, "[rm][-rf][x]", ""},
		{"too many branches", `a=(ls); if p; then a+=(1); fi; if p; then a+=(-rf /); fi; "${a[@]}"`, "[ls][1][-rf][/]", "[ls][1][1]"},
		{"a name for an element", `declare -n y='a[$(git gc)]'; echo $y`, "[git][gc]", ""},
		{"a name for an element, given later", `declare -n y; y='a[$(git gc)]'; : "$y"`, "[git][gc]", ""},
		{"a name that a function is given", `f() { local -n r=$1; r=5; }; f 'a[$(git gc)]'`, "[git][gc]", ""},
		{"a name for a variable", `f() { local -n r=$1; r=5; }; f out; rm $out`, "[rm][5]", "[git][gc]"},
		{"numbers of bash's own", `x='a[$(git gc)]'; RANDOM=$x; OPTIND=1`, "[git][gc]", ""},
		{"a text of another name", `x='a[$(git gc)]'; y=$x; rm x`, "[rm][x]", "[git][gc]"},
		{"an array of numbers", `declare -ai n; n=('a[$(git gc)]')`, "[git][gc]", ""},
		{"an array of numbers read", `declare -ai n; mapfile n <<< 'a[$(git gc)]'`, "[git][gc]", ""},
		{"an array of texts read", `declare -a n; mapfile n <<< 'a[$(git gc)]'; rm x`, "[rm][x]", "[git][gc]"},
		{"the last element of an array with holes", `a=([2]=/ [5]=x git); rm /${a[-1]} /${a[-2]} /${a[-5]}`, "[rm][/git][/x][//]", ""},
		{"the last one is unset", `a=(x / y); unset 'a[-1]'; a[7]=z; unset 'a[-1]'; rm "${a[-1]}" "${a[@]}"`, "[rm][/][x][/]", ""},
		{"one beside the holes is unset", `a=(/ x); a[7]=y; unset 'a[-2]'; rm "${a[@]}"`, "[rm][/][x][y]", ""},
		{"an element that a name numbers is unset", `n=0; a=(x / y); unset 'a[n]'; rm "${a[0]}"`, "[rm][?$a]", ""},
		{"a key that begins with a dash", `declare -A m=([-1]=x [k]=/); unset 'm[-1]'; rm "${m[k]}"`, "[rm][?$m]", ""},
		{"no subscript at all", `a=(x /); unset 'a[]'; rm "${a[1]}"`, "[rm][?$a]", ""},
		{"a folder of the stack", `pushd /x; rm -rf ~1/y ~-0 ~+2`, "[rm][-rf][?~1/y][?~-0][?~+2]", ""},
		{"a name that is no number", `rm -rf ~1a x~1`, "[rm][-rf][~1a][x~1]", ""},
		{"a return before a number sign", "echo \r# x; git gc", "[git][gc]", ""},
		{"a loop over a value that ends in a return", "x=a\r\nuntil [ $x = a ] ; do git gc ; x=a; done ;\r\n", "[git][gc]", ""},
		{"a tilde in braces", `rm -rf {~,x}`, "[rm][-rf][/home/dev][x]", "[rm][-rf][~][x]"},
		{"a tilde behind a colon", `b=x:~; rm -rf "${b#x:}"`, "[rm][-rf][/home/dev]", ""},
		{"an assigned element", `((a[1]=7, a[2]+=3)); rm /${a[1]} ${a[2]}`, "[rm][/7][3]", ""},
		{"arithmetic that fails", `b=/; c=a.b; ((b=c+1)); rm -rf $b`, "[rm][-rf][/]", ""},
		{"arithmetic on an expression", `b=1+2; rm -rf /$((b*2))`, "[rm][-rf][/6]", ""},
		{"what a group writes", `{ echo rm; echo -rf /; } > f; $(< f)`, "[rm][-rf][/]", ""},
		{"what a function writes", `f() { echo rm -rf /; }; f > g; $(< g)`, "[rm][-rf][/]", ""},
		{"a descriptor for one command", `. /dev/fd/3 3<<< 'rm -rf /'`, "[rm][-rf][/]", ""},
		{"read from a descriptor", `read -u 4 b 4<<< /; rm -rf $b`, "[rm][-rf][/]", ""},
		{"read up to a sign", `read -d : b <<< /:x; rm -rf $b`, "[rm][-rf][/]", "[rm][-rf][/:x]"},
		{"read some signs", `read -n 1 b <<< /x; rm -rf $b`, "[rm][-rf][/]", "[rm][-rf][/x]"},
		{"read a line as it is", `read -r <<< '  /'; "rm$REPLY"`, "[rm  /]", ""},
		{"lines with their ends", `mapfile a <<< /; rm -rf "${a[0]}"`, "[rm][-rf][/\n]", "[rm][-rf][/]"},
		{"lines without", `mapfile -t a <<< /; rm -rf "${a[0]}"`, "[rm][-rf][/]", ""},
		{"select without a choice", `b=x; select b in y; do rm -rf /$b; done <<< z`, "[rm][-rf][/]", "[rm][-rf][/x]"},
		{"select", `select b in y /; do rm -rf $b; done <<< 2`, "[rm][-rf][/]", "[rm][-rf][y]"},
		{"no longer exported", `set -a; set +a; b=dist; bash -c 'rm -rf /$b'`, "[rm][-rf][/]", "[rm][-rf][/dist]"},
		{"a name that stands for each", `declare -n p; for p in b c; do p=/; done; rm -rf $b $c`, "[rm][-rf][/][/]", ""},
		{"a name for an element", `a=(x y); declare -n p='a[1]'; p=/; rm -rf ${a[1]}`, "[rm][-rf][?$a]", "[rm][-rf][y]"},
		{"too many to shift", `set -- /; shift 2; rm -rf $1`, "[rm][-rf][/]", "[rm][-rf]"},
		{"braces behind an index", `a=([5]={x,y}); "${a[@]}"`, "[[5]=x][[5]=y]", ""},
		{"a printed variable glued to its option", `b=x; printf -vb %s /; rm -rf $b`, "[rm][-rf][/]", "[rm][-rf][x]"},
		{"some letters", `b=rMx; ${b^^[rx]}`, "[RMX]", ""},
		{"a text that ends early", `rm -rf $'/\0x'`, "[rm][-rf][/]", ""},
		{"bytes that no word holds", `rm -rf $(printf '/\0')`, "[rm][-rf][/]", ""},
		{"after a loop over words", `for b in x /; do ls; done; rm -rf $b`, "[rm][-rf][/]", "[rm][-rf][x]"},
		{"after a loop that may end early", `for b in x /; do if ls; then break; fi; done; rm -rf $b`, "[rm][-rf][x]", ""},
		{"local for a quoted word", `b=/; f() { declare "b=x"; ls $b; }; f; rm -rf $b`, "[rm][-rf][/]", "[rm][-rf][x]"},
		{"all words of a declaration first", `f() { local a b=$a; rm -rf $b; }; a=/; f`, "[rm][-rf][/]", "[rm][-rf]"},
		{"a line that ends early", "b=/; c=a.b\nb=x$((c)); b=y\nrm -rf $b", "[rm][-rf][/]", ""},
		{"options that are none", `set -- /; set --x y; rm -rf $1`, "[rm][-rf][/]", "[rm][-rf][y]"},
		{"a file read back", `echo / > f; read b < f; rm -rf $b`, "[rm][-rf][/]", ""},
		{"texts put together", `cat <(echo rm) <(echo -rf /) > f; $(< f)`, "[rm][-rf][/]", ""},
		{"a text put back", `b='/ x'; eval "${b@A}"; rm -rf "$b"`, "[rm][-rf][/ x]", ""},
		{"an array without a subscript", `a=(x /); read a <<< rm; "${a[@]}"`, "[rm][/]", "[rm]"},
		{"an array without a subscript, more", `a=(r /); a+=m; "${a[@]}"`, "[rm][/]", "[r][/]"},
		{"numbers of one width", `rm /{-01..0}`, "[rm][/-01][/000]", ""},
		{"what stands in a value that is not assigned", `readonly b=x; b=${c=/}; rm -rf $c`, "[rm][-rf][/]", ""},
		{"arithmetic on words", `a='rm /'; ((a+=1)); $a`, "[rm][/]", ""},
		{"a declared number", `b=7; declare -i c=b; rm -rf /$c`, "[rm][-rf][/7]", "[rm][-rf][/b]"},
		{"a declared number in a loop", `declare -i c; for c in x; do rm -rf /$c; done`, "[rm][-rf][/0]", "[rm][-rf][/x]"},
		{"a declared number that is read", `declare -i c; read c <<< 7; rm -rf /$c`, "[rm][-rf][/7]", ""},
		{"and a text that is none", `declare -i c; read c <<< x; rm -rf /$c`, "[rm][-rf][/0]", "[rm][-rf][/x]"},
		{"read by another name", `f() { local -n r=$1; read r <<< /; }; b=x; f b; rm -rf $b`, "[rm][-rf][/]", "[rm][-rf][x]"},
		{"empty words of a list", `IFS=/; a=(rm "" x); "${a[0]}" ${a[@]}`, "[rm][rm][][x]", ""},
		{"a separator within a list", `IFS=,; a=(x, /); rm ${a[@]}`, "[rm][x][][/]", ""},
		{"time behind a pipe", `ls | time rm /`, "[time][rm][/]", ""},
		{"nothing to put before", `unset b; rm ${b/#/x} y`, "[rm][y]", "[rm][x][y]"},
		{"but before an empty text", `b=; rm ${b/#/x} y`, "[rm][x][y]", "[rm][y]"},
		{"a missing element", `a=(); rm ${a[1]/%/x} y`, "[rm][?${a[1]/%/x}][y]", "[rm][x][y]"},
		{"options", `while getopts ab:c o -ac -bx -b /; do rm $o $OPTARG; done`, "[rm][b][/]", "[rm][b]"},
		{"options in one word", `while getopts ab:c o -ac -bx; do rm $o $OPTARG; done`, "[rm][c]", "[rm][?$o][?$OPTARG]"},
		{"an option's value in its word", `while getopts ab:c o -abx; do rm $o $OPTARG; done`, "[rm][b][x]", ""},
		{"what is left behind options", `set -- -a -- / -c; while getopts ac o; do :; done; shift $((OPTIND-1)); rm $1`, "[rm][/]", ""},
		{"options of one of two values", `if p; then v=/; else v=x; fi; while getopts b:c o -b $v -c; do rm $o $OPTARG; done`, "[rm][b][/]", ""},
		{"options of unknown words", `while getopts ab: o $x; do rm $OPTARG; done`, "[rm][?$OPTARG]", ""},
		{"quotes in a here-document", "bash -c \"$(cat <<E\nrm ${b-$'x'}\nE\n)\"", "[rm][x]", ""},
		{"separators that were unset", `IFS=; unset IFS; read a b <<< 'rm /'; $a $b`, "[rm][/]", ""},
		{"a list as one text", `IFS=/; a=(x rm y); b="${a[@]:1}"; IFS=; $b`, "[?rm y]", "[rm y]"},
		{"a default that is assigned", `rm ${b="x /"}`, "[rm][x][/]", "[rm][x /]"},
		{"and is nothing", `rm x ${b=""}`, "[rm][x]", "[rm][x][]"},
		{"a default that is not", `rm ${b-"x /"}`, "[rm][x /]", "[rm][x][/]"},
		{"a declaration ends at a local", `declare -u b=x; f() { local b=/etc; rm $b; }; f`, "[rm][/etc]", "[rm][/ETC]"},
		{"a number ends at a local", `declare -i b=1; f() { local b=/; rm $b; }; f`, "[rm][/]", ""},
		{"an input of several", `b=x; if p; then b=/; fi; exec 3<<< $b; read -r c <&3; rm $c`, "[rm][?$c]", "[rm][x]"},
		{"a list of what may be nothing", `IFS=:; a=($x rm); ls "${a[*]}"`, "[ls][?$x:rm]", "[ls][:rm]"},
		{"an empty pattern", `b=a/b; rm ${b//} ${b///}`, "[rm][a/b][ab]", ""},
		{"parameters of two branches in a loop", `if p; then set -- x; else set -- /; fi; for a; do rm $a; done`, "[rm][/]", ""},
		{"names of names", `declare -n r=b; r=/; rm -rf $b`, "[rm][-rf][/]", ""},
		{"source keeps the parameters", `set -- /; echo 'rm -rf $1' > f; . ./f`, "[rm][-rf][/]", ""},
		{"an alias of its line", "alias k='rm -rf'\nf() { k /; }\nunalias k\nf", "[rm][-rf][/]", ""},
	} {
		r := Read(c.text, Options{Home: "/home/dev", Cwd: "/home/dev/project", Limits: DefaultLimits(), Knows: texts{}})
		got := lines(r)
		if !slices.Contains(got, c.want) || c.never != "" && slices.Contains(got, c.never) {
			t.Errorf("%s: %s\nwant %s, never %s, got %s", c.name, c.text, c.want, c.never, strings.Join(got, "|"))
		}
	}
}

// texts knows the commands of the tests that hold shell text.
type texts struct{}

func (texts) Inner(c *Command, files Reader) []Inner {
	name, _ := c.Program()
	switch n := len(c.Argv); {
	case name == "eval" && n > 1:
		return []Inner{{Kind: InnerText, Text: c.Argv[1], Here: true}}
	case name == "." && n > 1:
		o := files.Open(c.Argv[1])
		return []Inner{{Kind: InnerScript, Here: true, Text: Text(o.Text), Script: Script{Path: o.Path, Lang: "sh"}}}
	case (name == "bash" || name == "sh") && n > 2 && c.Argv[1].Is("-c"):
		return []Inner{{Kind: InnerText, Text: c.Argv[2], Args: c.Argv[3:]}}
	case name == "bash" || name == "sh":
		return []Inner{{Kind: InnerStdin}}
	}
	return nil
}
