package inline

import (
	"slices"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/sqltext"
	"github.com/sentinelgate/sentinel/internal/sqltext/nosql"
	"github.com/sentinelgate/sentinel/internal/textlang/escape"
)

// statements reads the text of a database client.
func statements(lang, text string, c Client) []sqltext.Statement {
	switch lang {
	case "redis":
		return nosql.RedisText(text)
	case "mongo":
		return nosql.Mongo(text)
	}
	return sqltext.Parse(text, sqltext.DialectOf(c.Program))
}

// escape reads the command language of a client that has a way to the shell.
func (r *Report) escape(client, text string) { r.textActs(escape.Escape(client, text)) }

// act is the effect that a report's own name for it stands for, and the role of
// its target. Lists of them are gone through: a map would be made at each start.
type act[K comparable] struct {
	is   K
	kind sentinel.EffectKind
	role string
}

func actOf[K comparable](list []act[K], is K) (act[K], bool) {
	i := slices.IndexFunc(list, func(a act[K]) bool { return a.is == is })
	if i < 0 {
		return act[K]{}, false
	}
	return list[i], true
}
