package webhook_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/reviewer/webhook"
)

var (
	secret = []byte("0123456789abcdef")
	noon   = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
)

func request(r sentinel.Risk) sentinel.Request {
	return sentinel.Request{Risk: r, ID: "q", Shown: "s", Call: sentinel.Call{Tool: "t", Arguments: map[string]any{"x": "hunter2"}}}
}

func options(url string) webhook.Options {
	return webhook.Options{URL: url, Secret: secret, Most: sentinel.High, Now: func() time.Time { return noon }}
}

func newHook(t *testing.T, o webhook.Options) *webhook.Hook {
	t.Helper()
	h, err := webhook.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

const yes = `{"version":1,"id":"q","shown":"s","answer":"yes","by":"ops"}`

// side is the other side: it checks each question and answers with f.
func side(t *testing.T, f func(w http.ResponseWriter, id string)) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		id := q.Header.Get(webhook.HeaderID)
		if q.Header.Get(webhook.HeaderSignature) != webhook.Sign(secret, "question", id, noon, body) || id == "" {
			t.Error("the question is not signed")
		}
		var got struct {
			Version int
			Request sentinel.Request
		}
		if err := json.Unmarshal(body, &got); err != nil || got.Version != 1 || got.Request.ID != "q" {
			t.Errorf("%s: %v", body, err)
		}
		f(w, id)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

func signed(w http.ResponseWriter, id string, at time.Time, key []byte, body string) {
	w.Header().Set(webhook.HeaderID, id)
	w.Header().Set(webhook.HeaderTime, strconv.FormatInt(at.Unix(), 10))
	w.Header().Set(webhook.HeaderSignature, webhook.Sign(key, "answer", id, at, []byte(body)))
	io.WriteString(w, body)
}

func TestAnswerInTheResponse(t *testing.T) {
	other := []byte("another secret of 16")
	for name, c := range map[string]struct {
		risk   sentinel.Risk
		answer func(w http.ResponseWriter, id string)
		want   bool
	}{
		"signed":             {sentinel.High, func(w http.ResponseWriter, id string) { signed(w, id, noon, secret, yes) }, true},
		"not signed":         {sentinel.High, func(w http.ResponseWriter, _ string) { io.WriteString(w, yes) }, false},
		"another secret":     {sentinel.High, func(w http.ResponseWriter, id string) { signed(w, id, noon, other, yes) }, false},
		"to another message": {sentinel.High, func(w http.ResponseWriter, _ string) { signed(w, "old", noon, secret, yes) }, false},
		"too old":            {sentinel.High, func(w http.ResponseWriter, id string) { signed(w, id, noon.Add(-6*time.Minute), secret, yes) }, false},
		"from the future":    {sentinel.High, func(w http.ResponseWriter, id string) { signed(w, id, noon.Add(6*time.Minute), secret, yes) }, false},
		"to another question": {sentinel.High, func(w http.ResponseWriter, id string) {
			signed(w, id, noon, secret, strings.Replace(yes, `"q"`, `"p"`, 1))
		}, false},
		"to another digest": {sentinel.High, func(w http.ResponseWriter, id string) {
			signed(w, id, noon, secret, strings.Replace(yes, `"s"`, `"p"`, 1))
		}, false},
		"of another version": {sentinel.High, func(w http.ResponseWriter, id string) { signed(w, id, noon, secret, strings.Replace(yes, `1`, `9`, 1)) }, false},
		"too risky":          {sentinel.Critical, func(w http.ResponseWriter, id string) { signed(w, id, noon, secret, yes) }, false},
		"our own question sent back": {sentinel.High, func(w http.ResponseWriter, id string) {
			w.Header().Set(webhook.HeaderID, id)
			w.Header().Set(webhook.HeaderTime, strconv.FormatInt(noon.Unix(), 10))
			w.Header().Set(webhook.HeaderSignature, webhook.Sign(secret, "question", id, noon, []byte(yes)))
			io.WriteString(w, yes)
		}, false},
		"changed": {sentinel.High, func(w http.ResponseWriter, id string) {
			w.Header().Set(webhook.HeaderID, id)
			w.Header().Set(webhook.HeaderTime, strconv.FormatInt(noon.Unix(), 10))
			w.Header().Set(webhook.HeaderSignature, webhook.Sign(secret, "answer", id, noon, []byte(strings.Replace(yes, "yes", "no", 1))))
			io.WriteString(w, yes)
		}, false},
		"much": {sentinel.High, func(w http.ResponseWriter, id string) { signed(w, id, noon, secret, yes+strings.Repeat(" ", 2<<20)) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 1500*time.Millisecond)
			defer cancel()
			rev, err := newHook(t, options(side(t, c.answer))).Review(ctx, request(c.risk))
			if (rev != nil && rev.Answer == sentinel.Yes) != c.want || errors.Is(err, sentinel.ErrNotDelivered) {
				t.Errorf("%+v, %v", rev, err)
			}
		})
	}
}

