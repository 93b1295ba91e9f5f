package hook

import "github.com/sentinelgate/sentinel/internal/client/settings"

// NoSettings is embedded by clients whose settings the gate does not edit: it is
// registered by hand, as the client's page in docs/clients says.
type NoSettings struct{}

// Registration is none.
func (NoSettings) Registration() settings.Registration { return settings.Registration{} }
