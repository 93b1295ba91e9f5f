package config

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/config/keys"
)

var update = flag.Bool("update", false, "write the published schema anew")

// TestSchemaIsPublished: the file in docs is what the reader knows.
func TestSchemaIsPublished(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "config.schema.json")
	if *update {
		if err := os.WriteFile(path, keys.Schema(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, keys.Schema()) {
		t.Error("docs/config.schema.json is not what `sentinel config schema` prints: go test ./internal/config -update")
	}
}

// TestDocumentedKeys: docs/configuration.md names every key.
func TestDocumentedKeys(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "configuration.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range keys.All() {
		name := k.Path[strings.LastIndex(k.Path, ".")+1:]
		if !bytes.Contains(text, []byte(name)) {
			t.Errorf("docs/configuration.md does not name %s", k.Path)
		}
		if k.Say == "" {
			t.Errorf("%s has no sentence", k.Path)
		}
	}
}

// TestSchemaAgreesWithTheReader puts values to both: what the schema takes has
// no mistake for the reader, and the other way round.
func TestSchemaAgreesWithTheReader(t *testing.T) {
	var schema map[string]any
	if err := json.Unmarshal(keys.Schema(), &schema); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, k := range keys.All() {
		if strings.Contains(k.Path, "[]") || strings.Contains(k.Path, "secrets.rules") {
			continue
		}
		for _, value := range []string{`"allow"`, `"standard"`, `"client"`, `"user"`, `"ask"`, `"high"`, `"90s"`, `"x"`, `"/x"`, `"sqlite"`, `true`, `7`, `-1`,
			`1.5`, `null`, `{}`, `[]`, `["x"]`, `[{"kind": "terminal"}]`, `{"unknown": 1}`} {
			text := nest(k.Path, value)
			var doc any
			if err := json.Unmarshal([]byte(text), &doc); err != nil {
				t.Fatal(err)
			}
			valid := accepts(schema, doc)
			_, problems := load(map[string]string{userPath: text})
			mistakes := 0
			for _, p := range problems {
				if p.Kind != Ignored {
					mistakes++
				}
			}
			if n++; valid != (mistakes == 0) && k.Path != "permission" { // package rules reads that one
				t.Errorf("%s: schema %v, reader %v", text, valid, problems)
			}
		}
	}
	if n < 300 {
		t.Errorf("only %d values", n)
	}
}

func nest(path, value string) string {
	parts := strings.Split(path, ".")
	for i := len(parts) - 1; i >= 0; i-- {
		value = `{"` + parts[i] + `": ` + value + `}`
	}
	return value
}

// accepts is as much of JSON Schema as the schema uses.
func accepts(schema map[string]any, v any) bool {
	if enum, ok := schema["enum"].([]any); ok {
		for _, e := range enum {
			if e == v {
				return true
			}
		}
		return false
	}
	if list, ok := schema["anyOf"].([]any); ok {
		for _, s := range list {
			if accepts(s.(map[string]any), v) {
				return true
			}
		}
		return false
	}
	switch schema["type"] {
	case "string":
		s, ok := v.(string)
		pattern, _ := schema["pattern"].(string)
		return ok && s != "" && (pattern == "" || regexp.MustCompile(pattern).MatchString(s))
	case "boolean":
		_, ok := v.(bool)
		return ok
	case "integer", "number":
		f, ok := v.(float64)
		return ok && f >= schema["minimum"].(float64) && f <= schema["maximum"].(float64) && (schema["type"] == "number" || f == float64(int(f)))
	case "array":
		list, ok := v.([]any)
		for _, e := range list {
			ok = ok && accepts(schema["items"].(map[string]any), e)
		}
		return ok
	case "object":
		return acceptsObject(schema, v)
	}
	return false
}

func acceptsObject(schema map[string]any, v any) bool {
	o, ok := v.(map[string]any)
	members, _ := schema["properties"].(map[string]any)
	for name, value := range o {
		switch m, known := members[name].(map[string]any); {
		case known:
			ok = ok && accepts(m, value)
		case schema["additionalProperties"] == false:
			ok = false
		}
	}
	required, _ := schema["required"].([]any)
	for _, name := range required {
		if _, has := o[name.(string)]; !has {
			ok = false
		}
	}
	return ok
}
