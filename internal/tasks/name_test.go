package tasks_test

import (
	"testing"

	"github.com/sentinelgate/sentinel/internal/tasks"
)

// TestOrdinary: a word that is not known says nothing, and one that says more
// than build or test outweighs it.
func TestOrdinary(t *testing.T) {
	for name, want := range map[string]bool{
		"test": true, "test:unit": true, "Build-Docs": true, "lint_fix": true,
		"": false, "frobnicate": false, "deploy": false, "test:deploy": false, "build-and-publish": false, "db:reset": false,
	} {
		if got := tasks.Ordinary(name); got != want {
			t.Errorf("Ordinary(%q) = %v, want %v", name, got, want)
		}
	}
}
