package webhook

import (
	"errors"
	"io"
	"net/http"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/reviewer/internal/wire"
)

// ServeHTTP takes an answer that comes after the response to its question: a
// signed POST. It tells nothing to whoever has not the secret.
func (h *Hook) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	if q.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		http.Error(w, "only POST answers", http.StatusMethodNotAllowed)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, q.Body, wire.MaxAnswer))
	if err != nil {
		http.Error(w, "the answer cannot be read", http.StatusBadRequest)
		return
	}
	now := h.o.Now()
	id, err := verify(q.Header, h.o.Secret, "answer", now, body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnauthorized)
		return
	}
	if !h.seen.first(id, now) {
		http.Error(w, ErrReplayed.Error(), http.StatusConflict)
		return
	}
	a, err := wire.Decode(body)
	if err == nil && a.Answer == sentinel.Silence {
		err = errors.New("read answer: silence is none")
	}
	if err == nil && a.ID == "" && a.Shown == "" {
		err = errors.New("read answer: it names no question")
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	h.take(w, q, a)
}

// take gives the answer to the call that waits for it here, or else to whoever
// keeps the questions.
func (h *Hook) take(w http.ResponseWriter, q *http.Request, a wire.Answer) {
	if h.o.Answer != nil && a.ID != "" {
		v := sentinel.Verdict{Review: a.Review(), Channel: "webhook", Shown: a.Shown, Limit: h.o.Most}
		if a.Shown == "" { // a signed answer says what it is to
			http.Error(w, sentinel.ErrStale.Error(), http.StatusConflict)
			return
		}
		if _, err := h.o.Answer(q.Context(), a.ID, v); err != nil {
			http.Error(w, err.Error(), status(err))
			return
		}
		w.WriteHeader(http.StatusNoContent)
		return
	}
	h.mu.Lock()
	key := keyOf(a.ID, a.Shown)
	waiting := h.waiting[key]
	delete(h.waiting, key)
	h.mu.Unlock()
	if waiting == nil {
		http.Error(w, sentinel.ErrNotFound.Error(), http.StatusNotFound)
		return
	}
	waiting <- a.Review()
	w.WriteHeader(http.StatusAccepted)
}

func status(err error) int {
	switch {
	case errors.Is(err, sentinel.ErrNotFound):
		return http.StatusNotFound
	case errors.Is(err, sentinel.ErrDecided), errors.Is(err, sentinel.ErrStale):
		return http.StatusConflict
	case errors.Is(err, sentinel.ErrLate):
		return http.StatusGone
	case errors.Is(err, sentinel.ErrNoReason):
		return http.StatusUnprocessableEntity
	case errors.Is(err, sentinel.ErrNotWanted):
		return http.StatusForbidden
	}
	return http.StatusInternalServerError
}
