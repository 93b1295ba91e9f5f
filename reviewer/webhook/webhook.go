// Package webhook asks over HTTP: it posts a signed question to an address and
// takes a signed answer, in the response or later.
//
//	hook, err := webhook.New(webhook.Options{URL: url, Secret: secret, Most: sentinel.High, Now: time.Now})
//	gate := builtin.New(..., sentinel.WithReviewer(hook.Review))
//	mux.Handle("POST /sentinel", hook) // takes answers that come later
//
// The question is {"version":1,"request":{...}}. Each message carries an id, its
// time and HMAC-SHA256 over both and the body (Sign). An answer has the form that
// package program describes; it names the request's id and its digest "shown". An
// answer in the response carries the id of the question's message; one that comes
// later an id of its own, which counts once. A response of 2xx without a body says
// that somebody was told. Anything else, after some tries, says that nobody was.
package webhook

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/reviewer/internal/wire"
)

// Options say who is asked. All but Client, Mask and Answer must be set.
type Options struct {
	URL    string // https, or http to this host
	Secret []byte // at least 16 bytes, shared with the other side
	// Most is the highest risk to which an answer may say yes; its no always counts.
	Most sentinel.Risk
	Now  func() time.Time
	// Client makes the requests; nil makes one that follows no redirections.
	Client *http.Client
	// Mask, if not nil, hides secrets in what is sent.
	Mask func(string) string
	// Answer takes answers to questions that no call of Review waits for here,
	// for example Gate.Answer; nil refuses them.
	Answer func(ctx context.Context, id string, v sentinel.Verdict) (sentinel.Question, error)
}

// Hook asks with Review and takes answers as an http.Handler.
type Hook struct {
	o    Options
	seen seen

	mu      sync.Mutex
	waiting map[string]chan sentinel.Review // by the request's id, or what it shows
}

const (
	tries     = 3
	tryLimit  = 10 * time.Second
	firstWait = 500 * time.Millisecond
)

// New checks the options. It sends nothing.
func New(o Options) (*Hook, error) {
	u, err := url.Parse(o.URL)
	switch {
	case err != nil || u.Host == "":
		return nil, errors.New("make webhook: the address cannot be read")
	case u.Scheme != "https" && !(u.Scheme == "http" && ownHost(u.Hostname())):
		return nil, errors.New("make webhook: the address must begin with https://")
	case u.User != nil:
		return nil, errors.New("make webhook: the address must hold no password")
	case len(o.Secret) < minSecret:
		return nil, fmt.Errorf("make webhook: a secret of at least %d bytes is needed", minSecret)
	case o.Most == sentinel.RiskUnjudged || o.Most > sentinel.Critical:
		return nil, errors.New("make webhook: the highest risk that may be approved is needed")
	case o.Now == nil:
		return nil, errors.New("make webhook: a clock is needed")
	}
	if o.Client == nil {
		o.Client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	}
	o.Secret = bytes.Clone(o.Secret)
	return &Hook{o: o, waiting: map[string]chan sentinel.Review{}}, nil
}

func ownHost(name string) bool {
	ip := net.ParseIP(name)
	return name == "localhost" || ip != nil && ip.IsLoopback()
}

// Review implements sentinel.Reviewer: it sends the question and waits until the
// answer comes or the context ends.
func (h *Hook) Review(ctx context.Context, r sentinel.Request) (*sentinel.Review, error) {
	key := keyOf(r.ID, r.Shown)
	later := make(chan sentinel.Review, 1)
	h.mu.Lock()
	h.waiting[key] = later
	h.mu.Unlock()
	defer func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.waiting[key] == later {
			delete(h.waiting, key)
		}
	}()
	rev, err := h.deliver(ctx, r)
	if err != nil || rev != nil {
		return rev, err
	}
	select {
	case rev := <-later:
		if err := h.may(rev.Answer, r.Risk); err != nil {
			return nil, err
		}
		return &rev, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func keyOf(id, shown string) string { return id + " " + shown }

// deliver sends the question until it is taken.
func (h *Hook) deliver(ctx context.Context, r sentinel.Request) (*sentinel.Review, error) {
	body, err := wire.Encode(r, h.o.Mask)
	if err != nil {
		return nil, err
	}
	id, wait := rand.Text(), firstWait
	for i := range tries {
		var rev *sentinel.Review
		var taken bool
		if rev, taken, err = h.post(ctx, r, id, body); taken {
			return rev, err
		}
		if i == tries-1 {
			break
		}
		select {
		case <-time.After(wait):
			wait *= 2
		case <-ctx.Done():
			return nil, fmt.Errorf("%w: %w", sentinel.ErrNotDelivered, ctx.Err())
		}
	}
	return nil, fmt.Errorf("%w: %w", sentinel.ErrNotDelivered, err)
}

// post sends the question once. taken: the other side has it, whatever it says.
func (h *Hook) post(ctx context.Context, r sentinel.Request, id string, body []byte) (rev *sentinel.Review, taken bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, tryLimit)
	defer cancel()
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, h.o.URL, bytes.NewReader(body))
	if err != nil {
		return nil, false, err
	}
	q.Header.Set("Content-Type", "application/json")
	setSigned(q.Header, h.o.Secret, "question", id, h.o.Now(), body)
	res, err := h.o.Client.Do(q)
	if err != nil {
		return nil, false, err
	}
	defer res.Body.Close()
	if res.StatusCode < 200 || res.StatusCode > 299 {
		return nil, false, fmt.Errorf("the other side answers %d", res.StatusCode)
	}
	answer, err := io.ReadAll(io.LimitReader(res.Body, wire.MaxAnswer+1))
	if err != nil || len(bytes.TrimSpace(answer)) == 0 || res.Header.Get(HeaderSignature) == "" {
		return nil, true, nil // it was taken; whatever else it says is no answer
	}
	got, err := verify(res.Header, h.o.Secret, "answer", h.o.Now(), answer)
	if err == nil && got != id {
		err = ErrReplayed
	}
	if err != nil {
		return nil, true, err
	}
	a, err := wire.Decode(answer)
	if err == nil {
		err = a.For(r)
	}
	if err == nil {
		err = h.may(a.Answer, r.Risk)
	}
	if err != nil || a.Answer == sentinel.Silence {
		return nil, true, err
	}
	review := a.Review()
	return &review, true, nil
}

// may refuses a yes to what is too risky for this channel.
func (h *Hook) may(a sentinel.Answer, r sentinel.Risk) error {
	if a != sentinel.No && a != sentinel.Silence && r > h.o.Most {
		return fmt.Errorf("answer question: %w", sentinel.ErrNotWanted)
	}
	return nil
}
