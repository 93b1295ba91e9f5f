package proof

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// templates are statements in which a sign stands for something random: §W a
// word, §P a plain text, §N a variable's name, §L some words, §S a simple
// command, §Q one without single quotes, §A an assignment, §B a block, and
// ⟦one¦two⟧ one of several texts.
var templates = []string{
	// what the shell reads
	"mapfile -t ⟦-n 1 ¦-s 1 ¦-O 2 ¦¦-c 1 -C 'cmd2 x' ¦-c 2 -C \"cmd1 $a\" ¦-d : ¦-n 0 ⟧arr <<< $'§P\\n§P\\n§P'; cmd1 \"${arr[@]}\"",
	"readarray arr < <(printf '%s\\n' §L); cmd2 \"${#arr[@]}\" \"${arr[@]}\"",
	"read -d ⟦:¦x¦''⟧ -r §N <<< '§P:§P'; cmd1 \"$a\" \"$b\" \"$c\"",
	"read -⟦n¦N⟧ ⟦1¦3¦0¦90⟧ §N <<< '§P §P'; cmd1 \"$a\" \"$b\" \"$c\"",
	"read -ra arr <<< '§P §P'; cmd1 \"${arr[1]}\" ${arr[0]}",
	"read -r <<< ' §P §P '; cmd1 \"$REPLY\" $REPLY",
	"read <<< '§P\\ §P'; cmd1 \"$REPLY\"",
	"read -u 4 -r §N 4<<< §W; cmd1 $a $b $c",
	"read -r a b < <(echo §W §W); cmd1 \"$a\" $b",
	"{ read -r a; read -r b; } <<< $'§P\\n§P'; cmd1 \"$a\" \"$b\"",
	"while IFS=⟦:¦/¦¦,⟧ read -r a b; do cmd1 \"$a\" \"$b\"; done <<E\n§P:§P\n§P,$c\nE",
	"while IFS= read -rd '' c; do cmd1 \"$c\"; done < <(printf '%s\\0' §W §W)",
	"while read -r c; do cmd1 $c; done <<< $'§P §P\\n§P'",
	"printf '%s\\n' §W §W > /tmp/l; while read -r c; do cmd1 \"$c\"; done < /tmp/l",
	"for §N in $(cat <<< '§P §P'); do cmd2 $a $b $c; done",
	// here-documents and descriptors
	"cat <<-⟦E¦'E'¦\"E\"¦\\E⟧ | ⟦bash¦xargs cmd1¦sh⟧\n\tcmd1 $a \\$b §P\n\t§P '$c'\n\tE",
	"cat <<E <<F | xargs cmd2\n§P\nE\n$a §P\nF",
	"bash <<E\ncmd1 \"$a\" \\$b $(echo §W) `echo §P`\nE",
	"bash -s §P $a <<'E'\ncmd1 \"$1\" $2 $#\nE",
	"cmd1 \"$(cat <<E\n§P $a\nE\n)\" §W",
	"exec {fd}<<< §W; read -r c <&$fd; cmd1 \"$c\"; exec {fd}<&-",
	"exec 5<<E\n§P $a\n§P\nE\nread -r b <&5; read -u 5 c; cmd1 $b \"$c\"",
	"exec 3<>/tmp/rw; echo §W >&3; cmd1 ⟦x¦\"$(cat /tmp/rw)\"⟧; exec 3>&-",
	"exec 6> /tmp/six; echo '§S' >&6; exec 6>&-; bash /tmp/six",
	"source /dev/⟦stdin¦fd/0⟧ <<< 'cmd1 §P $a'",
	". /dev/fd/3 3<<E\ncmd1 $b §P\nE",
	"echo 'cmd1 \"$1\" §P; a=§P; return; cmd2' > /tmp/s; ⟦source /tmp/s¦. /tmp/s¦bash /tmp/s¦sh /tmp/s¦bash < /tmp/s⟧ ⟦§W¦⟧; cmd3 $a",
	"cat > /tmp/e <<'E'\ncmd1 §P\na=§P\nE\nBASH_ENV=/tmp/e bash -c 'cmd2 $a'",
	"echo '§Q' | tee /tmp/o | bash; bash /tmp/o",
	"echo cmd1 §P > /tmp/q; echo cmd2 §P >> /tmp/q; ⟦. /tmp/q¦bash /tmp/q¦cat /tmp/q | sh⟧",
	"{ echo cmd1 §P; echo cmd2 §W; } > /tmp/g; sh /tmp/g",
	"{ echo cmd1 §P; printf 'cmd2 %s\\n' §W; } | bash",
	"§S >&2 2>/dev/null; cmd1 <<< §W 1>&2",
	// what runs at some other time
	"trap 'cmd3 $a' ⟦DEBUG¦RETURN¦ERR¦EXIT¦USR1¦'EXIT INT'⟧; §A\n§B\ntrap - DEBUG ERR",
	"( trap '§Q' ERR; ⟦false¦true¦[ x = y ]⟧; a=§P )",
	"f() { trap 'cmd2 $a' RETURN; a=§W; }; f; trap - RETURN",
	"PS4='$(cmd1 $a)'; ( set -x; §S ); PS4=+",
	"coproc C { §S\n}; wait",
	"coproc cat; echo §W >&${COPROC[1]}; read -r c <&${COPROC[0]}; cmd1 \"$c\"; kill %1",
	"( §B\n) & wait",
	"{ §S\n} & §S\nwait $!",
	// declarations
	"declare -n p=⟦arr¦a¦'arr[1]'¦m⟧; ⟦p+=(x §P)¦p=§W¦p[1]=§P¦unset p¦read p <<< §P⟧; cmd1 \"${p[@]}\" $p; unset -n p; cmd2 $a ${arr[@]}",
	"f() { local -n p=$1 q=$2; q=$p; p+=§P; }; f a b; cmd1 \"$a\" \"$b\"",
	"declare -n p; for p in a b c; do p=§P; done; unset -n p; cmd1 $a $b $c",
	"declare -i n=⟦1+2¦3¦a¦'2*3'¦x¦08⟧; n⟦+=¦=⟧⟦4¦n+1¦'1 + 1'¦§P⟧; cmd1 $n",
	"declare -i §N; §N=⟦5+1¦7⟧; cmd1 $a $b $c",
	"declare -⟦l¦u¦c⟧ §N; §N=§W; read §N <<< §P; cmd1 \"$a\" \"$b\" \"$c\"; declare +l +u §N",
	"declare -A m=([k]=§W [j x]=§P); m[z]+=§P; ⟦unset 'm[k]'¦m+=([q]=§P)¦m[k]=§W¦m=([r]=1)¦m=(k 1 j 2)⟧; cmd1 \"${m[@]}\" \"${!m[@]}\" ${#m[@]} \"${m[j x]}\" ${m[$a]}; unset m",
	"arr=([2]=§P [5]=§W §P); cmd1 \"${!arr[@]}\" \"${arr[@]}\" \"${arr[@]:1:2}\" ${#arr[@]} \"${arr[-1]}\"",
	"arr+=§P; arr[${#arr[@]}]=§W; cmd1 \"${arr[@]}\" \"${arr: -1}\" \"${arr[@]: -2}\"",
	"unset 'arr[⟦-1¦0¦1⟧]'; arr+=(§P); cmd1 \"${arr[@]}\" \"${!arr[@]}\"",
	"f() { local -a v=(§L); local -A h=([x]=§P); local -i n=2+2; cmd1 \"${v[@]}\" ${h[x]} $n; }; f",
	"f() { local a b=§W; cmd1 \"$a\" \"$b\"; c=§P; }; f; cmd2 $a $b $c",
	"f() { local a=§P; unset a; cmd1 \"$a\"; }; f; cmd2 $a",
	"f() { declare -g §N=§W; export b; }; f; cmd1 $a $b $c",
	"declare \"§N=§P\"; export \"§N\"=§W; printf -v \"§N\" %s §P; cmd1 $a $b $c",
	"declare -x §N=§P; bash -c 'cmd1 \"$a\" \"$b\" \"$c\"'; declare +x §N; sh -c 'cmd2 $a$b$c'",
	"readonly r1=§P; r1=§W; cmd1 $r1",
	"set -a; a=§W; set +a; b=§P; bash -c 'cmd1 $a $b'",
	"a=§W bash -c 'cmd1 $a $b' x; a=§P eval 'cmd2 $a'; f() { cmd3 $a; }; a=§P f; cmd1 $a",
	"eval \"${a@A}\"; eval \"§N=${b@Q}\"; cmd1 $a \"$b\" $c",
	"eval 'arr=(§P §P)'; eval \"§N=\\$b\"; cmd1 \"${arr[@]}\" $a $b $c",
	"unset §N; : \"${§N⟦:=¦=⟧§W}\"; cmd1 $a $b $c",
	// functions, builtins, aliases
	"⟦cd¦echo¦git¦printf¦test¦rm¦cat¦true¦eval¦set¦f3⟧() { cmd1 n \"$@\"; }; ⟦cd¦echo¦git¦printf¦rm¦cat¦true⟧ §W; ⟦command ¦builtin ¦\\¦⟧⟦echo¦git¦true¦cat⟧ §P < /dev/null; unset -f cd echo git printf test rm cat true eval set f3",
	"git() { command git §P \"$@\"; }; git §L; unset -f git",
	"f() { cmd1 $#; shift; cmd2 \"$@\"; set -- x $1; cmd3 \"$*\"; }; f §L §P; cmd1 \"$1\"",
	"f() { [ $1 -gt 0 ] && { cmd1 $1; f $(($1-1)); }; }; f 2",
	"f() ( a=§P; §S\n); f; cmd1 $a",
	"f() { return 1; cmd1; }; f && cmd2 §W; f || cmd3 §W",
	"f() { cmd1 $1; }; g=f; $g §W; ${g} §P; \"f\" x; f=§P; cmd2 $f",
	"function f { cmd1 \"$1\"; }; f §W",
	"f() { :; }; f() { cmd2 $1; }; f §P; unset -f f; f",
	"f() { cmd1 $1; } > /tmp/fo; f §W; cmd2 \"$(< /tmp/fo)\"",
	"f() { echo §W; }; cmd1 $(f) \"$(f | cat)\"; f | while read -r c; do cmd2 $c; done",
	"f() { echo $((${1:-1}+1)); return 3; }; a=$(f 4); cmd1 $a",
	"enable -n ⟦echo¦test¦printf¦true⟧; ⟦echo¦test¦printf¦true⟧ §P; enable echo test printf true",
	"command -p cmd1 §W; command -v git; command -- cmd2 §P; builtin command cmd3 §P",
	"( exec cmd1 §W; cmd2 ); ( exec -a §P cmd2 x )",
	"shopt -s expand_aliases\nalias k='cmd1 ' x='cmd2 §P'\nk x §W\n⟦unalias k¦\\k x¦'k' x¦alias k=cmd3⟧\nk x; unalias -a",
	"shopt -s expand_aliases\nalias rm='cmd1 -i' cmd1='cmd3 y'\nrm §P; unalias -a",
	"f() { local OPTIND; while getopts ⟦'a:b'¦':ab:'¦ab⟧ o \"$@\"; do cmd1 $o \"$OPTARG\"; done; shift $((OPTIND-1)); cmd2 \"$@\"; }; f ⟦-a¦-b¦-ab¦-ax¦-z¦--⟧ §P ⟦-b §P¦§P⟧",
	// words and parameters
	"set -- \"${@⟦/#/-¦%x¦:2¦^^⟧}\"; cmd1 \"$@\" $#",
	"set -- §P \"$@\"; shift ⟦1¦2¦0¦9⟧; cmd1 \"$1\" \"${@: -1}\" ${*:1:1} \"${@:2:1}\"",
	"set -- a b c d e f g h i j k; cmd1 $10 ${10} ${11} $#",
	"set §P §P; cmd1 $1 $2; set --; cmd2 \"$@\" x\"$*\"y",
	"IFS=⟦:¦/¦,¦x¦''¦$'\\n'¦' /'⟧; set -- $§N x; cmd1 \"$*\" $* \"${arr[*]}\" $b; unset IFS",
	"IFS=/; §N=src/x/y; for c in $a$b; do cmd1 $c; done; IFS=$' \\t\\n'",
	"f() { local IFS=⟦:¦.¦/⟧; echo \"$*\"; }; cmd1 $(f §P §P) $a",
	"set -f; cmd1 * §W; set +f; cmd2 §P*",
	"mkdir -p d/e; touch d/x.go d/e/y.go d/.h; shopt -s ⟦nullglob¦dotglob¦globstar¦extglob¦nocaseglob⟧; cmd1 d/*.go d/** d/*z ⟦d/?.go¦d/[a-x]*¦d/{x,q}.go⟧; shopt -u nullglob dotglob globstar nocaseglob",
	"shopt -s extglob\ncmd1 ${a⟦#¦##¦%¦%%⟧⟦+(r|g)¦?(x)s¦*([a-z])¦@(d|r)*¦!(r*)⟧} ${b/⟦+([a-f])¦@(r|s)⟧/_}",
	"shopt -s extglob\nmkdir q; touch q/a q/b; cmd1 q/!(a) q/@(a|c) q/+(b)",
	"cmd1 ⟦\"${a:-\"$b x\"}\"¦${zz:-\"x y\" z}¦\"${zz:-'x y'}\"¦${zz-$a$b}¦${a:+\"$a\" y}¦${zz:=$b}¦\"${a+set}\"¦${zz+no}⟧",
	"cmd1 ${a⟦: -2:1¦:1:-1¦:0:-1¦:(-1)¦:n=1¦:$n¦:b⟧} ${b:${#b}-1}",
	"cmd1 ${a⟦//[!a-z]/_¦/#?/¦/%?/Y¦//[rs]¦//?/<>¦/x/\\/¦//\\//:¦/$b/Z¦/*/q⟧} \"${arr[@]⟦/#/-¦//[a-m]/¦/%/.o⟧}\"",
	"cmd1 ${a⟦^^[rgs]¦,,[A-Z]¦^[d]¦~¦~~¦^?⟧} \"${arr[@]^}\" \"${@^^}\"",
	"cmd1 ${a@⟦P¦E¦A¦Q¦U¦u¦L¦K¦a⟧} \"${arr[@]@⟦Q¦U¦A¦K⟧}\"",
	"cmd1 ⟦{a..e..2}¦{5..1..2}¦{-2..2}¦{01..10..4}¦{a,b{1,2}}¦{a}¦x{,}¦{1..3}{a,b}¦{$a,b}¦{A..c..30}¦\"{a,b}\"¦{a,b\\,c}¦{a..3}¦{,x}¦{-01..2}¦{1..2,x}¦{x,y}$a¦a{b,c}d{e,f}⟧",
	"cmd1 $[1+2] $((16#ff)) $((010)) $((0x1F)) $((2**5)) $((~1)) $((!0)) $((-7/2)) $((-7%3)) $((5&3|8^1))",
	"cmd1 $'⟦\\x41\\102\\u43¦a\\tb¦q\\'q¦\\e[0m¦\\cA¦x\\\\y¦\\1234¦\\x4g⟧' $\"§P\" §W",
	"cmd1 \"${!⟦ref¦#⟧}\" ${!ref:-x} §W",
	"a='$b'; cmd1 \"$a\" ${a@P}; a='x y'; cmd2 $a \"$a\" ${a// /_}; b=a; cmd3 ${!b} \"${!b}\"",
	"a=(§P §W); cmd1 $a ${a[1]} ${#a} ${#a[@]}; a=§P; cmd2 ${a[@]} ${a[0]}; unset a",
	"cmd1 \\$a \"\\$a\" '$a' $a\\ b \"a\\\"b\" a\"b\"'c'$'d' \\\n §P",
	"a=§P; a+=§W; a=$a$a; cmd1 \"$a\"",
	"a=~; b=~/x:~/y; c=x=~; cmd1 $a $b $c x=~ --y=~ ~+ \"~\" ~/§P",
	// tools whose output the shell takes up
	"cmd1 $(echo §P/§P | cut -d⟦/¦.¦x⟧ -f⟦1¦2¦3¦2-¦-2¦1,2⟧) $(echo §W | cut -c⟦1¦2-3¦-2¦3-⟧)",
	"cmd1 $(echo §P | tr ⟦a-z A-Z¦r x¦-d rs¦-s a-z¦-c a-z _¦'[:lower:]' '[:upper:]'¦a-f x¦-dc a-z¦/ -⟧)",
	"cmd1 $(printf '%s\\n' §P §P §P | ⟦head -n 1¦head -1¦tail -n 1¦tail -n +2¦head -n -1¦head -c 3¦sort¦sort -r¦sort -u¦uniq¦uniq -c¦tac¦wc -l¦rev¦paste -sd,¦nl¦cat -n¦tail -1¦head -n1 -q⟧)",
	"cmd1 $(echo '§P §P' | ⟦sed s/r/X/¦sed 's/[a-m]//g'¦sed -n 1p¦sed 's,/,_,g'¦sed -e s/x/y/ -e s/r/t/¦sed 1d¦sed 's/\\(.\\).*/\\1/'¦sed s/R/q/i¦sed s/s/./2⟧)",
	"cmd1 $(echo '§P §P' | awk ⟦'{print $1}'¦'{print $2}'¦'{print $NF}'¦-F/ '{print $1}'¦'{print NR}'¦'{print $2, $1}'¦'NR==1'¦'/r/'¦'{print toupper($0)}'⟧)",
	"cmd1 $(basename ⟦§P¦/a/b/¦/¦x.go .go¦.go .go¦''¦-s .go x.go¦-a x/y z¦a//⟧) $(dirname ⟦§P¦/a/b/¦src/¦/¦a¦''¦a//b¦/x /y/z¦./x¦a/b/c/⟧)",
	"cmd1 $(printf '⟦%5s|¦%-4s|¦%03d¦%.2s¦%c¦%x¦%b¦%q¦%5.1s|¦%s-%s¦%d¦%%s¦%i¦%*s¦%s\\n¦x\\ty¦%o¦%X¦%+d¦%e⟧' ⟦7¦§P¦'a b'¦12⟧)",
	"printf -v §N '⟦%q¦%s %s¦%03d¦%b¦%-3s.¦%c%c⟧' ⟦§W¦7¦'a\\tb'⟧; cmd1 \"$a\" \"$b\" \"$c\"",
	"cmd1 $(echo §P | base64) $(echo ⟦Y21kMQ==¦cm0gLXJm⟧ | base64 -d) $(echo §P | xxd -p) $(echo 636d64 | xxd -r -p)",
	"echo Y21kMSB4 > /tmp/b; echo Y21kMiB5 | base64 -d ⟦¦/tmp/b¦-i¦-⟧ | bash",
	"cmd1 $(seq ⟦3¦2 4¦1 2 5¦3 1¦3 -1 1¦-s, 3¦-w 8 10¦0⟧) $(fold -w 2 <<< §P)",
	"cmd1 $(echo -⟦n¦e¦E¦ne⟧ '§P\\t§P\\n') \"$(echo -e '§P\\n§P')\" $(echo)x \"$(echo -- §P)\"",
	"cmd1 $(cat <(echo §W) <(echo §P)) \"$(<<< §P cat)\" $(echo §P | cat - <(echo §P))",
	"cmd1 $(echo '§P §P' | tr ' ' '\\n' | ⟦sort¦head -1¦tail -n1¦wc -l¦grep x¦tac⟧)",
	// commands that start others
	"printf '%s\\⟦n¦0⟧' §W §P | xargs ⟦-n1¦-n 2¦-0¦-I{}¦-I % ¦-L1¦-d '\\n'¦-P2 -n1¦-r¦-t¦¦-0 -n1¦-n1 -I{}¦-x -n3⟧ cmd1 ⟦x¦{}¦a{}b¦%¦-- {}⟧",
	"echo '§P §P' | xargs ⟦sh -c 'cmd1 \"$@\"' _¦bash -c 'cmd2 $0 $1'¦-I{} sh -c 'cmd1 {}'¦-n1 sh -c 'cmd2 \"$0\"'¦env cmd3¦-I{} env A={} cmd1 x{}⟧",
	"echo \"'§P §P' \\\"x y\\\" a\\\\ b\" | xargs ⟦¦-n1¦-I{}⟧ cmd1 {}",
	"echo §P > /tmp/xa; xargs -a /tmp/xa cmd1 §P; xargs cmd2 < /tmp/xa",
	"mkdir -p d; touch d/x d/y; find d -type f -exec cmd1 {} §P ⟦\\;¦+⟧",
	"mkdir -p d; touch d/x; find d ⟦-name x¦-type d¦-maxdepth 0¦-path 'd/*'⟧ -exec ⟦sh -c 'cmd1 \"$1\"' _ {} \\;¦cmd2 a{}b \\;¦bash -c 'cmd3 {}' \\;¦env cmd1 {} +¦cmd1 {} \\; -exec cmd2 {} \\;⟧",
	"mkdir -p d; touch d/x; find d -type f -print⟦0 | xargs -0 cmd1¦ | xargs cmd2¦ | while read -r c; do cmd3 \"$c\"; done⟧",
	"env ⟦-S 'cmd1 §P x'¦-i cmd1 §W¦-u a cmd2 $a¦-i a=§P bash -c 'cmd1 $a'¦A=§W B=2 cmd1 x¦-S\"cmd1 $a\"¦--split-string='cmd2 y'¦-- cmd3 §P¦-C /tmp cmd1¦-a z cmd1 x¦a=§P sh -c 'cmd1 $a $b'⟧",
	"⟦timeout -s KILL 1¦timeout --preserve-status 1s¦nice¦nice -5¦stdbuf -o0¦setsid -w¦nohup¦ionice -c 3¦time -p¦timeout -k 1 2 nice -n 1 env Z=1⟧ §S",
	"awk 'BEGIN { system(\"cmd1 §P\"); \"cmd2 §P\" | getline; print \"x\" | \"cmd3\" }' < /dev/null",
	"sed '1e cmd1 §P' <<< x; sed 's/.*/cmd2 §P/e' <<< y",
	"bash -⟦c 'cmd1 \"$0\" \"$@\"' §W §P¦ec 'cmd1; false; cmd2'¦c 'cmd2 $1' -- §P¦c \"cmd3 $a\"¦o pipefail -c 'cmd1 §P'¦c 'exec cmd1 §P'¦x -c 'cmd1 $0'¦-norc -c 'cmd2 $#' a b⟧",
	"eval ⟦\"cmd1 '§W'\"¦cmd1 '$a'¦\"a=§P;\" cmd1 '\"$a\"'¦-- cmd2 §P¦'' cmd3¦\"$(echo cmd1 §P)\"¦'eval \"cmd2 §P\"'¦'for a in x y; do cmd1 $a; done'⟧",
	// choices and loops
	"case §W in ⟦?*¦[rgd]*¦''⟧) cmd1 $a;& x) §A;;& ⟦*) cmd2¦r*|g*) cmd3 $b⟧;; esac; cmd1 $a $b $c",
	"case $§N in $a) a=one;; $b|x) a=two;; esac; cmd1 $a",
	"select §N in §P §P; do cmd1 $REPLY $a $b $c; break; done <<< ⟦1¦2¦7¦x⟧",
	"for ((i=⟦0;i<3;i++¦3;i>0;i-=2¦0;i<2;i+=1,a=i⟧)); do cmd1 $i $a; done; cmd2 $i",
	"for ((;;)); do cmd1 §P; break; done",
	"for §N in §L; do §A; done; cmd1 $a $b $c",
	"for a in 1 2 3; do for b in x y; do [ $a = 2 ] && ⟦break¦continue¦break 2¦continue 2⟧; cmd1 $a $b; done; done; cmd2 $a $b",
	"i=0; while :; do ((i++)); ⟦((i > 2)) && break¦[ $i -ge 2 ] && break¦if ((i==3)); then break; fi⟧; cmd1 $i; done",
	"until [ \"$§N\" = done ]; do §N=done; §S; done",
	"while [ -n \"$§N\" ]; do cmd1 \"$§N\"; a= b= c=; done",
	"if [[ ⟦-n $a¦-z $b¦$a == $b¦$a != r*¦$a < $b¦-v a¦-v zz¦$a =~ ^r¦! $a¦$a && $b¦$a -eq 7¦( $a == x || $b == x )⟧ ]]; then c=§P; else c=§P; fi; cmd1 $c",
	"[ ⟦\"$a\" = \"$b\"¦-n \"$a\" -a -z \"$b\"¦7 -gt 3¦-e /tmp¦\"$a\"¦! -f x¦x = x -o y = z¦\"$a\" \\< b⟧ ] && c=§P || c=§P; cmd1 \"$c\"",
	"§S && §A || §A; cmd1 $a $b $c",
	"true && a=§P; false || b=§P; false && c=§P; cmd1 $a $b $c",
	"! true || cmd1 §P; ! false && cmd2 §P; if ! cmd1; then §S\nfi",
	"( §A; cmd1 $a $b $c ); cmd2 $a $b $c; { §A; }; cmd3 $a $b $c",
	"§N=$( §A; echo §P ); cmd1 $a $b $c; echo §W | read -r c; cmd2 $c",
	"set -e; false || true; §A; cmd1 $a; set +e",
	"( set -u; cmd1 ${§N} $zz; cmd2 ); ( cmd1 ${zz⟦:?¦?x¦:?no⟧} y; cmd2 )",
	"exit 0 | cmd1; ( exit 3 ); cmd2 §P; { cmd3; } 2>&1 | cat",
	// arithmetic
	"let §N=⟦1¦'2+3'¦b=4¦7*6⟧ n=§N+1; cmd1 $a $b $c $n",
	"((§N⟦=b¦+=2¦=7,b=9¦<<=1¦**2¦=5>3¦=n?1:2¦--¦=0x1f⟧)); cmd1 $a $b $c",
	"((arr[1]=5, arr[2]+=3)); cmd1 \"${arr[@]}\"",
	"n=3; cmd1 $((n++)) $((++n)) $n $((n>3?1:0)) $((n==5&&1)) $((n=n*2)) $n $((b=n,n+1)) $b",
	"a=1; b=a; cmd1 $((b+1)) $((arr[0])) $((${#arr[@]}*2)) $(( $(echo 3) + 1 )); c=b+1; cmd2 $((c*2))",
	"((a > 3)) && cmd1 $a; ((0)) || cmd2; (( §N )) || cmd3",
	"n=5; while ((n-- > 3)); do cmd1 $n; done; cmd2 $n",
	"arr=(§P §P); i=0; for c in \"${arr[@]}\"; do cmd1 $((i++)) \"$c\" \"${arr[i]}\"; done",
	"cmd1 $((x[$(cmd2 §P >&2; echo 1)])); a='x[$(cmd3 §P)]'; ((a)); [[ -v $a ]]; test -v \"$a\"",
}

