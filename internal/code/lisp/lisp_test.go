package lisp_test

import (
	"strings"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel/internal/code"
)

// Whatever is nested or long is bounded, and said.
func TestBoundsOfForms(t *testing.T) {
	rep := strings.Repeat
	for name, src := range map[string]string{
		"deep": rep("(", 5_000), "deep and closed": rep("(a ", 3_000) + rep(")", 3_000), "quotes": rep("'", 5_000) + "a", "many": rep("(a) ", 70_000),
		"lambdas": rep("(lambda (x) ", 500) + rep(")", 500), "threads": "(-> x " + rep("(f ", 90) + rep(")", 90) + ")", "strings": rep(`"`, 9_999),
	} {
		for _, lang := range []string{"commonlisp", "scheme", "clojure", "elisp", "fennel", "hy", "janet"} {
			start := time.Now()
			if r := code.Inspect(lang, src); len(r.Unread) == 0 && name != "quotes" && name != "threads" {
				t.Errorf("%s in %s: nothing is unread", name, lang)
			}
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("%s in %s took %v", name, lang, took)
			}
		}
	}
}

// Forms in which a call could get lost on the way to plain calls.
func TestNoCallIsLost(t *testing.T) {
	for _, c := range []struct{ lang, src string }{
		{"commonlisp", `(defun f nil (delete-file "x"))`},
		{"commonlisp", `(defun f (&optional (a (delete-file "x"))) a)`},
		{"commonlisp", `(flet ((f nil (delete-file "x") 1)) (f))`},
		{"commonlisp", `(let* ((a 1) (b (delete-file "x"))) a)`},
		{"commonlisp", `(defparameter *x* 1 (delete-file "x"))`},
		{"commonlisp", `(do ((i 0 (1+ i))) ((> i 3)) (delete-file "x"))`},
		{"commonlisp", `(case 1 (1 (delete-file "x")))`},
		{"commonlisp", `(handler-case 1 (error () (delete-file "x")))`},
		{"commonlisp", "`(a ,(delete-file \"x\"))"},
		{"commonlisp", `'(a #.(delete-file "x"))`},
		{"commonlisp", `(dolist (f nil (delete-file "x")))`},
		{"commonlisp", `(multiple-value-bind (a b) (delete-file "x") a)`},
		{"commonlisp", `(cl:delete-file "x") #+sbcl (print 1)`},
		{"commonlisp", `(declare (ignore #.(delete-file "x")))`},
		{"scheme", `(let loop ((i (delete-file "x"))) i)`},
		{"scheme", `(cond ((delete-file "x") => display))`},
		{"scheme", `(define-values (a b) (delete-file "x"))`},
		{"scheme", `(for ([i 3] #:when (delete-file "x")) i)`},
		{"scheme", `(begin0 1 (delete-file "x"))`},
		{"clojure", `(defn f ([a] (io/delete-file "x")) ([a b] 1))`},
		{"clojure", `(defmulti f (fn [x] (io/delete-file "x")))`},
		{"clojure", `(let [{:keys [a] :or {a (io/delete-file "x")}} {}] a)`},
		{"clojure", `(for [x [1] :let [y (io/delete-file "x")]] y)`},
		{"clojure", `(def ^{:a (io/delete-file "x")} b 1)`},
		{"clojure", `(cond-> 1 true (do (io/delete-file "x")))`},
		{"clojure", `{(io/delete-file "x") 1}`},
		{"elisp", `(provide (progn (delete-file "x") 'a))`},
		{"elisp", `(condition-case nil (delete-file "x") (error nil))`},
		{"elisp", `(setq a 1 b (delete-file "x"))`},
		{"elisp", `(lambda nil (delete-file "x"))`},
	} {
		found := false
		for _, a := range code.Inspect(c.lang, c.src).Acts {
			found = found || a.Kind == code.Delete || a.Kind == code.DeleteTree
		}
		if !found {
			t.Errorf("%s: %s: the delete is not seen", c.lang, c.src)
		}
	}
}
