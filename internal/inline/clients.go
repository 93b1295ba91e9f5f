package inline

import "github.com/sentinelgate/sentinel/internal/sqltext"

// statements reads the text of a database client.
func statements(lang, text string, c Client) []sqltext.Statement {
	return sqltext.Parse(text, sqltext.DialectOf(c.Program))
}

// windows reads PowerShell and cmd.exe text.
func (r *Report) windows(lang, text string) { r.unread(lang + " text") }

// escape reads the command language of a debugger.
func (r *Report) escape(lang, text string) { r.unread(lang + " commands") }
