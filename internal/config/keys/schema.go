package keys

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Schema is the JSON Schema of a file, made of the same table of keys that the
// reader checks files against.
func Schema() []byte {
	top := Top()
	s := schemaOf(top)
	s = append(ordered{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"$id", "sentinel-config.schema.json"},
		{"title", "Sentinel"},
	}, s...)
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil { // the table holds texts, numbers and truth values only
		return nil
	}
	return append(data, '\n')
}

// ordered is an object whose members keep their order.
type ordered []member

type member struct {
	name  string
	value any
}

// MarshalJSON implements json.Marshaler.
func (o ordered) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		var line bytes.Buffer
		enc := json.NewEncoder(&line)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(m.value); err != nil {
			return nil, fmt.Errorf("write schema: %w", err)
		}
		fmt.Fprintf(&b, "%q:%s", m.name, bytes.TrimSpace(line.Bytes()))
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func schemaOf(k Key) ordered {
	var s ordered
	add := func(name string, v any) { s = append(s, member{name, v}) }
	if k.Say != "" {
		add("description", k.Say)
	}
	switch k.Kind {
	case Text:
		add("type", "string")
		add("minLength", 1)
	case Path:
		add("type", "string")
		add("pattern", `^(/|~/|[A-Za-z]:)`)
	case Word:
		add("enum", k.Words)
	case Bool:
		add("type", "boolean")
	case Number, Decimal:
		kind := "integer"
		if k.Kind == Decimal {
			kind = "number"
		}
		add("type", kind)
		add("minimum", k.Least)
		add("maximum", k.Most)
	case Duration:
		add("type", "string")
		add("pattern", `^([0-9.]+(ms|s|m|h))+$`)
	case Object:
		members := ordered{}
		for _, m := range k.Keys {
			members = append(members, member{m.Name, schemaOf(m)})
		}
		add("type", "object")
		add("additionalProperties", false)
		add("properties", members)
		if k.Needs != "" {
			add("required", []string{k.Needs})
		}
	case List:
		add("type", "array")
		add("items", schemaOf(*k.Of))
	case Rules:
		add("type", "object")
		add("additionalProperties", rulesSchema())
	case Any:
		add("type", "object")
	}
	if k.Default != nil {
		add("default", k.Default)
	}
	return s
}

// rulesSchema is what may stand under a tool in the block of permission rules.
func rulesSchema() ordered {
	decision := ordered{{"enum", []string{"allow", "ask", "deny"}}}
	texts := ordered{{"type", "array"}, {"items", ordered{{"type", "string"}}}}
	examples := ordered{
		{"type", "object"}, {"additionalProperties", false}, {"required", []string{"decision"}},
		{"properties", ordered{{"decision", decision},
			{"match", append(ordered{{"description", "Subjects that the pattern must match."}}, texts...)},
			{"noMatch", append(ordered{{"description", "Subjects that it must not match."}}, texts...)}}},
	}
	return ordered{{"anyOf", []any{decision,
		ordered{{"type", "object"}, {"additionalProperties", ordered{{"anyOf", []any{decision, examples}}}}},
	}}}
}

// Listed is one key of a file, for lists of them.
type Listed struct {
	Path    string // as silence.medium; elements of lists as reviewers[].kind
	Type    string
	Default string // as it stands in a file, "" for none
	Say     string
}

// All lists every key that a file may have.
func All() []Listed {
	var out []Listed
	var walk func(k Key, path string)
	walk = func(k Key, path string) {
		if path != "" {
			out = append(out, Listed{path, typeOf(k), defaultOf(k), k.Say})
		}
		if k.Kind == List {
			k, path = *k.Of, path+"[]"
		}
		for _, m := range k.Keys {
			walk(m, Join(path, m.Name))
		}
	}
	walk(Top(), "")
	return out
}

func typeOf(k Key) string {
	switch k.Kind {
	case Word:
		return Choices(k.Words)
	case Bool:
		return "true or false"
	case Number:
		return "whole number"
	case Decimal:
		return "number"
	case Duration:
		return `a time as "120s"`
	case Object, Rules, Any:
		return "object"
	case List:
		return "list"
	case Path:
		return "path"
	case Text:
	}
	return "text"
}

func defaultOf(k Key) string {
	if k.Default == nil {
		return ""
	}
	data, err := json.Marshal(k.Default)
	if err != nil {
		return ""
	}
	return string(data)
}