func TestDelivery(t *testing.T) {
	var calls atomic.Int32
	second := side(t, func(w http.ResponseWriter, id string) {
		if calls.Add(1) == 1 {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		signed(w, id, noon, secret, yes)
	})
	if rev, err := newHook(t, options(second)).Review(context.Background(), request(sentinel.High)); err != nil || rev == nil {
		t.Errorf("the second try: %v", err)
	}
	for name, url := range map[string]string{
		"errors":    side(t, func(w http.ResponseWriter, _ string) { w.WriteHeader(500) }),
		"redirects": side(t, func(w http.ResponseWriter, _ string) { w.Header().Set("Location", "/x"); w.WriteHeader(307) }),
		"not there": "http://127.0.0.1:1/",
		"hangs":     side(t, func(http.ResponseWriter, string) { time.Sleep(time.Second) }),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(context.Background(), 600*time.Millisecond)
			defer cancel()
			if rev, err := newHook(t, options(url)).Review(ctx, request(sentinel.High)); rev != nil || !errors.Is(err, sentinel.ErrNotDelivered) {
				t.Errorf("%v, %v", rev, err)
			}
		})
	}
}

// post sends an answer to the hook.
func post(h http.Handler, id string, at time.Time, key []byte, body string) int {
	q := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
	q.Header.Set(webhook.HeaderID, id)
	q.Header.Set(webhook.HeaderTime, strconv.FormatInt(at.Unix(), 10))
	q.Header.Set(webhook.HeaderSignature, webhook.Sign(key, "answer", id, at, []byte(body)))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, q)
	return w.Code
}

