package config

import (
	"encoding/json"
	"path/filepath"

	"github.com/sentinelgate/sentinel/internal/config/keys"
)

// pi keeps the settings of its extensions in its own folder. People who had its
// sentinel extension have theirs there: a file for every project, one for each
// working folder, and an old one in the project itself. They hold what stands
// under "guards" in a file of ours.

// Pi is the name of that client.
const Pi = "pi"

// piFiles are pi's files. A folder that the environment names may only tighten,
// and so may the project's file.
func piFiles(o Options) []Source {
	usual := filepath.Join(o.Home, ".pi", "agent")
	dir := usual
	if o.ClientDir != "" {
		dir = expand(o.ClientDir, o.Home)
		if o.ClientDir == "~" {
			dir = o.Home
		}
	}
	cwd := o.Cwd
	if cwd == "" {
		cwd = o.Root
	}
	list := []Source{{Path: filepath.Join(dir, "extensions", "sentinel.json"), Scope: Client}}
	if cwd != "" {
		list = append(list, Source{Path: filepath.Join(dir, "extensions", "sentinel", "projects", fileName(cwd)), Scope: Client})
	}
	for i := range list {
		list[i].tighten = !filepath.IsAbs(dir) || filepath.Clean(dir) != usual
	}
	if o.Root != "" {
		list = append(list, Source{Path: filepath.Join(o.Root, ".pi", "extensions", "sentinel.json"), Scope: Repository, tighten: true})
	}
	for i := range list {
		list[i].guards = true
	}
	return list
}

// known leaves out of a block what is no key of ours, so that the package that
// reads it does not refuse the whole.
func known(data []byte, k keys.Key) json.RawMessage {
	var v map[string]any
	if json.Unmarshal(data, &v) != nil {
		return data
	}
	strip(v, k)
	out, err := json.Marshal(v)
	if err != nil {
		return data
	}
	return out
}

func strip(v map[string]any, k keys.Key) {
	for name, value := range v {
		member, ok := k.Member(name)
		if !ok {
			delete(v, name)
			continue
		}
		if o, ok := value.(map[string]any); ok && member.Kind == keys.Object {
			strip(o, member)
		}
	}
}

// ClientFolders are the folders and files of clients that count as ours: no
// agent may write there.
func ClientFolders(home string) []string {
	base := filepath.Join(home, ".pi", "agent", "extensions", "sentinel")
	return []string{base, base + ".json"}
}
