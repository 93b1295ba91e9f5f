package deliver

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/config"
)

var list = []json.RawMessage{
	json.RawMessage(`{"event":"sentinel:dangerous","at":"2026-03-01T12:00:00Z","payload":{"feature":"pathAccess"}}`),
	json.RawMessage(`{"event":"sentinel:blocked","at":"2026-03-01T12:00:00Z","payload":{"feature":"pathAccess"}}`),
}

func TestR261_Webhook(t *testing.T) {
	var bodies []string
	var signatures []string
	status := http.StatusNoContent
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, _ := io.ReadAll(r.Body)
		bodies, signatures = append(bodies, r.Method+" "+string(data)), append(signatures, r.Header.Get("Sentinel-Signature"))
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(status)
	}))
	defer server.Close()
	key := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(key, []byte("k\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	sink := config.Sink{Kind: config.WebhookSink, URL: server.URL, SecretFile: key, Only: []string{"blocked"}}
	if err := All(context.Background(), []config.Sink{sink, {Kind: config.FileSink, Path: "/nowhere"}}, list); err != nil {
		t.Fatal(err)
	}
	if len(bodies) != 1 || bodies[0] != "POST "+string(list[1]) || signatures[0] != "sha256="+Sign("k", list[1]) {
		t.Errorf("got %q, %q", bodies, signatures)
	}
	for _, status = range []int{http.StatusFound, http.StatusInternalServerError} {
		before := len(bodies)
		if err := All(context.Background(), []config.Sink{sink}, list); err == nil || len(bodies) != before+1 {
			t.Errorf("%d: %v after %d requests", status, err, len(bodies)-before)
		}
	}
	sink.SecretFile = key + "2"
	before := len(bodies)
	if err := All(context.Background(), []config.Sink{sink}, list); err == nil || len(bodies) != before {
		t.Errorf("sent without its key: %v", err)
	}
}

func TestR261_Program(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs sh")
	}
	out := filepath.Join(t.TempDir(), "out")
	sinks := []config.Sink{
		{Kind: config.ProgramSink, Argv: []string{"/bin/sh", "-c", "exit 3"}},
		{Kind: config.ProgramSink, Argv: []string{"/bin/sh", "-c", `cat >> "$1"`, "sh", out}},
		{Kind: config.ProgramSink, Argv: []string{"/nowhere/at/all"}},
	}
	err := All(context.Background(), sinks, list)
	if err == nil || !strings.Contains(err.Error(), "exit status 3") || !strings.Contains(err.Error(), "/nowhere/at/all") {
		t.Errorf("failures are told: %v", err)
	}
	got, err := os.ReadFile(out)
	want := string(list[0]) + "\n" + string(list[1]) + "\n"
	if err != nil || string(got) != want {
		t.Errorf("got %q, %v", got, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := All(ctx, []config.Sink{{Kind: config.ProgramSink, Argv: []string{"/bin/sleep", "60"}}}, list); err == nil {
		t.Error("a program outlives its time")
	}
}

func TestRead(t *testing.T) {
	if p, err := Read(strings.NewReader(`{"root": "/p", "events": [{}, {}]}`)); err != nil || p.Root != "/p" || len(p.Events) != 2 {
		t.Errorf("%+v, %v", p, err)
	}
	many := `{"events": [` + strings.Repeat("{},", 1000) + `{}]}`
	if p, err := Read(strings.NewReader(many)); err != nil || len(p.Events) != maxEvents {
		t.Errorf("%d events, %v", len(p.Events), err)
	}
	for _, text := range []string{"", "[]", `{"events": 5}`, `{"a": "` + strings.Repeat("x", maxParcel)} {
		if _, err := Read(strings.NewReader(text)); err == nil {
			t.Errorf("%.20q is read", text)
		}
	}
	if !bytes.Equal([]byte(Sign("k", nil)), []byte(Sign("k", nil))) || Sign("k", nil) == Sign("l", nil) {
		t.Error("the signature does not depend on the key alone")
	}
}
