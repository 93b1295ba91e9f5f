package sqlite

import (
	"path/filepath"
	"testing"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/store/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) (sentinel.Store, storetest.Again) {
		path := filepath.Join(t.TempDir(), "own folder?x=1%20", "sentinel#1.db")
		again := func() (sentinel.Store, error) { return Open(path) }
		s, err := again()
		if err != nil {
			t.Fatal(err)
		}
		return s, again
	})
}
