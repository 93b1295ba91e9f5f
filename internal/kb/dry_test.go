package kb_test

import (
	"testing"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
)

// TestDryRunTakenBack: an option that makes a run dry counts only if nothing
// else on the line takes it back or leaves it open.
func TestDryRunTakenBack(t *testing.T) {
	base := kb.New()
	for _, real := range []string{
		"kubectl delete ns x --dry-run=client --dry-run=none",
		"kubectl delete ns x --dry-run=none --dry-run=client",
		"kubectl delete ns x --dry-run=$MODE",
		"kubectl delete ns x --dry-run=false",
		"aws ec2 terminate-instances --instance-ids i-1 --dry-run --no-dry-run",
		"aws ec2 terminate-instances --instance-ids i-1 --no-dry-run --dry-run",
		"aws s3 rm s3://b --recursive --dryrun --no-dryrun",
		"npm publish --dry-run=false",
		"npm publish --dry-run=False",
		"npm publish --dry-run false",
		"npm publish --dry-run=$V",
		"npm publish --dry-run --no-dry-run",
		"npm publish --dry-run --dry-run=0",
		"helm uninstall x --dry-run=false",
		"helm uninstall x --dry-run --dry-run=none",
		"docker compose --dry-run=false down -v",
		"git push --force --dry-run --no-dry-run",
	} {
		if got := gradeOf(t, base, real); got == "green" {
			t.Errorf("%q may really run and is %s", real, got)
		}
	}
	for _, dry := range []string{
		"kubectl delete ns x --dry-run=client",
		"kubectl delete ns x --dry-run=server",
		"aws s3 rm s3://b --recursive --dryrun",
		"aws ec2 terminate-instances --instance-ids i-1 --dry-run",
		"npm publish --dry-run",
		"npm publish --dry-run=true",
		"npm publish --dry-run --dry-run",
		"helm uninstall x --dry-run",
		"git clean -fdn",
	} {
		if got := gradeOf(t, base, dry); got != "green" {
			t.Errorf("%q only shows and is %s", dry, got)
		}
	}
}

func gradeOf(t *testing.T, base *kb.Base, command string) string {
	t.Helper()
	w := &facts.World{KB: base, Place: &paths.Place{FS: paths.NewProject(nil), Home: paths.ProjectHome, Root: paths.ProjectRoot}}
	a, err := w.Assess(sentinel.Call{
		Tool: "bash", Arguments: map[string]any{"command": command}, Cwd: paths.ProjectRoot, Attended: true,
	})
	if err != nil {
		t.Fatalf("%q: %v", command, err)
	}
	return grade(a)
}