func TestAnswerThatComesLater(t *testing.T) {
	told := make(chan struct{}, 10)
	h := newHook(t, options(side(t, func(w http.ResponseWriter, _ string) { w.WriteHeader(204); told <- struct{}{} })))
	done := make(chan *sentinel.Review)
	review := func(r sentinel.Risk) {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		rev, _ := h.Review(ctx, request(r))
		done <- rev
	}
	go review(sentinel.High)
	<-told
	for name, code := range map[string]int{
		"stranger":      post(h, "1", noon, []byte("another secret of 16"), yes),
		"old":           post(h, "2", noon.Add(-time.Hour), secret, yes),
		"other shown":   post(h, "3", noon, secret, strings.Replace(yes, `"s"`, `"x"`, 1)),
		"other id":      post(h, "4", noon, secret, strings.Replace(yes, `"q"`, `"x"`, 1)),
		"silence":       post(h, "5", noon, secret, strings.Replace(yes, "yes", "silence", 1)),
		"no JSON":       post(h, "6", noon, secret, "yes"),
		"too large":     post(h, "7", noon, secret, yes+strings.Repeat(" ", 2<<20)),
		"names nothing": post(h, "8", noon, secret, `{"version":1,"answer":"yes"}`),
		"empty id":      post(h, "", noon, secret, yes),
	} {
		if code < 400 {
			t.Errorf("%s was taken: %d", name, code)
		}
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	if w.Code != http.StatusMethodNotAllowed {
		t.Errorf("GET: %d", w.Code)
	}
	if code := post(h, "9", noon, secret, yes); code != http.StatusAccepted {
		t.Errorf("the answer: %d", code)
	}
	if rev := <-done; rev == nil || rev.Answer != sentinel.Yes || rev.By != "ops" {
		t.Errorf("%+v", rev)
	}
	if code := post(h, "9", noon, secret, yes); code != http.StatusConflict {
		t.Errorf("the same message again: %d", code)
	}
	if code := post(h, "10", noon, secret, yes); code != http.StatusNotFound {
		t.Errorf("nobody waits: %d", code)
	}
	go review(sentinel.Critical)
	<-told
	if code := post(h, "11", noon, secret, yes); code != http.StatusAccepted {
		t.Errorf("%d", code)
	}
	if rev := <-done; rev != nil {
		t.Error("a webhook approved more than it may")
	}
}

func TestAnswerGoesToTheGate(t *testing.T) {
	o := options("https://example.com/")
	result := error(nil)
	o.Answer = func(_ context.Context, id string, v sentinel.Verdict) (sentinel.Question, error) {
		if id != "q" || v.Shown != "s" || v.Limit != sentinel.High || v.Channel != "webhook" || v.By != "ops" {
			t.Errorf("%s: %+v", id, v)
		}
		return sentinel.Question{}, result
	}
	h := newHook(t, o)
	for i, c := range []struct {
		err  error
		want int
	}{{nil, 204}, {sentinel.ErrNotFound, 404}, {sentinel.ErrDecided, 409}, {sentinel.ErrStale, 409}, {sentinel.ErrLate, 410}, {sentinel.ErrNoReason, 422}, {sentinel.ErrNotWanted, 403}, {errors.New("x"), 500}} {
		if result = c.err; c.err != nil {
			result = fmt.Errorf("answer: %w", c.err)
		}
		if code := post(h, fmt.Sprint(i), noon, secret, yes); code != c.want {
			t.Errorf("%v: %d", c.err, code)
		}
	}
	if code := post(h, "x", noon, secret, `{"version":1,"id":"q","answer":"yes"}`); code != http.StatusConflict {
		t.Errorf("an answer that does not say what it is to: %d", code)
	}
}

func TestOptions(t *testing.T) {
	for name, change := range map[string]func(*webhook.Options){
		"plain http": func(o *webhook.Options) { o.URL = "http://example.com/" }, "no address": func(o *webhook.Options) { o.URL = "" },
		"password": func(o *webhook.Options) { o.URL = "https://a:b@example.com/" }, "another scheme": func(o *webhook.Options) { o.URL = "file:///x" },
		"short secret": func(o *webhook.Options) { o.Secret = []byte("x") }, "no limit": func(o *webhook.Options) { o.Most = 0 },
		"no clock": func(o *webhook.Options) { o.Now = nil }, "own host by name only": func(o *webhook.Options) { o.URL = "http://127.0.0.1.example.com/" },
	} {
		o := options("https://example.com/x")
		change(&o)
		if _, err := webhook.New(o); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	o := options("https://example.com/x")
	o.Mask = func(s string) string { return strings.ReplaceAll(s, "hunter2", "[masked]") }
	var sent bytes.Buffer
	o.Client = &http.Client{Transport: transport(func(q *http.Request) (*http.Response, error) {
		io.Copy(&sent, q.Body)
		return &http.Response{StatusCode: 204, Body: http.NoBody, Header: http.Header{}}, nil
	})}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	_, _ = newHook(t, o).Review(ctx, request(sentinel.High))
	if sent.Len() == 0 || strings.Contains(sent.String(), "hunter2") {
		t.Errorf("sent %s", sent.String())
	}
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(q *http.Request) (*http.Response, error) { return f(q) }
