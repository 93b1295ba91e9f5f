package settings

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/tailscale/hujson"

	"github.com/sentinelgate/sentinel/internal/config/jsonc"
)

// Member is a member of an object as JSON text, set with two blanks a step.
type Member struct {
	Name string
	JSON []byte
}

// Insert adds members to an object at the top of a file, and the object where it
// is not there. A member that is there already is an error. old is nil where
// there is no file.
func Insert(old []byte, object string, members []Member) ([]byte, error) {
	if len(members) == 0 {
		return old, nil
	}
	doc, root, err := openSettings(old)
	if err != nil {
		return nil, err
	}
	lay := layoutOf(doc, root)
	m := jsonc.Member(root, object)
	if m == nil {
		lay.addMember(root, 1, object, &hujson.Object{})
		m = jsonc.Member(root, object)
	}
	inner, ok := m.Value.Value.(*hujson.Object)
	if !ok {
		return nil, fmt.Errorf("read settings: %w", doc.Errorf(m.Value.StartOffset, "%q is no object", object))
	}
	for _, x := range members {
		if jsonc.Member(inner, x.Name) != nil {
			return nil, fmt.Errorf("insert %q: it is there already", x.Name)
		}
		text := x.JSON
		if lay.flat {
			var b bytes.Buffer
			if err := json.Compact(&b, text); err != nil {
				return nil, fmt.Errorf("insert %q: %w", x.Name, err)
			}
			text = b.Bytes()
		} else { // it stands two steps deep
			text = bytes.ReplaceAll(text, []byte("  "), []byte(lay.unit))
			text = bytes.ReplaceAll(text, []byte("\n"), []byte(lay.newline+lay.unit+lay.unit))
		}
		v, err := hujson.Parse(text)
		if err != nil {
			return nil, fmt.Errorf("insert %q: %w", x.Name, err)
		}
		lay.addMember(inner, 2, x.Name, v.Value)
	}
	b := doc.Pack()
	if _, err := jsonc.Parse(b); err != nil {
		return nil, fmt.Errorf("edit settings: %w", err)
	}
	return b, nil
}
