package exlang

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/textlang"
	"github.com/sentinelgate/sentinel/internal/textlang/scan"
)

// How a command's arguments are read.
type exRule uint8

const (
	exHarmless exRule = iota // changes or shows text in memory only; ends at a bar
	exReads                  // [++opt] [+cmd] FILE...
	exWrites                 // [FILE], without one the edited file
	exSaves                  // FILE, without one nothing
	exShell                  // the arguments are given to a program
	exLoads                  // FILE whose code runs in the editor
	exModifier               // another command follows
	exCode                   // code in another language
	exExpr                   // an expression, or several
	exGlobal                 // /pattern/command
	exSub                    // /pattern/replacement/flags
	exSet                    // options
	exNormal                 // keystrokes
	exUnread                 // known, and known to be able to do anything
	exText                   // text lines follow
	exChdir
)

// exNames lists commands as vim's manual abbreviates them: the part before the
// bracket is enough. ed's and vi's names are among them. Order matters only
// where two names fit a word; the first wins.
var exNames = [...]struct {
	name string
	rule exRule
}{
	{"s[ubstitute]", exSub}, {"sno[magic]", exSub}, {"sm[agic]", exSub},
	{"g[lobal]", exGlobal}, {"v[global]", exGlobal}, {"G", exGlobal}, {"V", exGlobal},
	{"d[elete]", exHarmless}, {"m[ove]", exHarmless}, {"co[py]", exHarmless}, {"t", exHarmless},
	{"j[oin]", exHarmless}, {"k", exHarmless}, {"p[rint]", exHarmless}, {"P[rint]", exHarmless},
	{"n[ext]", exReads}, {"nu[mber]", exHarmless}, {"l[ist]", exHarmless}, {"y[ank]", exHarmless},
	{"pu[t]", exExpr}, {"u[ndo]", exHarmless}, {"red[o]", exHarmless}, {"z", exHarmless}, {"H", exHarmless}, {"h[elp]", exHarmless},
	{"q[uit]", exHarmless}, {"Q", exHarmless}, {"qa[ll]", exHarmless}, {"quita[ll]", exHarmless}, {"cq[uit]", exHarmless}, {"clo[se]", exHarmless}, {"on[ly]", exHarmless},
	{"w[rite]", exWrites}, {"W", exWrites}, {"wq", exWrites}, {"x[it]", exWrites}, {"exi[t]", exWrites}, {"up[date]", exWrites},
	{"wa[ll]", exWrites}, {"wqa[ll]", exWrites}, {"xa[ll]", exWrites}, {"wn[ext]", exWrites}, {"sav[eas]", exWrites},
	{"e[dit]", exReads}, {"E", exReads}, {"ex", exReads}, {"vi[sual]", exReads}, {"vie[w]", exReads}, {"sv[iew]", exReads}, {"r[ead]", exReads},
	{"f[ile]", exHarmless}, {"fin[d]", exReads}, {"sp[lit]", exReads}, {"vs[plit]", exReads}, {"new", exReads}, {"vne[w]", exReads}, {"ene[w]", exHarmless},
	{"tabe[dit]", exReads}, {"tabnew", exReads}, {"tabf[ind]", exReads}, {"ped[it]", exReads}, {"diffs[plit]", exReads}, {"bad[d]", exReads},
	{"ar[gs]", exReads}, {"arga[dd]", exReads}, {"arge[dit]", exReads}, {"cf[ile]", exReads}, {"cg[etfile]", exReads}, {"lf[ile]", exReads}, {"rv[iminfo]", exReads}, {"rund[o]", exReads},
	{"b[uffer]", exHarmless}, {"bn[ext]", exHarmless}, {"bp[revious]", exHarmless}, {"bd[elete]", exHarmless}, {"bw[ipeout]", exHarmless}, {"ls", exHarmless}, {"buffers", exHarmless}, {"files", exHarmless},
	{"N[ext]", exHarmless}, {"prev[ious]", exHarmless}, {"fir[st]", exHarmless}, {"la[st]", exHarmless}, {"rew[ind]", exHarmless},
	{"tabn[ext]", exHarmless}, {"tabp[revious]", exHarmless}, {"tabc[lose]", exHarmless}, {"tabo[nly]", exHarmless},
	{"a[ppend]", exText}, {"i[nsert]", exText}, {"c[hange]", exText},
	{"se[t]", exSet}, {"setl[ocal]", exSet}, {"setg[lobal]", exSet},
	{"sy[ntax]", exHarmless}, {"filet[ype]", exHarmless}, {"hi[ghlight]", exHarmless}, {"noh[lsearch]", exHarmless}, {"mat[ch]", exHarmless}, {"colo[rscheme]", exHarmless},
	{"ret[ab]", exHarmless}, {"sor[t]", exHarmless}, {"le[ft]", exHarmless}, {"ri[ght]", exHarmless}, {"ce[nter]", exHarmless}, {"ma[rk]", exHarmless}, {"marks", exHarmless}, {"ju[mps]", exHarmless}, {"changes", exHarmless},
	{"reg[isters]", exHarmless}, {"di[splay]", exHarmless}, {"ve[rsion]", exHarmless}, {"mes[sages]", exHarmless}, {"his[tory]", exHarmless}, {"ec[ho]", exExpr}, {"echom[sg]", exExpr}, {"echon", exExpr}, {"echoe[rr]", exExpr},
	{"fo[ld]", exHarmless}, {"foldo[pen]", exHarmless}, {"foldc[lose]", exHarmless}, {"diffthis", exHarmless}, {"diffo[ff]", exHarmless}, {"diffu[pdate]", exHarmless}, {"diffg[et]", exHarmless}, {"diffpu[t]", exHarmless},
	{"cn[ext]", exHarmless}, {"cp[revious]", exHarmless}, {"cc", exHarmless}, {"cope[n]", exHarmless}, {"ccl[ose]", exHarmless}, {"cl[ist]", exHarmless},
	{"winc[md]", exHarmless}, {"res[ize]", exHarmless}, {"sl[eep]", exHarmless}, {"go[to]", exHarmless}, {"norm[al]", exNormal}, {"scripte[ncoding]", exHarmless}, {"scriptn[ames]", exHarmless}, {"fini[sh]", exHarmless}, {"unl[et]", exHarmless}, {"delm[arks]", exHarmless}, {"ec", exHarmless},
	{"undol[ist]", exHarmless}, {"undoj[oin]", exHarmless}, {"spe[llgood]", exUnread}, {"as[cii]", exHarmless}, {"redr[aw]", exHarmless}, {"startg[replace]", exHarmless}, {"star[tinsert]", exHarmless}, {"stopi[nsert]", exHarmless}, {"checkt[ime]", exHarmless}, {"com[mand]", exUnread},
	{"sil[ent]", exModifier}, {"uns[ilent]", exModifier}, {"noa[utocmd]", exModifier}, {"keepj[umps]", exModifier}, {"keepa[lt]", exModifier}, {"kee[pmarks]", exModifier}, {"keepp[atterns]", exModifier}, {"loc[kmarks]", exModifier},
	{"verb[ose]", exModifier}, {"vert[ical]", exModifier}, {"bo[tright]", exModifier}, {"to[pleft]", exModifier}, {"abo[veleft]", exModifier}, {"bel[owright]", exModifier}, {"rightb[elow]", exModifier}, {"lefta[bove]", exModifier}, {"tab", exModifier}, {"conf[irm]", exModifier}, {"hid[e]", exModifier}, {"bro[wse]", exModifier}, {"nos[wapfile]", exModifier}, {"san[dbox]", exModifier},
	{"argdo", exModifier}, {"bufd[o]", exModifier}, {"wind[o]", exModifier}, {"tabd[o]", exModifier}, {"cdo", exModifier}, {"cfd[o]", exModifier}, {"ld[o]", exModifier}, {"lfd[o]", exModifier}, {"foldd[oopen]", exModifier}, {"folddoc[losed]", exModifier},
	{"try", exModifier}, {"cat[ch]", exModifier}, {"fina[lly]", exModifier}, {"endt[ry]", exModifier}, {"el[se]", exModifier}, {"en[dif]", exModifier}, {"endfo[r]", exModifier}, {"endw[hile]", exModifier}, {"endf[unction]", exModifier},
	{"if", exExpr}, {"elsei[f]", exExpr}, {"wh[ile]", exExpr}, {"for", exExpr}, {"let", exExpr}, {"cons[t]", exExpr}, {"cal[l]", exExpr}, {"ev[al]", exExpr}, {"exe[cute]", exExpr}, {"retu[rn]", exExpr}, {"th[row]", exExpr},
	{"mak[e]", exShell}, {"lmak[e]", exShell}, {"gr[ep]", exShell}, {"grepa[dd]", exShell}, {"lgr[ep]", exShell}, {"ter[minal]", exShell}, {"vim[grep]", exUnread}, {"lv[imgrep]", exUnread},
	{"sh[ell]", exUnread}, {"st[op]", exHarmless}, {"sus[pend]", exHarmless}, {"ha[rdcopy]", exUnread},
	{"so[urce]", exLoads}, {"ru[ntime]", exLoads}, {"pa[ckadd]", exLoads}, {"luaf[ile]", exLoads}, {"pyf[ile]", exLoads}, {"py3f[ile]", exLoads}, {"pyxf[ile]", exLoads}, {"rubyf[ile]", exLoads}, {"tclf[ile]", exLoads}, {"mzf[ile]", exLoads},
	{"mks[ession]", exSaves}, {"mkvie[w]", exSaves}, {"mkv[imrc]", exSaves}, {"mk[exrc]", exSaves}, {"mksp[ell]", exSaves}, {"wv[iminfo]", exSaves}, {"wu[ndo]", exSaves}, {"redi[r]", exSaves},
	{"cd", exChdir}, {"chd[ir]", exChdir}, {"lc[d]", exChdir}, {"lch[dir]", exChdir}, {"tc[d]", exChdir},
	{"py[thon]", exCode}, {"py3", exCode}, {"python3", exCode}, {"pyx", exCode}, {"pythonx", exCode}, {"pydo", exCode}, {"py3do", exCode}, {"pyxdo", exCode},
	{"lua", exCode}, {"luado", exCode}, {"pe[rl]", exCode}, {"perld[o]", exCode}, {"rub[y]", exCode}, {"rubyd[o]", exCode}, {"tc[l]", exCode}, {"tcld[o]", exCode}, {"mz[scheme]", exCode},
}

