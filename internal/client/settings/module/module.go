// Package module writes the modules that run in a client's own process and ask
// the gate there.
//
// Such a module is three texts: the line that tells whose it is, ask.ts, which
// all of them share, and what the client calls. They are TypeScript without a
// type, so that they are JavaScript, too.
package module

import (
	"bytes"
	_ "embed" // for ask.ts
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/client/settings"
)

//go:embed ask.ts
var ask string

// Whole is the registration of a client by a module with this body.
func Whole(client, body string) settings.Whole {
	return settings.Whole{Client: client, Comment: "//", Text: func(o settings.Options, mark string) ([]byte, error) {
		limit := strconv.FormatInt(settings.ClientLimit.Milliseconds(), 10)
		command := append(append([]string{o.Binary}, o.Flags...), "hook", client)
		var list bytes.Buffer
		enc := json.NewEncoder(&list)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(command); err != nil {
			return nil, fmt.Errorf("write module: %w", err)
		}
		head := "// Asks the gate before each tool call. `sentinel uninstall " + client + "` takes this file away.\n" + mark + "\n\n"
		return []byte(head + strings.NewReplacer("__COMMAND__", strings.TrimSpace(list.String()), "__LIMIT__", limit).Replace(ask) + "\n" + body), nil
	}}
}
