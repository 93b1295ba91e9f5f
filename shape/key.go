package shape
import "github.com/sentinelgate/sentinel/internal/shell"
func (p *printer) key(c *shell.Command) string { return p.command(c) }
