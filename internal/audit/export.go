package audit

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sentinelgate/sentinel"
)

// Formats are the names that Export takes.
func Formats() []string { return []string{"jsonl", "csv", "ocsf"} }

// Export writes the log for other programs: jsonl has every line of both chains as
// it is, so that it can be verified elsewhere; csv and ocsf have what was decided.
func Export(ctx context.Context, w io.Writer, s Sources, f Filter, format string) error {
	switch format {
	case "jsonl":
		return exportLines(ctx, w, s, f)
	case "csv", "ocsf":
		rows, _, err := s.Rows(ctx, f, nil)
		if err != nil {
			return err
		}
		rows = slices.DeleteFunc(rows, Row.Act) // these formats are about calls
		if format == "csv" {
			return exportCSV(w, rows)
		}
		return exportOCSF(w, rows)
	}
	return fmt.Errorf("export audit: the format is one of %s", strings.Join(Formats(), ", "))
}

// exported is a line of a chain, with its chain.
type exported struct {
	Origin string `json:"origin"`
	sentinel.Line
}

func exportLines(ctx context.Context, w io.Writer, s Sources, f Filter) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	for origin, got := range s.all(ctx, nil) {
		if errors.Is(got.err, ErrNoLine) {
			continue
		}
		if got.err != nil && !errors.Is(got.err, ErrForm) {
			return got.err
		}
		if got.line.Time.Before(f.Since) {
			continue
		}
		if err := encoder.Encode(exported{origin, got.line}); err != nil {
			return fmt.Errorf("export audit: %w", err)
		}
	}
	return nil
}

func exportCSV(w io.Writer, rows []Row) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"time", "permitted", "outcome", "risk", "tool", "rule", "agent", "session", "number", "reason", "by", "channel",
		"comment", "arguments", "edit", "host", "policy", "kind", "origin", "seq", "hash"})
	for _, r := range rows {
		cells := []string{r.Time.UTC().Format(time.RFC3339Nano), strconv.FormatBool(r.Permitted), r.Outcome.String(), r.Risk.String(), r.Tool, r.Rule,
			r.Agent, r.Session, strconv.FormatInt(r.Number, 10), r.Reason, r.By, r.Channel, r.Comment, r.Arguments, r.Edit, r.Host, r.Policy,
			r.Kind, r.Origin, strconv.FormatInt(r.Seq, 10), r.Hash}
		for i, c := range cells {
			cells[i] = cell(c)
		}
		_ = out.Write(cells)
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("export audit: %w", err)
	}
	return nil
}

// cell keeps a table program from taking a text for a formula.
func cell(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r\n", rune(text[0])) {
		return "'" + text
	}
	return text
}

// OCSF: class API Activity (6003) of the Open Cybersecurity Schema Framework.
const (
	ocsfVersion  = "1.5.0"
	ocsfCategory = 6
	ocsfClass    = 6003
	ocsfOther    = 99 // the activity: calls of tools are none of the listed ones
)

func exportOCSF(w io.Writer, rows []Row) error {
	for _, r := range rows {
		line, err := JSON(ocsf(r))
		if err == nil {
			_, err = w.Write(line)
		}
		if err != nil {
			return fmt.Errorf("export audit: %w", err)
		}
	}
	return nil
}

// ocsf is a row as an event of that class.
func ocsf(r Row) map[string]any {
	status, id := "Failure", 2
	decision := "denied"
	if r.Permitted {
		status, id, decision = "Success", 1, "allowed"
	}
	actor := map[string]any{
		"app_name":       r.Agent,
		"session":        map[string]any{"uid": r.Session},
		"authorizations": []any{map[string]any{"decision": decision, "policy": map[string]any{"name": r.Rule, "uid": r.Policy}}},
	}
	if r.By != "" {
		actor["user"] = map[string]any{"name": r.By}
	}
	host := r.Host
	if host == "" {
		host = "localhost"
	}
	return map[string]any{
		"class_uid": ocsfClass, "class_name": "API Activity", "category_uid": ocsfCategory, "category_name": "Application Activity",
		"activity_id": ocsfOther, "activity_name": "Tool call", "type_uid": ocsfClass*100 + ocsfOther, "type_name": "API Activity: Other",
		"time": r.Time.UnixMilli(), "severity_id": severity(r.Risk), "severity": severityNames[severity(r.Risk)],
		"status_id": id, "status": status, "status_code": r.Outcome.String(), "status_detail": r.Reason,
		"actor": actor,
		"api": map[string]any{"operation": r.Tool, "service": map[string]any{"name": "tool"},
			"request": map[string]any{"uid": r.Request, "data": r.Arguments}},
		"src_endpoint": map[string]any{"name": host},
		"metadata": map[string]any{"version": ocsfVersion, "uid": r.Hash, "sequence": r.Seq, "log_name": r.Origin,
			"product": map[string]any{"name": "Sentinel", "vendor_name": "Sentinel"}},
		"unmapped": map[string]any{"kind": r.Kind, "channel": r.Channel, "comment": r.Comment, "edit": r.Edit, "number": r.Number, "risk": r.Risk.String()},
	}
}

var severityNames = []string{"Unknown", "Informational", "Low", "Medium", "High", "Critical"}

func severity(r sentinel.Risk) int {
	switch r {
	case sentinel.Low:
		return 1
	case sentinel.Medium:
		return 3
	case sentinel.High:
		return 4
	case sentinel.Critical:
		return 5
	}
	return 0
}
