package display

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// lookalikes are letters outside ASCII that common fonts draw like an ASCII
// letter or digit. The pairs follow the "confusables" table of Unicode's
// technical standard 39, cut down to the alphabets people have fonts for.
const lookalikes = "аАВсСеЕԍһНіІјЈӏКМоОрРԛѕЅТуУԝхХѵѴгҮүЗбԁ" + // Cyrillic
	"ΑΒΕΖΗΙΚΜΝΟΡΤΥΧανικορτυχγϲϳ" + // Greek
	"օոսցհնԼՏՕքզյ" + // Armenian
	"ıȷɑɡɩʟʏſǃǀᴀᴄᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢꜱℓℎℯℴ" // Latin and letterlike

// flagDashes look like the hyphen-minus that begins a flag.
const flagDashes = "‐‑‒–—―−﹘﹣－➖"

// signs look like ASCII signs that mean something to a shell or in a path.
const signs = "⁄∕⧸／＼∣ǀ｜；;：꞉․．＄＆＞＜｀ˋ´＂＇＝＊？＠＃～∗"

// lookalike reports whether the character r at text[i] poses as another one.
// Words of one foreign alphabet are ordinary; a foreign letter counts in a
// word that also has ASCII letters, and everywhere in a text whose foreign
// letters are all doubles of ASCII ones (no language is written so).
func lookalike(text string, i int, r rune, foreign bool) bool {
	if r < utf8.RuneSelf {
		return false
	}
	if strings.ContainsRune(flagDashes, r) {
		return beginsFlag(text, i, utf8.RuneLen(r))
	}
	if strings.ContainsRune(signs, r) {
		return betweenASCII(text, i, utf8.RuneLen(r))
	}
	if !double(r) {
		return false
	}
	return !foreign || wordHasASCII(text, i)
}

// double reports whether r is drawn like an ASCII letter or digit.
func double(r rune) bool {
	switch {
	case 0x1d400 <= r && r <= 0x1d7ff: // mathematical alphabets
		return true
	case 0xff10 <= r && r <= 0xff5a: // full width digits and letters
		return unicode.IsLetter(r) || unicode.IsDigit(r)
	case 0x13a0 <= r && r <= 0x13f4: // Cherokee
		return true
	case 0x2160 <= r && r <= 0x217f: // Roman numerals
		return true
	case 0xa4d0 <= r && r <= 0xa4ff: // Lisu
		return true
	case 0x2c80 <= r && r <= 0x2cff: // Coptic
		return true
	}
	return strings.ContainsRune(lookalikes, r)
}

// foreignLetters reports whether text has a letter outside ASCII that is no
// double: a sign that it is written in some other language.
func foreignLetters(text string) bool {
	for _, r := range text {
		if r >= utf8.RuneSelf && unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) && !double(r) {
			return true
		}
	}
	return false
}

// maxWord bounds the look around a character, so that a long word of doubles
// does not cost the square of its length.
const maxWord = 64

// wordHasASCII reports whether the word around text[i] has an ASCII letter.
func wordHasASCII(text string, i int) bool {
	for j, n := i, 0; j > 0 && n < maxWord; n++ {
		r, size := utf8.DecodeLastRuneInString(text[:j])
		if letter(r) {
			return true
		}
		if !partOfWord(r) {
			break
		}
		j -= size
	}
	for n, r := range text[i:] {
		if letter(r) {
			return true
		}
		if !partOfWord(r) || n > maxWord {
			break
		}
	}
	return false
}

func letter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }

// partOfWord leaves out alphabets that stand beside Latin words without a
// blank, as Chinese and Japanese do.
func partOfWord(r rune) bool {
	return (unicode.IsLetter(r) || unicode.Is(unicode.M, r) || unicode.IsDigit(r)) &&
		!unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// beginsFlag reports whether the dash at text[i] stands where a flag begins.
func beginsFlag(text string, i, size int) bool {
	if i > 0 {
		if before, _ := utf8.DecodeLastRuneInString(text[:i]); !unicode.IsSpace(before) && !strings.ContainsRune(`"'-`+flagDashes, before) {
			return false
		}
	}
	after, _ := utf8.DecodeRuneInString(text[i+size:])
	return letter(after) || after == '-' || '0' <= after && after <= '9' || strings.ContainsRune(flagDashes, after)
}

// betweenASCII reports whether ASCII stands right before and behind text[i].
func betweenASCII(text string, i, size int) bool {
	visible := func(c byte) bool { return c > ' ' && c < 0x7f }
	return i > 0 && visible(text[i-1]) && i+size < len(text) && visible(text[i+size])
}
