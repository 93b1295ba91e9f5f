package sentinel

// Risk decides whether someone is asked, what silence means and whether a
// reason is needed. The zero value is no risk at all but "not judged", which
// refuses.
type Risk uint8

const (
	RiskUnjudged Risk = iota // the zero value: never permits
	Low                      // nothing to ask
	Medium                   // asked; silence may allow
	High                     // asked; silence refuses
	Critical                 // asked; needs a written reason; silence refuses
)

var riskNames = []string{"UNJUDGED", "LOW", "MEDIUM", "HIGH", "CRITICAL"}

// String gives the level's name in capitals, as the audit log has it.
func (r Risk) String() string { return nameOf(riskNames, uint8(r)) }

// ParseRisk is the inverse of String.
func ParseRisk(name string) (Risk, error) {
	i, err := indexOf(riskNames, "risk", name)
	return Risk(i), err
}

// MarshalText makes levels readable in JSON.
func (r Risk) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (r *Risk) UnmarshalText(b []byte) (err error) {
	*r, err = ParseRisk(string(b))
	return err
}

// Colour decides whether an answer may be remembered. The zero value is Red:
// asked every time and never remembered.
type Colour uint8

const (
	Red    Colour = iota // asked each time, never remembered
	Yellow               // may be remembered
	Green                // nothing to ask
)

var colourNames = []string{"red", "yellow", "green"}

// String gives the colour's name.
func (c Colour) String() string { return nameOf(colourNames, uint8(c)) }

// ParseColour is the inverse of String.
func ParseColour(name string) (Colour, error) {
	i, err := indexOf(colourNames, "colour", name)
	return Colour(i), err
}

// MarshalText makes colours readable in JSON.
func (c Colour) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (c *Colour) UnmarshalText(b []byte) (err error) {
	*c, err = ParseColour(string(b))
	return err
}

// Worst is the colour that asks more: red before yellow before green.
func Worst(a, b Colour) Colour { return min(a, b) }
