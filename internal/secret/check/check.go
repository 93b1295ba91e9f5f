// Package check tests tokens offline: by the checksum that their maker put
// into them, or by what they hold. It knows formats, not services.
package check

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"hash/crc32"
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/secret/form"
)

// Verdict is what a check says of a token.
type Verdict int

// The verdicts. The zero value says nothing.
const (
	Unknown Verdict = iota // there is nothing to check
	Right                  // made by who makes these tokens
	Wrong                  // has the form but is none
	Public                 // is meant to be seen by everybody
)

// Known tells whether there is a check of this name.
func Known(name string) bool { return name == "" || find(name) != nil }

// Token runs a check by its name.
func Token(name, token string) Verdict {
	if f := find(name); f != nil {
		return f(token)
	}
	return Unknown
}

func find(name string) func(string) Verdict {
	switch name {
	case "crc-base62":
		return crcBase62
	case "crc-base36":
		return crcBase36
	case "crc-hex":
		return crcHex
	case "crc-hex-upper":
		return crcHexUpper
	case "bech32":
		return bech32
	case "jwt":
		return JWT
	case "discord":
		return discord
	case "bedrock":
		return bedrock
	case "pypi":
		return pypi
	case "json":
		return holdsJSON
	case "json-jwt":
		return publicJWT
	case "aws":
		return aws
	}
	return nil
}

func verdict(ok bool) Verdict {
	if ok {
		return Right
	}
	return Wrong
}

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// crcBase62 is GitHub's and npm's: behind the prefix 30 characters and then
// their CRC-32 in six digits of base 62.
func crcBase62(token string) Verdict {
	_, body, ok := strings.Cut(token, "_")
	if !ok || len(body) != 36 {
		return Unknown
	}
	sum := crc32.ChecksumIEEE([]byte(body[:30]))
	var want [6]byte
	for i := 5; i >= 0; i-- {
		want[i] = base62[sum%62]
		sum /= 62
	}
	return verdict(string(want[:]) == body[30:])
}

// crcBase36 is GitLab's: the last seven characters are the CRC-32 of all
// before in base 36.
func crcBase36(token string) Verdict {
	if len(token) < 8 {
		return Unknown
	}
	cut := len(token) - 7
	want := strconv.FormatUint(uint64(crc32.ChecksumIEEE([]byte(token[:cut]))), 36)
	return verdict(strings.Repeat("0", 7-min(7, len(want)))+want == token[cut:])
}

// crcHex is Grafana's: behind the last _ the CRC-32 of what stands before it,
// little-endian and in hexadecimal.
func crcHex(token string) Verdict {
	cut := strings.LastIndexByte(token, '_')
	if cut < 0 {
		return Unknown
	}
	var sum [4]byte
	binary.LittleEndian.PutUint32(sum[:], crc32.ChecksumIEEE([]byte(token[:cut])))
	return verdict(hex.EncodeToString(sum[:]) == token[cut+1:])
}

// crcHexUpper is Atlassian's: the last eight characters are the CRC-32 of all
// before in hexadecimal, in capitals.
func crcHexUpper(token string) Verdict {
	if len(token) < 9 {
		return Unknown
	}
	cut := len(token) - 8
	var sum [4]byte
	binary.BigEndian.PutUint32(sum[:], crc32.ChecksumIEEE([]byte(token[:cut])))
	return verdict(strings.ToUpper(hex.EncodeToString(sum[:])) == token[cut:])
}

// bech32 is the checksum of age's keys, after BIP-173.
func bech32(token string) Verdict {
	const alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
	s := strings.ToLower(token)
	one := strings.LastIndexByte(s, '1')
	if one < 1 {
		return Unknown
	}
	sum := uint32(1)
	step := func(v byte) {
		top := sum >> 25
		sum = sum&0x1ffffff<<5 ^ uint32(v)
		for i, g := range [...]uint32{0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3} {
			if top>>i&1 == 1 {
				sum ^= g
			}
		}
	}
	for i := range one {
		step(s[i] >> 5)
	}
	step(0)
	for i := range one {
		step(s[i] & 31)
	}
	for i := one + 1; i < len(s); i++ {
		v := strings.IndexByte(alphabet, s[i])
		if v < 0 {
			return Wrong
		}
		step(byte(v))
	}
	return verdict(sum == 1)
}

// Base64 decodes either alphabet, with and without padding.
func Base64(s string) ([]byte, bool) {
	s = strings.TrimRight(s, "=")
	enc := base64.RawStdEncoding
	if strings.ContainsAny(s, "-_") {
		enc = base64.RawURLEncoding
	}
	b, err := enc.DecodeString(s)
	return b, err == nil && len(b) > 0
}

// Text tells whether decoded bytes are printable text.
func Text(b []byte) bool {
	for _, c := range b {
		if c < ' ' && c != '\n' && c != '\r' && c != '\t' || c >= 0x7f {
			return false
		}
	}
	return len(b) > 0
}

