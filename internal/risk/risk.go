// Package risk holds the one risk table: for each kind of effect, at each
// scope, how risky it is and whether a yes may be remembered. `sentinel policy`
// prints it. A new effect kind needs a row here; a test asserts that every kind
// has one.
package risk

import "github.com/sentinelgate/sentinel"

// Cell is one entry of the table.
type Cell struct {
	Risk   sentinel.Risk   `json:"risk"`
	Colour sentinel.Colour `json:"colour"`
	Block  bool            `json:"block,omitempty"` // never a question
}

var (
	lowG  = Cell{sentinel.Low, sentinel.Green, false}
	medY  = Cell{sentinel.Medium, sentinel.Yellow, false}
	highY = Cell{sentinel.High, sentinel.Yellow, false}
	highR = Cell{sentinel.High, sentinel.Red, false}
	critR = Cell{sentinel.Critical, sentinel.Red, false}
	block = Cell{sentinel.Critical, sentinel.Red, true}
)

// row is a kind's default and its exceptions by scope.
type row struct {
	rest   Cell
	scopes map[sentinel.Scope]Cell
}

// Of gives the cell for an effect. strict is the autonomy level that asks for
// work inside the project, too.
func Of(kind sentinel.EffectKind, scope sentinel.Scope, strict bool) Cell {
	if scope == sentinel.ScopeGate && kind != sentinel.Read && kind != sentinel.List {
		return block
	}
	r := rowOf(kind)
	c, ok := r.scopes[scope]
	if !ok {
		c = r.rest
	}
	if strict && c == lowG && !reads(kind) && scope != sentinel.ScopeNone {
		return medY
	}
	return c
}

// reads: what stays green under strict autonomy.
func reads(kind sentinel.EffectKind) bool {
	return kind == sentinel.Read || kind == sentinel.List || kind == sentinel.Fetch
}

// rowOf is the table.
func rowOf(kind sentinel.EffectKind) row {
	switch kind {
	case sentinel.Read:
		return row{lowG, cells{sentinel.ScopeSecret: highR, sentinel.ScopeDevice: highR, sentinel.ScopeUnknown: medY}}
	case sentinel.List:
		return row{lowG, nil}
	case sentinel.Write:
		return row{highR, cells{sentinel.ScopeNone: lowG, sentinel.ScopeProject: lowG, sentinel.ScopeOutput: lowG, sentinel.ScopeTemp: lowG,
			sentinel.ScopeHome: highY, sentinel.ScopeOutside: highY, sentinel.ScopeContainer: highY}}
	case sentinel.Create:
		return row{highR, cells{sentinel.ScopeNone: lowG, sentinel.ScopeProject: lowG, sentinel.ScopeOutput: lowG, sentinel.ScopeTemp: lowG,
			sentinel.ScopeWhole: lowG, sentinel.ScopeHome: highY, sentinel.ScopeOutside: highY, sentinel.ScopeContainer: highY, sentinel.ScopeUnknown: highY}}
	case sentinel.Move:
		return row{highR, cells{sentinel.ScopeNone: lowG, sentinel.ScopeProject: lowG, sentinel.ScopeOutput: lowG, sentinel.ScopeTemp: lowG}}
	case sentinel.Delete:
		return row{highR, cells{sentinel.ScopeNone: lowG, sentinel.ScopeProject: medY, sentinel.ScopeOutput: lowG, sentinel.ScopeTemp: lowG,
			sentinel.ScopeSystem: critR}}
	case sentinel.DeleteTree:
		return row{highR, cells{sentinel.ScopeNone: lowG, sentinel.ScopeProject: highY, sentinel.ScopeOutput: lowG, sentinel.ScopeTemp: lowG,
			sentinel.ScopeSystem: critR}}
	case sentinel.Permission:
		return row{highR, cells{sentinel.ScopeNone: lowG, sentinel.ScopeProject: lowG, sentinel.ScopeOutput: lowG, sentinel.ScopeTemp: lowG}}
	case sentinel.PermissionTree:
		return row{highR, cells{sentinel.ScopeProject: medY, sentinel.ScopeOutput: lowG, sentinel.ScopeTemp: lowG, sentinel.ScopeSystem: critR}}
	case sentinel.Run, sentinel.Serve:
		return row{lowG, nil}
	}
	return outer(kind)
}

type cells = map[sentinel.Scope]Cell

// outer is the part of the table beyond files.
func outer(kind sentinel.EffectKind) row {
	switch kind {
	case sentinel.ExecuteFile:
		return row{highY, nil}
	case sentinel.Fetch:
		return row{highY, cells{sentinel.ScopeOwn: lowG, sentinel.ScopeRemote: medY, sentinel.ScopeProduction: medY, sentinel.ScopeSecret: highR}}
	case sentinel.Send:
		return row{highR, cells{sentinel.ScopeOwn: lowG, sentinel.ScopeRemote: highY, sentinel.ScopeProduction: highY}}
	case sentinel.Listen:
		return row{highY, cells{sentinel.ScopeOwn: lowG}}
	case sentinel.Install:
		return row{highY, cells{sentinel.ScopeNone: medY, sentinel.ScopeProject: medY}}
	case sentinel.Signal:
		return row{medY, cells{sentinel.ScopeOwn: lowG}}
	case sentinel.Record, sentinel.Integrate:
		return row{medY, cells{sentinel.ScopeTemp: lowG}}
	case sentinel.Publish, sentinel.Release, sentinel.EnvPrint, sentinel.Remote:
		return row{highY, nil}
	case sentinel.RemoteChange, sentinel.DataChange:
		return row{highY, cells{sentinel.ScopeOwn: medY}}
	case sentinel.Setting:
		return row{medY, cells{sentinel.ScopeGlobal: highY, sentinel.ScopeTemp: lowG}}
	case sentinel.RemoteDestroy, sentinel.DataDestroy, sentinel.DeleteRemote:
		return row{highR, cells{sentinel.ScopeProduction: critR}}
	case sentinel.Unrelease, sentinel.SecretSend, sentinel.System:
		return row{critR, nil}
	case sentinel.TouchGate, sentinel.Catastrophe:
		return row{block, nil}
	}
	// Discard, RewriteHistory, RewriteRemote, Privilege, Persist, SignalBroad,
	// SecretRead, Bypass, ExecuteInline, ExecuteDownloaded, Unread: asked each
	// time.
	return row{highR, nil}
}
