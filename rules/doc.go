// Package rules decides tool calls by permission rules that a person wrote:
// ordered patterns on what a call is about, each with allow, ask or deny.
//
//	{ "bash": { "*": "ask", "git *": "allow", "git push *": "ask" },
//	  "read": { "*": "allow", "*.env": "deny" },
//	  "web_fetch": "deny" }
//
// The package is pure: it reads no file, no clock and no environment, so that
// the order of rules can be tested alone. A caller uses it in four steps:
//
//	own, problems := rules.Parse(rules.Source{File: name}, block) // problems: show them
//	set := own.Over(rules.Defaults(nil))                          // the person's rules over the built-in ones
//	call := rules.NewCall("Read", "src/app.ts")                   // or a Call with several forms per subject
//	answer := rules.Options{Rules: set}.Decide(call)              // rules, then grants, autoApprove and yolo
//
// # What counts
//
//   - Pattern: '*' is any run of characters, '?' one character, all else is
//     literal; the whole subject must match ([Match]).
//   - Subject: what a call is about, for example one command of a shell text
//     or one path of a patch. Each subject is resolved by itself: the last
//     matching rule wins. Over the subjects the strictest answer counts.
//   - No subject is not an empty text: only the pattern "*" matches it.
//   - Tool: the same tool has many names (read, Read, read_file, view). They
//     are one key. A key that names the tool comes first. Then come keys of its
//     family ("edit" for multi_edit, "mcp" for tools of MCP servers) and keys
//     with wildcards: the last one written, but "*" gives way to a family.
//   - A person's entry for a tool replaces the built-in entry of that tool
//     whole. A file with mistakes replaces nothing: its denies and asks are
//     added to what holds without it, its allows are void.
//   - A built-in ask is not a wish of the person; [Result.Default] tells.
//
// # Extending
//
// A new tool, or a further name for one, is one line of the table in internal/tools.
// It gives the tool's names, what its subjects are and what holds by default.
package rules
