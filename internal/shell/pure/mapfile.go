package pure

import (
	"strconv"
	"strings"
)

// Mapfile is a mapfile command taken apart.
type Mapfile struct {
	Name                     string
	Skip, Origin, Most, From int
	Keeps                    bool   // the array keeps what it has (-O)
	Ends                     bool   // lines keep their ends (no -t)
	Until                    string // what ends a line
	Unsure                   bool   // something about it is not known
}

// mostNumber bounds the numbers that are followed.
const mostNumber = 4000

// MapfileOf understands the words behind mapfile; those that are not known are
// told by known, and only the text behind -C may be one of them.
func MapfileOf(words []string, known func(int) bool) Mapfile {
	m := Mapfile{Name: "MAPFILE", Ends: true, Until: "\n"}
	for i := 0; i < len(words); i++ {
		s := words[i]
		if !known(i) || len(s) < 2 || s[0] != '-' {
			if m.Unsure = m.Unsure || !known(i) || !ValidName(s); ValidName(s) {
				m.Name = s
			}
			continue
		}
		for s = s[1:]; s != "" && s[0] == 't'; s = s[1:] {
			m.Ends = false
		}
		if s == "" {
			continue
		}
		letter, value := s[0], s[1:]
		if value == "" && i+1 < len(words) {
			i++
			value = words[i]
			m.Unsure = m.Unsure || !known(i) && letter != 'C'
		}
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n > mostNumber {
			n = -1
		}
		m.option(letter, value, n)
	}
	return m
}

func (m *Mapfile) option(letter byte, value string, n int) {
	switch letter {
	case 'C':
		return
	case 'd':
		if m.Until = "\x00"; value != "" {
			m.Until = value[:1]
		}
		return
	case 's':
		m.Skip = n
	case 'O':
		m.Origin, m.Keeps = n, true
	case 'n':
		m.Most = n
	case 'u':
		m.From = n
	case 'c':
	default:
		m.Unsure = true
	}
	m.Unsure = m.Unsure || n < 0
}

// Lines gives the elements that a text makes.
func (m Mapfile) Lines(text string) []string {
	if m.Unsure || text == "" {
		return nil
	}
	lines := strings.SplitAfter(text, m.Until)
	if n := len(lines); lines[n-1] == "" {
		lines = lines[:n-1]
	}
	lines = lines[min(m.Skip, len(lines)):]
	if m.Most > 0 {
		lines = lines[:min(m.Most, len(lines))]
	}
	for i, l := range lines {
		if !m.Ends {
			l = strings.TrimSuffix(l, m.Until)
		}
		lines[i] = strings.ReplaceAll(l, "\x00", "")
	}
	return lines
}
