package do

import (
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sentinelgate/sentinel/internal/code/walk"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// The functions here compute what harmless functions of texts return, so that
// a path or a command that is put together can be known.

// Decoded is the result of undoing an encoding; ok false makes it unknown.
func Decoded(s string, ok bool) walk.Value {
	if !ok || len(s) > walk.MaxText {
		return walk.Value{Form: walk.Text, Taint: walk.Encoded | walk.Computed}
	}
	return walk.Value{Form: walk.Text, Text: s, Known: true, Taint: walk.Encoded}
}

// undo decodes the text of the argument that the row names.
func undo(c *walk.Call, decode func(string) walk.Value) walk.Value {
	v, _ := c.Pick(c.Row.At)
	if !v.IsText() {
		return walk.Value{Form: walk.Text, Taint: v.Taint | walk.Encoded | walk.Computed}
	}
	return decode(v.Text)
}

// Unbase64 undoes base64.
func Unbase64(c *walk.Call) walk.Value { return undo(c, fromBase64) }

func fromBase64(s string) walk.Value {
	s = strings.NewReplacer("-", "+", "_", "/", "\n", "", " ", "", "=", "").Replace(s)
	out, err := base64.RawStdEncoding.DecodeString(s)
	return Decoded(string(out), err == nil)
}

// Unhex undoes hexadecimal.
func Unhex(c *walk.Call) walk.Value { return undo(c, fromHex) }

func fromHex(s string) walk.Value {
	out, err := hex.DecodeString(strings.NewReplacer(" ", "", "\n", "", `\x`, "").Replace(s))
	return Decoded(string(out), err == nil)
}

// Rot13 turns letters by half the alphabet.
func Rot13(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return 'a' + (r-'a'+13)%26
		case r >= 'A' && r <= 'Z':
			return 'A' + (r-'A'+13)%26
		}
		return r
	}, s)
}

// Unpercent undoes %41.
func Unpercent(c *walk.Call) walk.Value {
	v := c.Arg(0)
	if !v.IsText() {
		return v
	}
	s, err := url.PathUnescape(v.Text)
	return Decoded(s, err == nil)
}

// Hidden is text behind an encoding that is not undone here.
func Hidden(*walk.Call) walk.Value {
	return walk.Value{Form: walk.Text, Taint: walk.Encoded | walk.Computed}
}

// Codec decodes by the name of the encoding: in the argument of the row, for
// the target before it.
func Codec(c *walk.Call) walk.Value {
	specs := strings.Fields(c.Row.At)
	v, _ := c.Pick(specs[0])
	name, ok := c.Pick(specs[1])
	if !ok {
		return v
	}
	switch n := strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(name.Text)); {
	case !name.IsText():
		return walk.Value{Form: walk.Text, Taint: walk.Computed}
	case strings.HasPrefix(n, "utf8"), n == "ascii", n == "latin1", n == "binary", n == "iso88591":
		return v
	case !v.IsText():
		return walk.Value{Form: walk.Text, Taint: v.Taint | walk.Encoded | walk.Computed}
	case strings.HasPrefix(n, "base64"):
		return fromBase64(v.Text)
	case strings.HasPrefix(n, "hex"):
		return fromHex(v.Text)
	case strings.HasPrefix(n, "rot"):
		return Decoded(Rot13(v.Text), true)
	}
	return Hidden(c)
}

// Pack is pack of Perl, PHP and Ruby for the formats that make text.
func Pack(c *walk.Call) walk.Value {
	format, vs := c.Arg(0), []walk.Value(nil)
	if len(c.Args) > 0 {
		vs = walk.Flat(c.Args[1:])
	}
	if c.Row.At == "@" { // [x].pack("H*")
		vs = c.Self.Items
	}
	if len(vs) == 0 || !format.IsText() {
		return Hidden(c)
	}
	switch f := format.Text; {
	case strings.HasPrefix(f, "H") && vs[0].IsText():
		return fromHex(vs[0].Text)
	case strings.HasPrefix(f, "m") && vs[0].IsText(): // encodes: not text to run
		return Hidden(c)
	case strings.HasPrefix(f, "A") || strings.HasPrefix(f, "a"):
		return vs[0]
	case strings.HasPrefix(f, "C") || strings.HasPrefix(f, "U") || strings.HasPrefix(f, "c") || strings.HasPrefix(f, "W"):
		return Chars(vs)
	}
	return Hidden(c)
}

