package display

// Style colours text for a terminal. The zero value leaves text alone: colour
// comes only where the caller found a terminal and no NO_COLOR.
type Style struct {
	Colour bool
}

// SGR codes (ECMA-48, section 8.3.117).
const (
	sgrReset  = "\x1b[0m"
	sgrRed    = "\x1b[31m"
	sgrGreen  = "\x1b[32m"
	sgrYellow = "\x1b[33m"
)

// Red is for what is dangerous or refused. Like its siblings it wants text
// that was escaped before.
func (s Style) Red(text string) string { return s.wrap(sgrRed, text) }

// Yellow is for what is asked.
func (s Style) Yellow(text string) string { return s.wrap(sgrYellow, text) }

// Green is for what may run.
func (s Style) Green(text string) string { return s.wrap(sgrGreen, text) }

func (s Style) wrap(code, text string) string {
	if !s.Colour || text == "" {
		return text
	}
	return code + text + sgrReset
}