// JWT looks into a JSON Web Token: its header must name an algorithm. A role
// that everybody has and the sample of the format's own site are public.
func JWT(token string) Verdict {
	head, rest, _ := strings.Cut(token, ".")
	body, signature, ok := strings.Cut(rest, ".")
	if !ok || len(signature) < 16 {
		return Wrong
	}
	h, ok := Base64(head)
	var header struct {
		Alg string `json:"alg"`
		Enc string `json:"enc"`
	}
	if !ok || json.Unmarshal(h, &header) != nil || header.Alg == "" {
		return Wrong
	}
	if header.Enc != "" {
		return Right
	}
	return claims(body)
}

func claims(body string) Verdict {
	b, ok := Base64(body)
	var c struct {
		Role string `json:"role"`
		Sub  any    `json:"sub"`
		Name string `json:"name"`
	}
	if !ok || len(b) == 0 || b[0] != '{' {
		return Wrong
	}
	if err := json.Unmarshal(b, &c); err != nil {
		// Claims whose types are another's business.
		return verdict(json.Valid(b))
	}
	switch {
	case c.Role == "anon":
		return Public
	case c.Sub == "1234567890" && c.Name == "John Doe":
		return Wrong
	}
	return Right
}

// Bare tells whether a token says nothing of who made it, for whom or when, as
// those in manuals do.
func Bare(token string) bool {
	b, _ := payload(token)
	for _, claim := range [...]string{`"iss"`, `"exp"`, `"iat"`, `"aud"`, `"sub"`} {
		if strings.Contains(string(b), claim) {
			return false
		}
	}
	return true
}

// ServiceRole tells whether a token is the one that may pass a database's row
// policies.
func ServiceRole(token string) bool {
	b, ok := payload(token)
	return ok && strings.Contains(string(b), `"service_role"`)
}

// payload is the middle part of a token, decoded.
func payload(token string) ([]byte, bool) {
	_, rest, _ := strings.Cut(token, ".")
	body, _, _ := strings.Cut(rest, ".")
	return Base64(body)
}

// publicJWT tells whether a token with a prefix before eyJ holds JSON.
func publicJWT(token string) Verdict {
	i := strings.Index(token, "eyJ")
	if i < 0 {
		return Unknown
	}
	head, _, _ := strings.Cut(token[i:], ".")
	b, ok := Base64(head)
	return verdict(ok && json.Valid(b))
}

// holdsJSON tells whether what follows the first _ is JSON in base64.
func holdsJSON(token string) Verdict {
	_, body, _ := strings.Cut(token, "_")
	body, _, _ = strings.Cut(body, "_")
	b, ok := Base64(body)
	return verdict(ok && json.Valid(b))
}

// discord: the first part is a number of 17 to 20 digits in base64.
func discord(token string) Verdict {
	id, _, _ := strings.Cut(token, ".")
	b, ok := Base64(id)
	if !ok || len(b) < 17 || len(b) > 20 {
		return Wrong
	}
	for _, c := range b {
		if c < '0' || c > '9' {
			return Wrong
		}
	}
	return Right
}

// bedrock: the long-lived keys hold their own name.
func bedrock(token string) Verdict {
	b, ok := Base64(strings.TrimPrefix(token, "ABSK"))
	return verdict(ok && strings.HasPrefix(string(b), "BedrockAPIKey-"))
}

// pypi: a macaroon whose location is the index.
func pypi(token string) Verdict {
	b, ok := Base64(strings.TrimPrefix(token, "pypi-"))
	return verdict(ok && len(b) > 3 && b[0] == 2 && b[1] == 1 && strings.Contains(string(b[:min(24, len(b))]), "pypi.org"))
}

// aws: the ids of the documentation say so at their end.
func aws(token string) Verdict {
	if token == "" || strings.HasSuffix(token, "EXAMPLE") || strings.Count(token, token[len(token)-1:]) > 12 {
		return Wrong
	}
	return Right
}

// KeyBody counts how far the body of a private key reaches; -1 when there is none
// worth the name. Keys stand in strings and lists, with escapes and signs of
// quoting between their lines.
func KeyBody(text []byte) int {
	letters, run, longest := 0, 0, 0
	var seen [256]bool
	kinds := 0
	rest := text[:min(len(text), 16<<10)]
	for i := 0; i < len(rest); i++ {
		c := rest[i]
		switch {
		case bytes.HasPrefix(rest[i:], []byte("-----")):
			return accept(i, letters, longest, kinds)
		case c == '\\' && i+1 < len(rest):
			i++
			run = 0
		case form.In('S', c):
			letters++
			run++
			longest = max(longest, run)
			if !seen[c] {
				seen[c] = true
				kinds++
			}
		case letters > 400 && strings.IndexByte("\n\r\t \"'+,#*>|:.()-_;/", c) < 0, letters == 0 && i > 300:
			return accept(i, letters, longest, kinds)
		default:
			run = 0
		}
	}
	return accept(len(rest), letters, longest, kinds)
}

func accept(i, letters, longest, kinds int) int {
	if letters < 64 || longest < 30 || kinds < 14 {
		return -1
	}
	return i
}
