package zz
import ("testing";"strings";"time"
"github.com/sentinelgate/sentinel/internal/sqltext";"github.com/sentinelgate/sentinel/internal/sqltext/nosql";"github.com/sentinelgate/sentinel/internal/winshell";"github.com/sentinelgate/sentinel/internal/winshell/effect"
"github.com/sentinelgate/sentinel/internal/textlang";"github.com/sentinelgate/sentinel/internal/textlang/exlang";"github.com/sentinelgate/sentinel/internal/textlang/escape";"github.com/sentinelgate/sentinel/internal/tasks")
func TestZZ(t *testing.T){
 units:=[]string{"a","(","[","{","'","\"","`","$","$(","<<","/*","--","a(","a[b","|","a|b\n","a;","'a' ","\\","/","s/[/","@{","{{","%a%","a=b\n","x: y\n","\tz\n","- ","- a\n","a: b\n"," \n","(select ","select a from b where ","delete from x where not ","or ","a.b(","a,","!","print > \"x\" ","\"a\" | getline ","system(\"a\" ","g/x/","exe 'g/x/","$(A)","<#","ſ","with a as (delete from b) ","select 1 drop table x ","a\\\n","c=\"x\"; ","i $x.y(","$a[","a==","if a==b ","for %i in (","E''","$$"," $a$","::",".a","\\copy (", "\\g |", "[a","a:\n ","{a: ","[x.y]\n","do $$ "}
 run:=map[string]func(string){
 "awk":func(s string){textlang.Awk(s)},"sed":func(s string){textlang.Sed(s,textlang.SedOptions{})},"jq":func(s string){textlang.JQ(s)},"ex":func(s string){exlang.Ex(s)},
 "gdb":func(s string){escape.Escape("gdb",s)},"sftp":func(s string){escape.Escape("sftp",s)},"gnuplot":func(s string){escape.Escape("gnuplot",s)},"m4":func(s string){escape.Escape("m4",s)},"octave":func(s string){escape.Escape("octave",s)},
 "sql":func(s string){sqltext.Parse(s,sqltext.Generic)},"psql":func(s string){sqltext.Parse(s,sqltext.PostgreSQL)},"mongo":func(s string){nosql.Mongo(s)},
 "ps":func(s string){c,_:=winshell.PowerShell(s);for _,x:=range c{effect.Of(x)}},"cmd":func(s string){c,_:=winshell.Cmd(s);for _,x:=range c{effect.Of(x)}},
 }
 for _,tool:=range []string{"make","npm","just","task","pyproject","docker","mise","deno"}{ f,_:=tasks.For(tool); run[tool]=func(s string){ f(func(string)([]byte,bool){return []byte(s),true},"","x")}}
 for n,f:=range run{ for _,u:=range units{ for _,pre:=range []string{"","x:\n\t","{\"a\":","select "}{ s:=pre+strings.Repeat(u,(127<<10)/len(u)); t0:=time.Now(); f(s); if d:=time.Since(t0);d>500*time.Millisecond{t.Logf("%s %q %q %v",n,pre,u,d)} } } }
}
