package hook

import (
	"errors"

	"github.com/sentinelgate/sentinel/internal/client/settings"
)

// ErrNoSettings says that a client's settings are not known to the gate: it is
// registered by hand, as the client's page in docs/clients says.
var ErrNoSettings = errors.New("cannot be installed by the gate: register it by hand")

// NoSettings is embedded by clients whose settings the gate does not edit.
type NoSettings struct{}

// Files lists none.
func (NoSettings) Files(home, project string, level settings.Level) []settings.File { return nil }

// Install fails.
func (NoSettings) Install(settings.File, []byte, settings.Options) ([]byte, error) {
	return nil, ErrNoSettings
}

// Uninstall fails.
func (NoSettings) Uninstall(settings.File, []byte, settings.Options) ([]byte, error) {
	return nil, ErrNoSettings
}

// Status fails.
func (NoSettings) Status(settings.File, []byte, settings.Options) (settings.Status, error) {
	return settings.Status{}, ErrNoSettings
}
