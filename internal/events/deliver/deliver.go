// Package deliver brings events to programs and addresses. It runs in a process
// of its own, which the gate starts and does not wait for: only there are
// processes started and the network used.
package deliver

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"sync"
	"time"

	"github.com/sentinelgate/sentinel/internal/config"
	"github.com/sentinelgate/sentinel/internal/events"
)

const (
	// limit is how long one sink may take for one event.
	limit = 10 * time.Second
	// maxParcel bounds what is read, in bytes, and maxEvents how many events count.
	maxParcel = 1 << 20
	maxEvents = 50
)

// Read reads a parcel.
func Read(r io.Reader) (events.Parcel, error) {
	var p events.Parcel
	data, err := io.ReadAll(io.LimitReader(r, maxParcel))
	if err == nil {
		err = json.Unmarshal(data, &p)
	}
	if err != nil {
		return p, fmt.Errorf("read events: %w", err)
	}
	p.Events = p.Events[:min(len(p.Events), maxEvents)]
	return p, nil
}

// All brings events to every sink that is no file, the sinks side by side, the
// events of one in their order.
func All(ctx context.Context, sinks []config.Sink, list []json.RawMessage) error {
	errs := make([]error, len(sinks))
	var wait sync.WaitGroup
	for i, s := range sinks {
		if s.Kind != config.ProgramSink && s.Kind != config.WebhookSink {
			continue
		}
		wait.Go(func() { errs[i] = each(ctx, s, list) })
	}
	wait.Wait()
	return errors.Join(errs...)
}

func each(ctx context.Context, s config.Sink, list []json.RawMessage) error {
	for _, raw := range list {
		var e events.Event
		if err := json.Unmarshal(raw, &e); err != nil {
			return fmt.Errorf("read event: %w", err)
		}
		if !events.Wants(s, e) {
			continue
		}
		if err := one(ctx, s, raw); err != nil {
			return fmt.Errorf("event sink of %s: %w", s.Origin, err)
		}
	}
	return nil
}

func one(ctx context.Context, s config.Sink, line []byte) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if s.Kind == config.WebhookSink {
		return post(ctx, s, line)
	}
	cmd := exec.CommandContext(ctx, s.Argv[0], s.Argv[1:]...)
	cmd.Stdin = bytes.NewReader(append(bytes.Clone(line), '\n'))
	cmd.WaitDelay = time.Second
	return cmd.Run()
}

// post sends an event, signed if there is a key. It follows no other address.
func post(ctx context.Context, s config.Sink, line []byte) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL, bytes.NewReader(line))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "sentinel")
	if s.SecretFile != "" {
		key, err := config.ReadPrivate(s.SecretFile)
		if err != nil {
			return err
		}
		r.Header.Set("Sentinel-Signature", "sha256="+Sign(key, line))
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, maxParcel))
	if answer.StatusCode/100 != 2 {
		return fmt.Errorf("the address answered %s", answer.Status)
	}
	return nil
}

// Sign is the HMAC of a body in hexadecimal digits.
func Sign(key string, body []byte) string {
	m := hmac.New(sha256.New, []byte(key))
	m.Write(body)
	return hex.EncodeToString(m.Sum(nil))
}
