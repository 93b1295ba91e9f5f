package found

// Limits bound the work of one Read. The zero value refuses every text; use
// DefaultLimits.
type Limits struct {
	Bytes    int // length of the text
	Nesting  int // open brackets and substitutions, counted before parsing
	Depth    int // texts within texts: sh -c, eval, scripts
	Steps    int // statements and words evaluated, weighed
	Commands int // commands found
	Unroll   int // rounds of a loop over a known list
	Choices  int // values kept for one variable
	Volume   int // bytes that expansions may make in all
	Words    int // words of one command
}

// DefaultLimits are generous for people and harmless for the machine.
func DefaultLimits() Limits {
	return Limits{Bytes: 128 << 10, Nesting: 200, Depth: 24, Steps: 24000, Commands: 2500, Unroll: 64, Choices: 6, Volume: 1 << 20, Words: 1200}
}
