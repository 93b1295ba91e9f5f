// Package screen is the full-screen program in which a person answers stored
// questions: the queue by risk and time left, the whole of the chosen question,
// and panels to approve, deny and edit. Keyboard only, 80 by 24 is enough.
//
//	err := screen.Run(ctx, desk, screen.Options{In: tty, Out: tty, Colour: true})
//
// It decides nothing and reads no store: Desk does. What is on the screen is
// chosen by a question's ID, never by its place in the list, so that a question
// that arrives while a finger is on its way to a key is not answered in the
// place of another. A yes is taken only for a question whose last line was on
// the screen.
package screen

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/approve/show"
)

// Desk is where questions come from and answers go to.
type Desk interface {
	// List gives the open questions and the time they are measured with.
	List(ctx context.Context) ([]sentinel.Question, sentinel.Moment, error)
	// Get gives one question, open or not.
	Get(ctx context.Context, id string) (sentinel.Question, error)
	// Answer hands in an answer; the question comes back as it stands then.
	Answer(ctx context.Context, q sentinel.Question, r sentinel.Review) (sentinel.Question, error)
	// Judge says in lines for a person what an edit would be taken for, and
	// whether it can be approved.
	Judge(ctx context.Context, q sentinel.Question, arguments string) (lines []show.Row, ok bool)
	// Keeps words what a yes of this kind will remember; none if it may not be
	// given.
	Keeps(q sentinel.Question, a sentinel.Answer) []string
}

// Options say where the screen is.
type Options struct {
	In     io.Reader
	Out    io.Writer
	Colour bool
	Poll   time.Duration // how often the queue is read, 0 for twice a second
	Size   [2]int        // columns and lines, zero to ask the terminal
}

// Run shows the screen until the person leaves it.
func Run(ctx context.Context, desk Desk, o Options) error {
	options := []tea.ProgramOption{tea.WithContext(ctx), tea.WithInput(o.In), tea.WithOutput(o.Out)}
	if o.Size[0] > 0 {
		options = append(options, tea.WithWindowSize(o.Size[0], o.Size[1]))
	}
	_, err := tea.NewProgram(New(ctx, desk, o), options...).Run()
	return err
}

// mode says what the keys mean.
type mode uint8

const (
	browse mode = iota
	approve
	deny
	edit
)

// Model is the state of the screen, for Run and for tests.
type Model struct {
	ctx    context.Context
	desk   Desk
	o      Options
	width  int
	height int
	now    sentinel.Moment
	list   []sentinel.Question
	chosen sentinel.Question // what the lower half shows; its ID is "" for none
	lines  []show.Row        // the chosen question, wrapped
	top    int
	seen   map[string]string // ID -> Shown of questions whose end was on the screen
	mode   mode
	scope  sentinel.Answer
	reason field
	area   field
	inArea bool // keys go to the arguments, not to the reason
	judged []show.Row
	fine   bool // the edit may be approved
	told   show.Row
	busy   bool
	err    error
}

// New makes the screen's state.
func New(ctx context.Context, desk Desk, o Options) Model {
	if o.Poll <= 0 {
		o.Poll = time.Second / 2
	}
	m := Model{ctx: ctx, desk: desk, o: o, width: 80, height: 24, seen: map[string]string{},
		reason: field{limit: maxReason}, area: field{limit: maxEdit, lines: true}}
	if o.Size[0] > 0 {
		m.width, m.height = o.Size[0], o.Size[1]
	}
	return m
}

// Bounds of what is written, in characters.
const (
	maxReason = 2000
	maxEdit   = 128 << 10
)

// listed is the queue as it was read.
type listed struct {
	list   []sentinel.Question
	now    sentinel.Moment
	chosen *sentinel.Question // how the chosen one stands, if it is not open any more
	err    error
}

// answered is how a question stands after an answer.
type answered struct {
	q   sentinel.Question
	err error
}

// Init implements tea.Model.
func (m Model) Init() tea.Cmd { return m.read() }

