package hook

// What follows is the JSON that Claude Code brought up and others took over.

// SpecificOutput is the inner object of an answer to the event before a tool. The
// event's name is required: without it the clients drop the answer and run the
// call.
func SpecificOutput(event, word string, t Told) []byte {
	var o Object
	o.Text("hookEventName", []byte(event))
	o.Text("permissionDecision", []byte(word))
	if len(t.Reason) > 0 {
		o.Text("permissionDecisionReason", t.Reason)
	}
	if t.Input != nil {
		o.Raw("updatedInput", t.Input)
	}
	return o.JSON()
}

// Specific is the whole answer.
func Specific(event, word string, t Told) []byte {
	var o Object
	o.Raw("hookSpecificOutput", SpecificOutput(event, word, t))
	return o.Line()
}

// Behaviour answers the event of a client that is about to show its own prompt.
// Only what was agreed to, by a rule or by a person, is agreed to here; what would
// be asked, or runs since nobody answers, is left to the prompt.
func Behaviour(a Answer, event string) (stdout, stderr []byte, exit int) {
	t := a.Tell(Ability{Ask: true})
	var decision, specific, o Object
	switch {
	case t.Verdict == Allow && !a.Silent:
		decision.Text("behavior", []byte("allow"))
	case t.Verdict == Deny && a.Verdict == Deny:
		decision.Text("behavior", []byte("deny"))
		decision.Text("message", t.Reason)
	default:
		return nil, nil, 0
	}
	specific.Text("hookEventName", []byte(event))
	specific.Raw("decision", decision.JSON())
	o.Raw("hookSpecificOutput", specific.JSON())
	if t.Verdict == Deny {
		return t.Refused(o.Line())
	}
	return o.Line(), nil, 0
}

// Plain is the answer in the gate's own form: {"decision", "reason", INPUT}.
func Plain(t Told, input string) (stdout, stderr []byte, exit int) {
	word := "deny"
	switch t.Verdict {
	case Allow:
		word = "allow"
	case Ask:
		word = "ask"
	case Abstain:
		word = "none"
	}
	var o Object
	o.Text("decision", []byte(word))
	if len(t.Reason) > 0 {
		o.Text("reason", t.Reason)
	}
	if t.Input != nil {
		o.Raw(input, t.Input)
	}
	if word == "deny" {
		return t.Refused(o.Line())
	}
	return o.Line(), nil, 0
}
