package inline

import "github.com/sentinelgate/sentinel"

// InWords is what was recognised, in code of a language, "" if there is nothing to say.
func (a Act) InWords(lang string) string {
	if a.Say == "" {
		return ""
	}
	return lang + " code: " + a.Say
}

// serves: a server of the project that names no address is its own business.
func (r *Report) serves() {
	for i, a := range r.Acts {
		if a.Kind == sentinel.Listen && !a.Aimed {
			r.Acts[i].Kind = sentinel.Serve
		}
	}
}
