// Package plain reads code in languages that have no reader of their own: OCaml,
// Haskell, Scala, Kotlin, Swift, Crystal, V, Raku, C#, Java, Nim. It knows no
// grammar. It looks at the names in a text: code that uses only names which
// compute and print is harmless, whatever it does with them; any other name is
// one that is not known.
//
//	println((1..10).sum())        // nothing to say
//	File("x").delete()            // unread: the name File is not known
//
// To let more pass, add a name to harmless: only one that can do nothing but
// compute and print in all of these languages.
package plain

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// maxSource is the longest text that is read.
const maxSource = 16 << 10

// harmless are words of the languages, types and functions that compute and print.
const harmless = "if then else elif elsif end for in while do done until loop break continue return let rec and or not val var def fun fn func function begin match with case when of where switch default " +
	"true false nil null None Some Nothing Just Left Right none some this self it type struct record enum new as is to downto by step lambda yield puts p pp print println printf putStrLn putStr printfn eprintln sprintf format " +
	"print_endline print_string print_int print_float print_newline prerr_endline echo say Console WriteLine Write System out Printf Format " +
	"int Int Integer long Long float Float double Double string String bool Bool Boolean char Char byte Byte uint UInt8 Int32 Int64 Float64 i32 i64 u8 u32 f64 usize Any Unit unit Void void auto dynamic num Num " +
	"List Array Vec Vector Map Set Dict Dictionary Hash Seq IndexedSeq Option Optional Result Either Tuple Pair Range StringBuilder Math math Pervasives Stdlib Data Foundation Prelude Text Locale Character BigInteger BigDecimal BigInt Decimal " +
	"map filter filterMap flatMap fold foldl foldr foldLeft foldRight reduce sum product min max minimum maximum abs sqrt pow exp log log2 log10 sin cos tan floor ceil round trunc mod div rem gcd lcm succ pred even odd " +
	"length size count len isEmpty empty first last head tail init take drop takeWhile dropWhile zip zipWith zip_with unzip rev reverse reversed sort sorted sortBy sortWith sort_by sortedBy sortOn distinct unique uniq group groupBy group_by partition contains indexOf index find exists forall all any " +
	"append prepend push add insert concat concatMap join joined joinToString mkString split lines unlines words unwords trim strip lowercase uppercase toLowerCase toUpperCase toLower toUpper upcase downcase capitalize capitalized lowercased uppercased replace replacingOccurrences substring slice starts_with ends_with startsWith endsWith hasPrefix hasSuffix padStart padEnd ljust rjust repeat repeating times each forEach for_each foreach iter iteri mapi List.iter each_with_index select reject inject tally with_index upto downTo rangeTo until stride from through enumerated enumerate indices keys values entries key value item items " +
	"show read_int parseInt toInt toDouble toFloat toString toList toArray toSet toMap toChar to_i to_f to_s to_a to_string string_of_int int_of_string string_of_float float_of_int int_of_float string_of_bool float_of_string ord chr fromIntegral realToFrac parse valueOf intValue doubleValue charAt hashCode equals compareTo compare listOf mutableListOf setOf mapOf arrayOf arrayListOf intArrayOf of pairs buildString fst snd id const flip curry uncurry replicate cycle iterate elem lookup zero one pi PI E now today now_utc Date year month day " +
	"exit exitSuccess exitProcess halt import static final public private class object main args package using module namespace override abstract interface trait implements extends sealed immutable mutable mut Version version VERSION language_version scala util Properties versionString versionNumberString kotlin KotlinVersion CURRENT GC java lang text Locale US a b c d e f g h i j k l m n o q r s t u v w x y z _ acc xs ys zs ss"

// hidden are signs of code that runs something whatever the names are.
var hidden = []string{"`", "$(", "//>", "#use", "#load", "#r ", "@file:", "{%", "%x", "qx", "Q:", ":!", ":{"}

// Read adds to the report what the text src does.
func Read(rep *report.Report, src string) {
	if len(src) > maxSource {
		rep.Truncate("longer than what is read")
		return
	}
	for _, sign := range hidden {
		if strings.Contains(src, sign) {
			rep.Hide("code that is not read")
			return
		}
	}
	if s := strings.TrimSpace(src); strings.HasPrefix(s, ":") || strings.HasPrefix(s, "/") {
		rep.Hide("a command of the prompt")
		return
	}
	for i := 0; i < len(src); {
		c := src[i]
		switch {
		case c >= 0x80:
			rep.Hide("letters that are not read")
			return
		case c == '"' || c == '\'' && i+2 < len(src) && src[i+2] == '\'':
			i = text(rep, src, i)
		case letter(c):
			end := i
			for end < len(src) && (letter(src[end]) || src[end] >= '0' && src[end] <= '9') {
				end++
			}
			name(rep, src[i:end])
			i = end
		case c >= '0' && c <= '9':
			for i < len(src) && (letter(src[i]) || src[i] >= '0' && src[i] <= '9') {
				i++
			}
		default:
			i++
		}
	}
}

func letter(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func name(rep *report.Report, s string) {
	if !wordlist.Has(harmless, s) {
		rep.Hide("the name " + s[:min(len(s), 40)] + " is not known")
	}
}

// text skips a string; where it may have holes, the names in it count.
func text(rep *report.Report, src string, i int) int {
	quote := src[i]
	end := i + 1
	for end < len(src) && src[end] != quote {
		if src[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(src) {
		rep.Hide("text that cannot be read: unterminated string")
		return len(src)
	}
	body := src[i+1 : end]
	if quote == '"' && (strings.Contains(body, "${") || strings.Contains(body, "#{") || strings.Contains(body, `\(`) || strings.Contains(body, "$") || strings.Contains(body, "{")) {
		for _, f := range strings.FieldsFunc(body, func(r rune) bool { return r > 0x7f || !letter(byte(r)) && (r < '0' || r > '9') }) {
			if letter(f[0]) {
				name(rep, f)
			}
		}
	}
	return end + 1
}
