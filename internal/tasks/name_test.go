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
		"run": false, "gen": false, "html": true,
	} {
		if got := tasks.Ordinary(name); got != want {
			t.Errorf("Ordinary(%q) = %v, want %v", name, got, want)
		}
	}
}

// TestOrdinaryScript: what any script may be called says nothing, whatever a task
// of that name may do.
func TestOrdinaryScript(t *testing.T) {
	for name, want := range map[string]bool{
		"test": true, "run-tests": true, "build": true, "lint_all": true,
		"": false, "run": false, "gen-fixtures": false, "generate": false, "server": false, "html": false, "test-deploy": false,
	} {
		if got := tasks.OrdinaryScript(name); got != want {
			t.Errorf("OrdinaryScript(%q) = %v, want %v", name, got, want)
		}
	}
}
