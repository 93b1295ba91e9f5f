// Package table has the functions of the Lisps, one row each, with the names
// that package lisp gives them: file-name is file_name, a/b and a:b are a.b, a
// star at the end is _s.
package table

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// reserved are names that mean something to package walk.
const reserved = "def function sub func fn defp defmodule macro for foreach in of as my our local const let var val auto lambda catch each set map grep while until " +
	"if else elif elseif unless end do then and or not is with try except finally return class pass break continue raise global nonlocal del assert async yield " +
	"match case await import from repeat goto include require begin"

// Name spells a symbol as a dotted name.
func Name(s string, keep bool) string {
	var b strings.Builder
	for i := 0; i < len(s) && i < 200; i++ {
		switch c := s[i]; {
		case letter(c) || c == '_':
			b.WriteByte(c)
		case c == '-' || c >= 0x80:
			b.WriteByte('_')
		case c == '*' && i == len(s)-1 && i > 0:
			b.WriteString("_s")
		case (c == '/' || c == ':' || c == '.') && b.Len() > 0 && i < len(s)-1:
			if !strings.HasSuffix(b.String(), ".") {
				b.WriteByte('.')
			}
		}
	}
	name := strings.TrimRight(b.String(), ".")
	switch {
	case name == "":
		return "op_"
	case name[0] >= '0' && name[0] <= '9':
		return "n_" + name
	case !keep && wordlist.Has(reserved, name):
		return name + "_"
	}
	return name
}

func letter(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
