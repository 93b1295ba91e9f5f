package cli

import "path/filepath"

// sarifOf gives a report in the form that code hosts read: SARIF 2.1.0 of
// OASIS, with no more members than it wants.
func sarifOf(r scanReport) map[string]any {
	rules, seen := []any{}, map[string]bool{}
	results := []any{}
	for _, f := range r.Findings {
		if !seen[f.Label] {
			seen[f.Label] = true
			rules = append(rules, map[string]any{"id": f.Label, "shortDescription": sarifText(f.Title)})
		}
		level := "warning"
		if f.Confidence == "high" || f.Confidence == "medium" {
			level = "error"
		}
		results = append(results, map[string]any{
			"ruleId": f.Label, "level": level, "message": sarifText(f.Title + " " + f.Snippet),
			"locations": []any{map[string]any{"physicalLocation": map[string]any{
				"artifactLocation": map[string]any{"uri": filepath.ToSlash(f.Path)},
				"region":           map[string]any{"startLine": f.Line, "startColumn": f.Column},
			}}},
		})
	}
	notes := []any{}
	for _, e := range r.Errors {
		notes = append(notes, map[string]any{"level": "error", "message": sarifText(e.Path + ": " + e.Error)})
	}
	version, _ := buildVersion()
	return map[string]any{
		"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
		"runs": []any{map[string]any{
			"tool":        map[string]any{"driver": map[string]any{"name": "sentinel", "version": version, "rules": rules}},
			"invocations": []any{map[string]any{"executionSuccessful": len(r.Errors) == 0, "toolExecutionNotifications": notes}},
			"results":     results,
		}},
	}
}

func sarifText(s string) map[string]any { return map[string]any{"text": s} }
