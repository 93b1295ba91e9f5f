package inline

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/code/report"
)

// addresses maps acts on files whose name is an address on the network, which
// many languages open like files, and tells whether a is one.
func (r *Report) addresses(a report.Act) bool {
	found := false
	for _, x := range a.Args {
		found = found || strings.Contains(x.Text, "://")
	}
	if !found {
		return false
	}
	for n, x := range a.Args {
		scheme, rest, ok := strings.Cut(x.Text, "://")
		scheme = strings.ToLower(scheme)
		writes := a.Kind == report.Write || a.Kind == report.Append || a.Kind == report.Delete || a.Kind == report.Mkdir ||
			(a.Kind == report.Move || a.Kind == report.Copy || a.Kind == report.Link) && n == 1
		reads := a.Kind == report.Read || a.Kind == report.List || a.Kind == report.Import || (a.Kind == report.Move || a.Kind == report.Copy || a.Kind == report.Link) && n == 0
		switch {
		case !writes && !reads:
			return false
		case ok && scheme == "php":
			r.phpStream(a, rest, x.Known)
		case ok && (scheme == "file" || scheme == "zip" || scheme == "phar" || scheme == "compress.zlib" || scheme == "glob"):
			r.place(a, report.Arg{Text: rest, Known: x.Known, Glob: scheme == "glob"}, writes)
		case !ok:
			r.place(a, x, writes)
		case a.Kind == report.Import || scheme == "expect":
			r.act(sentinel.ExecuteDownloaded, Word(x.Text, x.Known), "url", "loads code from "+x.Text)
		case scheme == "data":
		case writes:
			r.act(sentinel.Send, Word(x.Text, x.Known), "url", a.Call)
		default:
			r.act(sentinel.Fetch, Word(x.Text, x.Known), "url", a.Call)
		}
	}
	return true
}

// place is an argument that names a file after all.
func (r *Report) place(a report.Act, x report.Arg, writes bool) {
	switch {
	case a.Kind == report.Import:
		r.act(sentinel.ExecuteFile, pathWord(x), "import", a.Call)
	case a.Kind == report.Delete:
		r.act(sentinel.Delete, pathWord(x), "delete", a.Call)
	case a.Kind == report.Move && !writes:
		r.act(sentinel.Move, pathWord(x), "move", a.Call)
	case writes:
		r.act(sentinel.Write, pathWord(x), "write", a.Call)
	default:
		r.act(sentinel.Read, pathWord(x), "read", a.Call)
	}
}

// phpStream is php://stdin and its like; php://filter reads another file.
func (r *Report) phpStream(a report.Act, rest string, known bool) {
	_, file, filtered := strings.Cut(rest, "resource=")
	switch {
	case filtered:
		again := a
		again.Args = []report.Arg{{Text: file, Known: known}}
		r.codeAct(again)
	case a.Kind == report.Import:
		r.unread(a.Call + " runs what comes in")
	}
}