// fill writes a template.
func (w *writer) fill(template string) string {
	var b strings.Builder
	for {
		at := strings.IndexAny(template, "§⟦")
		if at < 0 {
			return b.String() + template
		}
		b.WriteString(template[:at])
		if ways, ok := strings.CutPrefix(template[at:], "⟦"); ok {
			ways, rest, _ := strings.Cut(ways, "⟧")
			template = w.pick(strings.Split(ways, "¦")...) + rest
			continue
		}
		rest := template[at+len("§"):]
		b.WriteString(w.sign(rest[0]))
		template = rest[1:]
	}
}

// sign writes what a sign of a template stands for.
func (w *writer) sign(sign byte) string {
	w.depth++
	defer func() { w.depth-- }()
	switch sign {
	case 'W':
		return w.word()
	case 'P':
		return w.plain()
	case 'N':
		return w.name()
	case 'L':
		return w.words()
	case 'S':
		return w.simple()
	case 'Q':
		return strings.ReplaceAll(w.simple(), "'", "")
	case 'A':
		return w.assignment()
	case 'B':
		return w.block()
	}
	return ""
}

func TestTemplates(t *testing.T) {
	for _, template := range templates {
		for seed := range uint64(20) {
			w := &writer{r: rand.New(rand.NewPCG(seed, 1))}
			if s := w.fill(template); strings.ContainsAny(s, "§⟦¦⟧") || s == "" {
				t.Errorf("%s is written as %s", template, s)
			}
		}
	}
}
