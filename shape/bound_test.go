package shape_test

import (
	"testing"

	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
	"github.com/sentinelgate/sentinel/shape"
)

// keyOf is the key of the last command of a text.
func keyOf(t *testing.T, text string) string {
	t.Helper()
	r := shell.Read(text, shell.Options{Home: "/home/user", Cwd: "/home/user/project", Knows: kb.New(), Limits: shell.DefaultLimits()})
	if len(r.Commands) == 0 {
		t.Fatalf("%q has no command", text)
	}
	_, key := shape.Command(r.Commands[len(r.Commands)-1])
	if key == "" {
		t.Fatalf("%q has no key", text)
	}
	return key
}

// TestR40AnotherPlaceIsAnotherKey: a yes is bound to the repository, endpoint,
// account and database that it was given for.
func TestR40AnotherPlaceIsAnotherKey(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{"gh api -X PUT repos/a/b/issues/1/lock", "gh api -X PUT repos/a/b/collaborators/eve"},
		{"gh api -X PUT repos/a/b/issues/1/lock", "gh api -X PATCH repos/a/b/issues/1/lock"},
		{"gh api repos/a/b/pulls/1 -X PATCH -f title=x", "gh api repos/a/b/pulls/1 -X PATCH -f state=closed"},
		{"gh issue comment 5 -b x", "gh issue comment 5 -b x -R else/x"},
		{"gh pr comment https://github.com/a/b/pull/5 -b x", "gh pr comment https://github.com/else/x/pull/5 -b x"},
		{"gh workflow run ci.yml", "gh workflow run deploy.yml"},
		{"curl -X POST https://api.example.com/a", "curl -X POST https://api.example.com/b"},
		{"aws sns publish --topic-arn a --message x", "aws sns publish --topic-arn b --message x"},
		{"aws s3 cp a s3://x/a --profile=dev", "aws s3 cp a s3://x/a --profile=ops"},
		{"docker push acme/app:1", "docker push evil/app:1"},
		{"kubectl apply -f a.yml -n dev", "kubectl apply -f a.yml -n ops"},
		{"psql app -c 'insert into t values (1)'", "psql other -c 'insert into t values (1)'"},
		{"git push origin main:main", "git push origin main:release"},
		{"GH_REPO=a/b gh issue comment 5 -b x", "GH_REPO=c/d gh issue comment 5 -b x"},
		{"kill $(lsof -ti:3000)", "kill $(lsof -ti:5432)"},
		{"npm run deploy -- --env dev", "npm run deploy -- --env ops"},
		{"psql app < a.sql", "psql app"},
	} {
		if a, b := keyOf(t, c[0]), keyOf(t, c[1]); a == b {
			t.Errorf("%q and %q share the key %q", c[0], c[1], a)
		}
	}
}

// TestR40OtherValuesAreNoOtherKey: texts, numbers and where the output goes
// change nothing.
func TestR40OtherValuesAreNoOtherKey(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{"gh api -X PUT repos/a/b/issues/1/lock", "gh api --method PUT /repos/a/b/issues/22/lock"},
		{"gh api repos/a/b/issues/1/labels -f labels[]=x", "gh api repos/a/b/issues/2/labels -f labels[]=y"},
		{"gh issue comment 5 -b x -R a/b", "gh issue comment 6 -b 'y z' --repo=a/b"},
		{"gh pr comment https://github.com/a/b/pull/5 -b x", "gh pr comment https://github.com/a/b/pull/6 -b x"},
		{"gh workflow run ci.yml", "gh workflow run lint.yml"},
		{"gh api repos/a/b", "gh api repos/c/d"},
		{"docker push acme/app:1", "docker push acme/app:2"},
		{"kubectl rollout restart deploy/web -n dev", "kubectl rollout restart deploy/api --namespace dev"},
		{"git push origin main", "git push origin fix > /tmp/x.log 2>&1"},
		{"git push", "git push 2>/dev/null"},
		{"git push", "git push &> push.log"},
		{"kill 4242", "kill 4243"}, {"npm i zod", "npm install dayjs"}, {"pip install httpx", "pip3 install rich"},
	} {
		if a, b := keyOf(t, c[0]), keyOf(t, c[1]); a != b {
			t.Errorf("%q and %q: %q, %q", c[0], c[1], a, b)
		}
	}
}
