package state

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sentinelgate/sentinel"
)

func TestLearn(t *testing.T) {
	t.Parallel()
	medium := Part{"git commit -m <word>", "git commit", []sentinel.Effect{{Kind: sentinel.Record, Scope: sentinel.ScopeProject}},
		sentinel.Medium, sentinel.Yellow, false}
	high := Part{"npm publish", "npm publish", publish, sentinel.High, sentinel.Yellow, false}
	second := high
	second.SaidYes = true
	green := Part{Shape: "ls", Key: "ls", Effects: publish, Risk: sentinel.Low, Colour: sentinel.Green}
	red := Part{Shape: "git push -f", Key: "git push -f", Effects: publish, Risk: sentinel.High, Colour: sentinel.Red}
	critical := Part{Shape: "x", Key: "x", Effects: publish, Risk: sentinel.Critical, Colour: sentinel.Yellow}
	noKey, noEffects, unjudged := medium, medium, medium
	noKey.Key, noEffects.Effects, unjudged.Risk = "", nil, sentinel.RiskUnjudged

	mediumGrant := Grant{medium.Key, medium.Shape, medium.Effects, ForProject, ""}
	highGrant := Grant{high.Key, high.Shape, high.Effects, ForSession, high.Yes()}
	secondGrant := highGrant
	secondGrant.Keep = ForProject
	tests := []struct {
		name  string
		parts []Part
		want  []Grant
		keep  Keep
	}{
		{"MEDIUM is for the project", []Part{medium}, []Grant{mediumGrant}, ForProject},
		{"HIGH is for the session", []Part{high}, []Grant{highGrant}, ForSession},
		{"HIGH in a second session is for the project", []Part{second}, []Grant{secondGrant}, ForProject},
		{"both", []Part{medium, high}, []Grant{mediumGrant, highGrant}, ForSession},
		{"green beside it", []Part{green, medium}, []Grant{mediumGrant}, ForProject},
		{"R92 red is this once", []Part{red}, nil, Once},
		{"R92 red beside it", []Part{medium, red}, nil, Once},
		{"CRITICAL", []Part{critical}, nil, Once},
		{"no key", []Part{medium, noKey}, nil, Once},
		{"no effects", []Part{noEffects}, nil, Once},
		{"unjudged", []Part{unjudged}, nil, Once},
		{"zero value", []Part{{}}, nil, Once},
		{"green only", []Part{green}, nil, Once},
		{"nothing", nil, nil, Once},
	}
	event := PostEvent{"s", "c", "d"}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			asked := AskedCall{"s", "c", "d", true, 1, test.parts}
			if diff := cmp.Diff(test.want, Learn(asked, event)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if got := Remember(test.parts); got != test.keep {
				t.Errorf("the prompt would say %q, want %q", got, test.keep)
			}
		})
	}
}

func TestLearnNeedsTheVeryCall(t *testing.T) {
	t.Parallel()
	parts := []Part{{"s", "k", publish, sentinel.Medium, sentinel.Yellow, false}}
	good := AskedCall{"s", "c", "d", true, 1, parts}
	if Learn(good, PostEvent{"s", "c", "d"}) == nil {
		t.Fatal("learns nothing at all")
	}
	unattended, empty := good, AskedCall{Attended: true, Parts: parts}
	unattended.Attended = false
	for name, test := range map[string]struct {
		asked AskedCall
		event PostEvent
	}{
		"another session":  {good, PostEvent{"t", "c", "d"}},
		"another call":     {good, PostEvent{"s", "b", "d"}},
		"another input":    {good, PostEvent{"s", "c", "e"}},
		"nobody there":     {unattended, PostEvent{"s", "c", "d"}},
		"nothing is known": {empty, PostEvent{}},
	} {
		if got := Learn(test.asked, test.event); got != nil {
			t.Errorf("%s: learns %v", name, got)
		}
	}
}

func TestYesIsBoundToEffects(t *testing.T) {
	t.Parallel()
	read := sentinel.Effect{Kind: sentinel.Read, Scope: sentinel.ScopeProject}
	a := Part{Key: "k", Effects: []sentinel.Effect{read, publish[0]}}
	b := Part{Key: "k", Effects: []sentinel.Effect{publish[0], read, read}}
	if a.Yes() != b.Yes() || a.Yes() == "" {
		t.Error("order or repetition matters")
	}
	for name, other := range map[string]Part{
		"key": {Key: "l", Effects: a.Effects}, "effects": {Key: "k", Effects: a.Effects[:1]},
		"target": {Key: "k", Effects: []sentinel.Effect{read, {Kind: sentinel.Publish, Scope: sentinel.ScopeRemote, Target: "other"}}},
	} {
		if other.Yes() == a.Yes() {
			t.Errorf("another %s does not matter", name)
		}
	}
}