// UnpackText is "...".unpack of Ruby and unpack of Perl for encodings.
func UnpackText(c *walk.Call) walk.Value {
	format, v := c.Arg(0), c.Self
	if c.Row.At != "@" {
		v = c.Arg(1)
	}
	if !format.IsText() || !v.IsText() {
		return Hidden(c)
	}
	out := Hidden(c)
	switch {
	case strings.HasPrefix(format.Text, "m"):
		out = fromBase64(v.Text)
	case strings.HasPrefix(format.Text, "u"):
		return out
	}
	if c.Row.Say == "list" {
		return walk.Value{Form: walk.Sequence, Known: true, Items: []walk.Value{out}}
	}
	return out
}

// Chars is the text with the given character codes.
func Chars(vs []walk.Value) walk.Value {
	var b strings.Builder
	for _, v := range vs {
		n, err := strconv.ParseInt(v.Text, 0, 32)
		if !v.IsText() || err != nil || n < 0 || n > utf8.MaxRune || b.Len() > walk.MaxText {
			return Hidden(nil)
		}
		b.WriteRune(rune(n))
	}
	out := walk.Known(b.String())
	if len(vs) > 1 {
		out.Taint = walk.Encoded
	}
	return out
}

// Char is chr, String.fromCharCode and their like.
func Char(c *walk.Call) walk.Value { return Chars(walk.Flat(c.Args)) }

// Each is map: only character codes are followed.
func Each(c *walk.Call) walk.Value {
	f, vs := c.Arg(0), c.Arg(1)
	if f.Form == walk.Ref && wordlist.Has("chr String.fromCharCode", f.Text) && vs.Form == walk.Sequence && vs.Known {
		out := walk.Value{Form: walk.Sequence, Known: true}
		for _, v := range vs.Items {
			out.Items = append(out.Items, Chars([]walk.Value{v}))
		}
		return out
	}
	c.UseAll()
	return walk.Value{Taint: walk.Computed}
}

// Reversed is a text or list in reverse order.
func Reversed(c *walk.Call) walk.Value {
	v, _ := c.Pick(c.Row.At)
	if v.Form == walk.Sequence {
		out := walk.Value{Form: walk.Sequence, Known: v.Known, Taint: v.Taint | walk.Encoded}
		for i := len(v.Items) - 1; i >= 0; i-- {
			out.Items = append(out.Items, v.Items[i])
		}
		return out
	}
	return walk.ReverseText(v)
}

// JoinList joins a list with a separator: at names the separator, then the list.
func JoinList(c *walk.Call) walk.Value {
	specs := strings.Fields(c.Row.At)
	sep, ok := c.Pick(specs[0])
	if !ok {
		sep = walk.Known(c.Row.Say)
	}
	var vs []walk.Value
	from := walk.Value{}
	if specs[1] == "rest" {
		if len(c.Args) > 1 {
			vs = walk.Flat(c.Args[1:])
		}
	} else {
		v, _ := c.Pick(specs[1])
		if v.Form != walk.Sequence || !v.Known {
			return walk.Value{Form: walk.Text, Taint: v.Taint | walk.Computed}
		}
		vs, from = v.Items, v
	}
	out := walk.Known("")
	out.Taint = from.Taint
	for i, v := range vs {
		if i > 0 {
			out = c.R.Join(out, sep)
		}
		out = c.R.Join(out, v)
	}
	return out
}

// Concat joins all its arguments; say is put between them.
func Concat(c *walk.Call) walk.Value {
	out := walk.Known("")
	if c.Row.At == "@" {
		out = c.Self
	}
	for i, v := range c.Args {
		if i > 0 && c.Row.Say != "" {
			out = c.R.Join(out, walk.Known(c.Row.Say))
		}
		out = c.R.Join(out, v)
	}
	return out
}

// JoinPath joins the parts of a path.
func JoinPath(c *walk.Call) walk.Value {
	parts := c.Args
	if c.Row.At == "@" {
		parts = append([]walk.Value{c.Self}, c.Args...)
	}
	return joinPath(c, parts)
}

