package screen

import (
	"encoding/json"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/approve/show"
	"github.com/sentinelgate/sentinel/internal/strictjson"
)

// key acts on one key.
func (m Model) key(k tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	if k.String() == "ctrl+c" {
		return m, tea.Quit
	}
	switch m.mode {
	case approve:
		return m.keyApprove(k)
	case deny:
		return m.keyDeny(k)
	case edit:
		return m.keyEdit(k)
	}
	m.told = show.Row{}
	switch k.String() {
	case "q", "esc":
		return m, tea.Quit
	case "j", "down":
		m.choose(index(m.list, m.chosen.ID) + 1)
	case "k", "up":
		m.choose(index(m.list, m.chosen.ID) - 1)
	case "space", "pgdown", "f":
		m.scroll(max(m.room()-1, 1))
	case "pgup", "b":
		m.scroll(-max(m.room()-1, 1))
	case "enter", "J":
		m.scroll(1)
	case "K":
		m.scroll(-1)
	case "a":
		m.openApprove()
	case "d":
		m.open(deny)
	case "e":
		m.openEdit()
	}
	return m, nil
}

// open opens a panel for the chosen question, if it can still be answered.
func (m *Model) open(to mode) bool {
	switch {
	case m.chosen.ID == "":
		m.say(show.Muted, "nothing is waiting")
		return false
	case m.busy:
		m.say(show.Muted, "the last answer is still on its way")
		return false
	case m.chosen.Outcome != sentinel.Pending:
		m.say(show.Warn, gone(m.chosen))
		return false
	}
	m.mode, m.scope = to, sentinel.Yes
	m.reason.set("")
	m.inArea = to == edit
	return true
}

func (m *Model) openApprove() {
	if m.chosen.ID != "" && m.seen[m.chosen.ID] != m.chosen.Shown {
		m.say(show.Warn, "there is more to see: page down to its end first")
		return
	}
	m.open(approve)
}

func (m *Model) openEdit() {
	if !m.open(edit) {
		return
	}
	data, err := json.MarshalIndent(m.chosen.Request.Call.Arguments, "", "  ")
	if err != nil {
		m.mode = browse
		m.say(show.Bad, "these arguments cannot be edited: "+show.Safe(err.Error()))
		return
	}
	m.area.set(string(data))
	m.judge()
}

func (m *Model) judge() { m.judged, m.fine = m.desk.Judge(m.ctx, m.chosen, m.area.value()) }

// scopes are the answers that may be given, in the order of the keys 1, 2, 3.
func (m Model) scopes() []sentinel.Answer {
	var out []sentinel.Answer
	for _, a := range []sentinel.Answer{sentinel.Yes, sentinel.YesSession, sentinel.YesAlways} {
		if a == sentinel.Yes || len(m.desk.Keeps(m.chosen, a)) > 0 {
			out = append(out, a)
		}
	}
	return out
}

func (m Model) keyApprove(k tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	switch s := k.String(); {
	case s == "esc":
		m.mode = browse
		return m, nil
	case s == "enter":
		return m.approve(nil)
	case s == "tab":
		all := m.scopes()
		for i, a := range all {
			if a == m.scope {
				m.scope = all[(i+1)%len(all)]
				break
			}
		}
		return m, nil
	}
	return m.write(k)
}

// approve hands in a yes. A critical one without a reason stays open.
func (m Model) approve(arguments map[string]any) (tea.Model, tea.Cmd) {
	reason := strings.TrimSpace(m.reason.value())
	if m.chosen.Request.Risk >= sentinel.Critical && reason == "" {
		m.say(show.Warn, "a critical call needs a written reason")
		return m, nil
	}
	return m.answer(sentinel.Review{Answer: m.scope, Reason: reason, Arguments: arguments})
}

func (m Model) keyDeny(k tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	switch k.String() {
	case "esc":
		m.mode = browse
		return m, nil
	case "enter":
		return m.answer(sentinel.Review{Answer: sentinel.No, Reason: strings.TrimSpace(m.reason.value())})
	}
	return m.write(k)
}

func (m Model) keyEdit(k tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	switch k.String() {
	case "esc":
		m.mode = browse
		return m, nil
	case "ctrl+s":
		if !m.fine {
			m.say(show.Warn, "this edit cannot be approved")
			return m, nil
		}
		arguments, err := strictjson.Object([]byte(m.area.value()))
		if err != nil {
			m.say(show.Bad, show.Safe(err.Error()))
			return m, nil
		}
		return m.approve(arguments)
	case "tab": // between the arguments and the reason
		m.inArea = !m.inArea
		return m, nil
	}
	return m.write(k)
}

// write hands a key or a paste to the field that has the focus.
func (m Model) write(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch {
	case m.mode == edit && m.inArea:
		m.area.key(msg)
		m.judge()
	case m.mode != browse:
		m.reason.key(msg)
	}
	return m, nil
}

func (m Model) answer(r sentinel.Review) (tea.Model, tea.Cmd) {
	q := m.chosen
	m.mode, m.busy = browse, true
	m.say(show.Muted, "handing in the answer")
	return m, func() tea.Msg {
		after, err := m.desk.Answer(m.ctx, q, r)
		return answered{after, err}
	}
}