func (m Model) read() tea.Cmd {
	id := m.chosen.ID
	return func() tea.Msg {
		var l listed
		if l.list, l.now, l.err = m.desk.List(m.ctx); l.err == nil && id != "" && index(l.list, id) < 0 {
			if q, err := m.desk.Get(m.ctx, id); err == nil {
				l.chosen = &q
			}
		}
		return l
	}
}

func index(list []sentinel.Question, id string) int {
	return slices.IndexFunc(list, func(q sentinel.Question) bool { return q.ID == id })
}

// Update implements tea.Model.
func (m Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = max(msg.Width, 40), max(msg.Height, 12)
		m.show()
	case listed:
		m.take(msg)
		return m, tea.Tick(m.o.Poll, func(time.Time) tea.Msg { return again{} })
	case again:
		return m, m.read()
	case answered:
		m.taken(msg)
	case tea.KeyPressMsg:
		return m.key(msg)
	case tea.PasteMsg:
		return m.write(msg)
	}
	return m, nil
}

type again struct{}

// take puts the queue in order: the most serious first, then what ends first.
func (m *Model) take(l listed) {
	m.err = l.err
	if l.err != nil {
		return
	}
	m.list, m.now = l.list, l.now
	slices.SortStableFunc(m.list, func(a, b sentinel.Question) int {
		if a.Request.Risk != b.Request.Risk {
			return int(b.Request.Risk) - int(a.Request.Risk)
		}
		return a.Deadline.Compare(b.Deadline)
	})
	i := index(m.list, m.chosen.ID)
	switch {
	case i >= 0:
		m.update(m.list[i])
	case l.chosen != nil && l.chosen.ID == m.chosen.ID:
		m.update(*l.chosen)
	case m.chosen.ID == "" && len(m.list) > 0:
		m.choose(0)
	}
}

// update takes in how the chosen question stands now. An open panel of a
// question that somebody else answered is closed.
func (m *Model) update(q sentinel.Question) {
	if q.Shown != m.chosen.Shown {
		delete(m.seen, q.ID)
	}
	m.chosen = q
	if q.Outcome != sentinel.Pending && m.mode != browse {
		m.mode = browse
		m.say(show.Warn, gone(q))
	}
	m.show()
}

func gone(q sentinel.Question) string {
	who := q.By
	if who == "" {
		who = q.Channel
	}
	return fmt.Sprintf("#%d was already decided: %s (%s)", q.Number, strings.ToLower(q.Outcome.String()), show.Safe(who))
}

func (m *Model) choose(i int) {
	if len(m.list) == 0 {
		m.chosen = sentinel.Question{}
		m.show()
		return
	}
	m.chosen, m.top = m.list[min(max(i, 0), len(m.list)-1)], 0
	m.show()
}

// show wraps the chosen question for the screen and notes whether its end is on
// it.
func (m *Model) show() {
	m.lines = nil
	if m.chosen.ID == "" {
		return
	}
	for _, row := range show.Rows(m.chosen, m.now) {
		m.lines = append(m.lines, show.Wrap(row, m.width)...)
	}
	m.scroll(0)
}

func (m *Model) scroll(by int) {
	room := m.room()
	m.top = min(max(m.top+by, 0), max(len(m.lines)-room, 0))
	if m.chosen.ID != "" && m.top+room >= len(m.lines) && m.mode == browse {
		m.seen[m.chosen.ID] = m.chosen.Shown
	}
}

func (m *Model) say(k show.Kind, text string) { m.told = show.Row{Kind: k, Text: text} }

func (m *Model) taken(a answered) {
	m.busy = false
	if a.err != nil {
		m.say(show.Bad, "not taken: "+show.Safe(a.err.Error()))
		if a.q.ID != "" && a.q.Outcome != sentinel.Pending {
			m.say(show.Warn, gone(a.q))
		}
	} else {
		m.say(show.Answer, fmt.Sprintf("#%d %s", a.q.Number, strings.ToLower(a.q.Outcome.String())))
	}
	if a.q.ID == m.chosen.ID && a.q.ID != "" {
		m.update(a.q)
	}
	m.list = slices.DeleteFunc(m.list, func(q sentinel.Question) bool { return q.ID == a.q.ID && a.q.Outcome != sentinel.Pending })
}