// joinPath joins parts, for each text that one of them may be.
func joinPath(c *walk.Call, parts []walk.Value) walk.Value {
	for i, p := range parts {
		if p.Form == walk.OneOf && len(p.Items)*len(parts) < 200 {
			return p.Map(func(x walk.Value) walk.Value {
				one := append([]walk.Value{}, parts...)
				one[i] = x
				return joinPath(c, one)
			})
		}
	}
	out := walk.Value{Form: walk.Text, Known: true}
	for i, p := range parts {
		if i == 0 || strings.HasPrefix(p.Text, "/") && c.R.Lang.Name == "python" {
			out = p
			continue
		}
		if !strings.HasSuffix(out.Text, "/") && out.Known {
			out = c.R.Join(out, walk.Known("/"))
		}
		out = c.R.Join(out, p)
	}
	if out.Form != walk.Text {
		out = walk.Value{Form: walk.Text, Taint: out.Taint | walk.Computed}
	}
	if c.Row.At == "@" {
		out.Class = c.Self.Class
	}
	return out
}

// Parent is the folder of a path.
func Parent(c *walk.Call) walk.Value {
	v, _ := c.Pick(c.Row.At)
	return v.Map(parent)
}

func parent(v walk.Value) walk.Value {
	if v.Form != walk.Text || !v.Known {
		v.Known = false
		return v
	}
	n := strings.LastIndexByte(strings.TrimRight(v.Text, "/"), '/')
	switch {
	case n > 0:
		v.Text = v.Text[:n]
	case n == 0:
		v.Text = "/"
	default:
		v.Text = "."
	}
	return v
}

// Split cuts the receiver into a list.
func Split(c *walk.Call) walk.Value {
	v, _ := c.Pick(c.Row.At)
	if !v.IsText() || len(c.Args) > 0 && !c.Arg(0).IsText() {
		return walk.Value{Taint: v.Taint | walk.Computed}
	}
	if sep := c.Arg(0).Text; sep != "" {
		return walk.ListOf(strings.Split(v.Text, sep))
	}
	if len(c.Args) > 0 {
		return walk.ListOf(strings.Split(v.Text, ""))
	}
	return walk.ListOf(strings.Fields(v.Text))
}

// Replace puts its second argument in place of its first.
func Replace(c *walk.Call) walk.Value {
	if len(c.Self.Texts()) > 0 && !c.Self.IsText() {
		return c.Self.Map(func(x walk.Value) walk.Value {
			again := *c
			again.Self = x
			again.Self.Glob = false
			if x.Glob && strings.ContainsAny(c.Arg(1).Text, "/~") {
				return walk.Value{Taint: walk.Computed}
			}
			v := Replace(&again)
			v.Glob = x.Glob
			return v
		})
	}
	from, to := c.Arg(0), c.Arg(1)
	if !c.Self.IsText() || !from.IsText() || !to.IsText() || len(to.Text) > 64 || len(c.Args) != 2 || from.Text == "" {
		return walk.Value{Form: walk.Text, Taint: c.Self.Taint | walk.Computed}
	}
	n := -1
	if c.Row.Say == "first" {
		n = 1
	}
	out := strings.Replace(c.Self.Text, from.Text, to.Text, n)
	if len(out) > walk.MaxText {
		return walk.Value{Form: walk.Text, Taint: walk.Computed}
	}
	v := walk.Known(out)
	v.Taint = c.Self.Taint
	return v
}

// Change applies the plain change of letters that the row says.
func Change(c *walk.Call) walk.Value {
	v, _ := c.Pick(c.Row.At)
	if !v.IsText() {
		return walk.Value{Form: walk.Text, Taint: v.Taint | walk.Computed}
	}
	if c.Row.Say == "trim" && len(c.Args) > 0 && c.Row.At == "@" {
		return walk.Value{Form: walk.Text, Taint: v.Taint | walk.Computed}
	}
	switch c.Row.Say {
	case "lower":
		v.Text = strings.ToLower(v.Text)
	case "upper":
		v.Text = strings.ToUpper(v.Text)
	case "trim":
		v.Text = strings.TrimSpace(v.Text)
	}
	return v
}

// Format is "..{}..".format(..) and sprintf: known up to the first hole.
func Format(c *walk.Call) walk.Value {
	v, _ := c.Pick(c.Row.At)
	if v.Form != walk.Text {
		return walk.Value{Form: walk.Text, Taint: walk.Computed}
	}
	if n := strings.IndexAny(v.Text, "{%~"); n >= 0 {
		v.Text, v.Known = v.Text[:n], false
		v.Taint |= walk.Computed
		if n == 0 && len(c.Args) > 0 && c.Row.At == "@" && strings.HasPrefix(c.Self.Text, "{}") && strings.Count(c.Self.Text, "{") == 1 {
			return c.R.Join(c.Arg(0), walk.Known(c.Self.Text[2:]))
		}
	}
	return v
}
