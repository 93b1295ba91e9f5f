package config

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Schema is the JSON Schema of a file, made of the same table of keys that the
// reader checks files against.
func Schema() []byte {
	top := top()
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

func schemaOf(k key) ordered {
	var s ordered
	add := func(name string, v any) { s = append(s, member{name, v}) }
	if k.say != "" {
		add("description", k.say)
	}
	switch k.kind {
	case kindText:
		add("type", "string")
		add("minLength", 1)
	case kindPath:
		add("type", "string")
		add("pattern", `^(/|~/|[A-Za-z]:)`)
	case kindWord:
		add("enum", k.words)
	case kindBool:
		add("type", "boolean")
	case kindNumber, kindDecimal:
		kind := "integer"
		if k.kind == kindDecimal {
			kind = "number"
		}
		add("type", kind)
		add("minimum", k.least)
		add("maximum", k.most)
	case kindDuration:
		add("type", "string")
		add("pattern", `^([0-9.]+(ms|s|m|h))+$`)
	case kindObject:
		members := ordered{}
		for _, m := range k.keys {
			members = append(members, member{m.name, schemaOf(m)})
		}
		add("type", "object")
		add("additionalProperties", false)
		add("properties", members)
		if k.needs != "" {
			add("required", []string{k.needs})
		}
	case kindList:
		add("type", "array")
		add("items", schemaOf(*k.of))
	case kindRules:
		add("type", "object")
		add("additionalProperties", rulesSchema())
	case kindAny:
		add("type", "object")
	}
	if k.old != nil {
		add("default", k.old)
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

// Key is one key of a file, for lists of them.
type Key struct {
	Path    string // as silence.medium; elements of lists as reviewers[].kind
	Type    string
	Default string // as it stands in a file, "" for none
	Say     string
}

// Keys lists every key that a file may have.
func Keys() []Key {
	var out []Key
	var walk func(k key, path string)
	walk = func(k key, path string) {
		if path != "" {
			out = append(out, Key{path, typeOf(k), defaultOf(k), k.say})
		}
		if k.kind == kindList {
			k, path = *k.of, path+"[]"
		}
		for _, m := range k.keys {
			walk(m, join(path, m.name))
		}
	}
	walk(top(), "")
	return out
}

func typeOf(k key) string {
	switch k.kind {
	case kindWord:
		return choices(k.words)
	case kindBool:
		return "true or false"
	case kindNumber:
		return "whole number"
	case kindDecimal:
		return "number"
	case kindDuration:
		return `a time as "120s"`
	case kindObject, kindRules, kindAny:
		return "object"
	case kindList:
		return "list"
	case kindPath:
		return "path"
	case kindText:
	}
	return "text"
}

func defaultOf(k key) string {
	if k.old == nil {
		return ""
	}
	data, err := json.Marshal(k.old)
	if err != nil {
		return ""
	}
	return string(data)
}