// exRuleOf finds the rule of a command word. Unknown words, a person's own
// commands among them, may do anything.
func exRuleOf(word string) exRule {
	for _, e := range exNames {
		full := e.name
		if b := strings.IndexByte(full, '['); b >= 0 {
			least := b
			rest := full[b+1 : len(full)-1]
			if len(word) < least || len(word) > b+len(rest) {
				continue
			}
			if word[:b] == full[:b] && strings.HasPrefix(rest, word[b:]) {
				return e.rule
			}
			continue
		}
		if word == full {
			return e.rule
		}
	}
	return exUnread
}

// exGlued lets `s` and `k` swallow what is glued to them, as editors do:
// `sg`, `sI` repeat a substitution with flags, `ka` sets mark a.
func exGlued(word string) bool {
	switch word[0] {
	case 'k':
		return len(word) == 2
	case 's':
		return strings.Trim(word[1:], "cgriIep&n") == ""
	case 'd', 'p', 'l', 'n':
		return strings.Trim(word[1:], "pln") == ""
	}
	return false
}

// named reads the arguments of a command with a name.
func (r *exReader) named(c exCall) int {
	rule := exRuleOf(c.name)
	if rule == exUnread && exGlued(c.name) {
		rule = exHarmless
	}
	arg := scan.SkipBlank(r.src[:c.end], c.arg)
	switch rule {
	case exHarmless:
		return r.bar(c.arg, c.end)
	case exReads:
		return r.reads(c, arg)
	case exWrites:
		return r.writes(c, arg)
	case exSaves:
		return r.saves(c, arg)
	case exShell:
		r.add(textlang.Exec, r.src[arg:c.end], false, c.start, c.end)
		return c.end
	case exLoads:
		file, next := r.fileName(arg, c.end)
		r.add(textlang.Load, file, plainName(file) && !strings.HasPrefix(c.name, "ru") && !strings.HasPrefix(c.name, "pa"), c.start, next)
		return next
	case exModifier:
		return r.modifier(c, arg)
	case exCode:
		r.out.Add(textlang.Act{Kind: textlang.Code, Text: r.src[arg:c.end], Known: !strings.HasPrefix(r.src[arg:c.end], "<<"), Lang: exLang(c.name), Start: c.start, End: c.end})
		return c.end
	case exExpr:
		return r.expression(c, arg)
	case exGlobal:
		return r.global(c, arg)
	case exSub:
		return r.substitute(c, c.arg)
	case exSet:
		return r.set(c, arg)
	case exNormal:
		r.normal(c, arg)
		return c.end
	case exText:
		r.textFollows = strings.TrimSpace(r.src[arg:c.end]) == ""
		return c.end
	case exChdir:
		r.moved = true
		return r.bar(arg, c.end)
	}
	r.unread("command "+c.name, c.start, c.end)
	return c.end
}

func exLang(name string) string {
	switch name[:2] {
	case "py":
		return "python"
	case "lu":
		return "lua"
	case "pe":
		return "perl"
	case "ru":
		return "ruby"
	case "tc":
		return "tcl"
	}
	return "scheme"
}

// modifier reads the command that follows a modifier; `catch /x/` and the
// counts of verbose have arguments of their own.
func (r *exReader) modifier(c exCall, arg int) int {
	for arg < c.end && scan.Digit(r.src[arg]) {
		arg++
	}
	if arg >= c.end {
		return c.end
	}
	if c.depth >= maxNesting {
		r.unread("nested too deep", c.start, c.end)
		return c.end
	}
	return r.command(arg, c.end, c.depth+1)
}

// global reads `g/pattern/command`.
func (r *exReader) global(c exCall, arg int) int {
	if arg >= c.end {
		return c.end
	}
	next, clear := r.pattern(arg+1, c.end, r.src[arg])
	if !clear {
		r.unread("pattern not understood", c.start, c.end)
		return c.end
	}
	r.line(next, c.end, c.depth+1)
	return c.end
}
