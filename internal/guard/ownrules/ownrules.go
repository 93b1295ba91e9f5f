// Package ownrules reads the secret rules and exceptions that people write into
// the configuration of the output scanner:
//
//	"outputScanner": {
//	  "rules": [{"id": "acme-token", "keywords": ["acme"], "regexp": "acme_[a-z0-9]{20}"}],
//	  "allow": {"values": ["acme_test_.*"], "labels": ["stripe-key"], "paths": ["testdata/*"]}
//	}
package ownrules

import (
	"errors"
	"fmt"

	"github.com/sentinelgate/sentinel/internal/secret"
	"github.com/sentinelgate/sentinel/internal/secret/own"
)

// Bounds of what one configuration adds, and of one expression.
const (
	maxRules  = 200
	maxAllow  = 1000
	maxLength = 4096
)

// File is what stands in a configuration.
type File struct {
	Rules []Rule `json:"rules"`
	Allow struct {
		Values []string `json:"values"`
		Labels []string `json:"labels"`
		Paths  []string `json:"paths"`
	} `json:"allow"`
}

// Rule is one rule as people write it.
type Rule struct {
	ID       string   `json:"id"`
	Title    string   `json:"title"`
	Keywords []string `json:"keywords"`
	Regexp   string   `json:"regexp"`
	Group    int      `json:"group"`
	Entropy  float64  `json:"entropy"`
	// Match and NoMatch are examples, which package config tries.
	Match   []string `json:"match"`
	NoMatch []string `json:"noMatch"`
}

// Join adds what a file says. tighten says that only rules count, as for files
// that come with a repository. What is wrong is left out and told.
func Join(o *secret.Options, f File, tighten bool) (problems []error) {
	for _, r := range f.Rules {
		rule := own.Rule{ID: r.ID, Title: r.Title, Keywords: r.Keywords, Regexp: r.Regexp, Group: r.Group, Entropy: r.Entropy}
		_, err := own.NewRule(rule)
		switch {
		case err != nil:
		case r.Regexp == "":
			err = fmt.Errorf("secret rule %s: no expression", r.ID)
		case len(r.Regexp) > maxLength:
			err = fmt.Errorf("secret rule %s: the expression is too long", r.ID)
		case len(o.Rules) == maxRules:
			return append(problems, errors.New("too many secret rules"))
		}
		if err != nil {
			problems = append(problems, err)
			continue
		}
		o.Rules = append(o.Rules, rule)
	}
	if tighten {
		return problems
	}
	a := own.Allow{Values: f.Allow.Values, Labels: f.Allow.Labels, Paths: f.Allow.Paths}
	if len(a.Values)+len(o.Allow.Values) > maxAllow || len(a.Labels)+len(o.Allow.Labels) > maxAllow || len(a.Paths)+len(o.Allow.Paths) > maxAllow {
		return append(problems, errors.New("too many allowed secrets"))
	}
	for _, v := range a.Values {
		if len(v) > maxLength || v == "" {
			return append(problems, errors.New("an allowed secret is empty or too long"))
		}
	}
	if _, err := own.NewList(a); err != nil {
		return append(problems, err)
	}
	o.Allow.Values = append(o.Allow.Values, a.Values...)
	o.Allow.Labels = append(o.Allow.Labels, a.Labels...)
	o.Allow.Paths = append(o.Allow.Paths, a.Paths...)
	return problems
}
