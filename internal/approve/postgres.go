package approve

import (
	"context"
	"errors"

	"github.com/sentinelgate/sentinel"
)

func openPostgres(context.Context, string) (sentinel.Store, error) {
	return nil, errors.New("postgres")
}
