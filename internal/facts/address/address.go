// Package address reads addresses: which host a text names, and whose it is. What a
// name says about a place (production) or a value (a secret) stands here, too.
package address

import (
	"net/netip"
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Scope finds the host in an address and says whose it is.
func Scope(w shell.Word) (sentinel.Scope, string) {
	s, ok := w.Known()
	if text, _, all := w.Pattern(); !ok && all {
		s, ok = text, true // brackets of an address, a query with a ?
	}
	if !ok {
		head := ""
		if len(w.Pieces) > 0 && w.Pieces[0].Origin == shell.Literal {
			head = w.Pieces[0].Text
		}
		// http://host/... with only the path unknown is known enough.
		if i := strings.Index(head, "://"); i > 0 && strings.ContainsAny(head[i+3:], "/?#") || strings.HasPrefix(head, "localhost:") || strings.HasPrefix(head, "localhost/") || strings.HasPrefix(head, "127.0.0.1") {
			s = head
		} else if i > 0 && (head[i+3:] == "localhost:" || head[i+3:] == "127.0.0.1:" || head[i+3:] == "0.0.0.0:") {
			return sentinel.ScopeOwn, ""
		} else {
			return sentinel.ScopeUnknown, w.String()
		}
	}
	if ambiguous(s) {
		return sentinel.ScopeUnknown, s
	}
	h := Host(s)
	switch {
	case h == "" && strings.HasPrefix(s, ":"):
		return sentinel.ScopeOwn, "" // a port of this machine
	case h == "" && strings.HasPrefix(s, "/"):
		return sentinel.ScopeOwn, "" // a socket
	case ownHost(h):
		return sentinel.ScopeOwn, ""
	case NamesProduction(h):
		return sentinel.ScopeProduction, h
	case strangeHost(h):
		return sentinel.ScopeUnknown, h
	}
	return sentinel.ScopeRemote, h
}

// Host cuts the host out of an address: scheme, user, port and path go.
func Host(s string) string {
	if i := strings.Index(s, "://"); i >= 0 {
		s = s[i+3:]
	} else if strings.HasPrefix(s, "//") {
		s = strings.TrimLeft(s, "/") // without a scheme, as browsers take it
	}
	if i := strings.IndexAny(s, "/?#\\"); i >= 0 {
		s = s[:i]
	}
	if i := strings.LastIndexByte(s, '@'); i >= 0 {
		s = s[i+1:]
	}
	if strings.HasPrefix(s, "[") {
		if i := strings.IndexByte(s, ']'); i > 0 {
			return strings.ToLower(s[1:i])
		}
	}
	if strings.Count(s, ":") == 1 {
		s = s[:strings.IndexByte(s, ':')]
	}
	// SQL Server writes HOST,PORT.
	if host, port, ok := strings.Cut(s, ","); ok && port != "" && strings.Trim(port, "0123456789") == "" {
		s = host
	}
	return strings.ToLower(strings.TrimSuffix(s, "."))
}

// ambiguous: addresses whose host programs read differently: a backslash is a
// slash to browsers and a part of the user's name to others, control characters
// and blanks are dropped by some.
func ambiguous(s string) bool {
	rest := s
	if i := strings.Index(s, "://"); i >= 0 {
		rest = s[i+3:]
	} else if !strings.HasPrefix(s, "//") {
		return false
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	return strings.Contains(rest, "\\") || strings.ContainsFunc(rest, func(r rune) bool { return r <= ' ' || r == 0x7f })
}

// ContainerPort: where container engines take orders without asking who it is;
// who may talk to them owns the machine.
func ContainerPort(s string) bool {
	if i := strings.Index(s, "://"); i >= 0 {
		s = s[i+3:]
	}
	if i := strings.IndexAny(s, "/?#"); i >= 0 {
		s = s[:i]
	}
	return strings.HasSuffix(s, ":2375") || strings.HasSuffix(s, ":2376")
}

// ownHost: loopback names and addresses, in every spelling of the number.
func ownHost(h string) bool {
	if h == "localhost" || strings.HasSuffix(h, ".localhost") || h == "ip6-localhost" || h == "host.docker.internal" || h == "0.0.0.0" || h == "::" {
		return true
	}
	a, ok := address(h)
	return ok && (a.IsLoopback() || a.IsUnspecified())
}

// address reads an IP address, also written as one number or in octal or
// hexadecimal parts, as the resolver of the C library does (inet_aton).
func address(h string) (netip.Addr, bool) {
	if a, err := netip.ParseAddr(h); err == nil {
		return a.Unmap(), true
	}
	parts := strings.Split(h, ".")
	if len(parts) > 4 {
		return netip.Addr{}, false
	}
	var n uint64
	for i, p := range parts {
		v, err := strconv.ParseUint(p, 0, 32)
		if err != nil {
			if v, err = strconv.ParseUint(p, 10, 32); err != nil {
				return netip.Addr{}, false
			}
		}
		if i == len(parts)-1 {
			n = n<<(8*(5-len(parts))) | v
		} else {
			n = n<<8 | v&0xff
		}
	}
	return netip.AddrFrom4([4]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}), true
}

// Metadata: the fixed addresses at which clouds hand out credentials.
func Metadata(h string) bool {
	switch h {
	case "metadata.google.internal", "metadata", "metadata.azure.com", "instance-data":
		return true
	}
	a, ok := address(h)
	return ok && (a.String() == "169.254.169.254" || a.String() == "169.254.170.2" || a.String() == "fd00:ec2::254" || a.String() == "100.100.100.200")
}

// strangeHost: letters that only look like ASCII.
func strangeHost(h string) bool {
	for _, r := range h {
		if r > 0x7f {
			return true
		}
	}
	return strings.HasPrefix(h, "xn--") || strings.Contains(h, ".xn--")
}

// NamesProduction tells whether a text has production, prod or live as a word
// of its own.
func NamesProduction(s string) bool {
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return (r < 'a' || r > 'z') && r != 0 }) {
		switch w {
		case "prod", "production", "prd", "live":
			return true
		}
	}
	return false
}

// StrangeScheme: schemes that carry raw bytes to a port, so that a request is
// whatever its writer wants it to be.
func StrangeScheme(s string) bool {
	scheme, _, ok := strings.Cut(strings.ToLower(s), "://")
	if !ok {
		return false
	}
	switch scheme {
	case "gopher", "dict", "ldap", "ldaps", "tftp", "smb", "telnet", "imap", "smtp":
		return true
	}
	return false
}

// SecretName tells whether a variable's name says that it holds a secret.
func SecretName(name string) bool {
	n := strings.ToUpper(name)
	for _, end := range []string{"TOKEN", "SECRET", "PASSWORD", "PASSWD", "APIKEY", "API_KEY", "PRIVATE_KEY", "ACCESS_KEY", "SECRET_KEY", "CREDENTIALS", "PASSPHRASE", "AUTH_KEY", "DATABASE_URL", "PGPASSWORD", "_PAT", "_PASS", "SECRET_ACCESS_KEY", "ACCESS_KEY_ID"} {
		if strings.HasSuffix(n, end) {
			return true
		}
	}
	return false
}

// OwnDevice tells whether one of bash's files for connections (/dev/tcp/HOST/PORT)
// leads to this machine.
func OwnDevice(file string) bool {
	parts := strings.Split(file, "/")
	return len(parts) == 5 && ownHost(strings.ToLower(parts[3]))
}
