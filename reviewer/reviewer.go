// Package reviewer has ways to ask a person about a call. A reviewer is any
// function of the form sentinel.Reviewer; these are ready-made ones:
//
//	Terminal        asks at the controlling terminal, not at standard input
//	program.New     starts a program that gets the question as a line of JSON
//	webhook.New     posts a signed question and takes signed answers
//
// and these put some together:
//
//	First(a, b)     asks all at once, the first answer that counts wins
//	All(a, b)       wants a yes of each
//	Limit(a, risk)  lets a approve up to a risk; its no always counts
//
// Nothing a reviewer does can make a gate permit more: whatever it answers is
// judged again, and what it does not answer is silence. A reviewer that could
// tell nobody returns an error that wraps sentinel.ErrNotDelivered.
package reviewer

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/sentinelgate/sentinel"
)

// ErrAnswered is the cause (context.Cause) with which First ends the other
// reviewers' contexts when one has answered.
var ErrAnswered = errors.New("somebody else answered")

// counts tells whether a review is an answer to the request.
func counts(r sentinel.Request, rev *sentinel.Review) bool {
	if rev == nil || rev.Answer == sentinel.Silence || rev.Answer > sentinel.No {
		return false
	}
	return rev.Answer == sentinel.No || r.Risk < sentinel.Critical || strings.TrimSpace(rev.Reason) != ""
}

type answer struct {
	review *sentinel.Review
	err    error
}

// ask calls every reviewer in its own goroutine; each gets a request of its own.
func ask(ctx context.Context, r sentinel.Request, list []sentinel.Reviewer) <-chan answer {
	answers := make(chan answer, len(list))
	for _, one := range list {
		go func() {
			got := answer{err: errors.New("the reviewer gave up")}
			defer func() {
				if p := recover(); p != nil {
					got = answer{err: fmt.Errorf("the reviewer failed: %v", p)}
				}
				answers <- got
			}()
			got.review, got.err = one(ctx, r)
		}()
	}
	return answers
}

// First asks all at once. The first answer that counts wins, and the others'
// contexts end. It fails only if none could be told.
func First(list ...sentinel.Reviewer) sentinel.Reviewer {
	return func(ctx context.Context, r sentinel.Request) (*sentinel.Review, error) {
		open, end := context.WithCancelCause(ctx)
		defer end(ErrAnswered)
		answers := ask(open, r, list)
		var failed []error
		lost := 0
		for range list {
			var got answer
			select {
			case got = <-answers:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
			switch {
			case got.err != nil:
				failed = append(failed, got.err)
				if errors.Is(got.err, sentinel.ErrNotDelivered) {
					lost++
				}
			case counts(r, got.review):
				return got.review, nil
			}
		}
		if lost == len(list) {
			return nil, errors.Join(append(failed, sentinel.ErrNotDelivered)...)
		}
		return nil, nil
	}
}

// All wants a yes of every one; the first no wins, and so does whoever says
// nothing. Several people can allow a call, but not edit it together.
func All(list ...sentinel.Reviewer) sentinel.Reviewer {
	return func(ctx context.Context, r sentinel.Request) (*sentinel.Review, error) {
		if len(list) == 0 {
			return nil, sentinel.ErrNotDelivered
		}
		open, end := context.WithCancelCause(ctx)
		defer end(ErrAnswered)
		answers := ask(open, r, list)
		sum := sentinel.Review{Answer: sentinel.YesAlways}
		var reasons, names []string
		for range list {
			var got answer
			select {
			case got = <-answers:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
			rev := got.review
			switch {
			case got.err != nil:
				return nil, got.err
			case !counts(r, rev):
				return nil, nil
			case rev.Answer == sentinel.No:
				return rev, nil
			case rev.Arguments != nil:
				return nil, errors.New("an edit was given where several must approve the call")
			}
			sum.Answer = min(sum.Answer, rev.Answer)
			reasons, names = append(reasons, rev.Reason), append(names, rev.By)
		}
		sum.Reason, sum.By = joined(reasons, "; "), joined(names, ", ")
		return &sum, nil
	}
}

func joined(texts []string, by string) string {
	var out []string
	for _, t := range texts {
		if t = strings.TrimSpace(t); t != "" {
			out = append(out, t)
		}
	}
	return strings.Join(out, by)
}

// Limit lets a reviewer say yes to calls up to a risk. It is told of worse ones
// and may say no to them; its yes to those counts for nothing.
func Limit(one sentinel.Reviewer, most sentinel.Risk) sentinel.Reviewer {
	return func(ctx context.Context, r sentinel.Request) (*sentinel.Review, error) {
		rev, err := one(ctx, r)
		if err != nil || rev == nil || rev.Answer == sentinel.No || r.Risk <= most {
			return rev, err
		}
		return nil, fmt.Errorf("answer question: %w", sentinel.ErrNotWanted)
	}
}

// Notify only tells a reviewer: neither its yes nor its no counts.
func Notify(one sentinel.Reviewer) sentinel.Reviewer {
	return func(ctx context.Context, r sentinel.Request) (*sentinel.Review, error) {
		_, err := one(ctx, r)
		return nil, err
	}
}
