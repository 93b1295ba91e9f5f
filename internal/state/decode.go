package state

import (
	"encoding"
	"errors"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/lazyjson"
	"github.com/sentinelgate/sentinel/internal/ledger"
	"github.com/sentinelgate/sentinel/internal/strictjson"
)

// decodeSession reads a session's file. Most calls read one, and what
// encoding/json has to find out about the types first costs a hook more than the
// file. So one of the form in which sessions are written is read by hand;
// whatever else is valid, or is not, is encoding/json's.
func decodeSession(data []byte) (s Session, err error) {
	if err := strictjson.Check(data, limits().Limits); err != nil {
		return Session{}, err
	}
	d := decoder{lazyjson.Over(string(data))}
	if d.session(&s) == nil {
		return s, nil
	}
	s = Session{}
	err = strictjson.Into(data, &s, limits())
	return s, err
}

// errUnusual is a form in which nothing is written.
var errUnusual = errors.New("not the usual form")

type decoder struct{ lazyjson.Reader }

func (d *decoder) session(s *Session) error {
	return d.Object(func(name string) (err error) {
		switch name {
		case "root":
			s.Root, err = d.Text()
		case "started":
			s.Started, err = d.Int()
		case "used":
			s.Used, err = d.Int()
		case "grants":
			s.Grants = map[string]ledger.Sets{}
			err = d.Object(func(key string) error {
				sets, err := list(d, func(set *[]sentinel.Effect) (err error) {
					*set, err = list(d, d.effect)
					return err
				})
				s.Grants[key] = sets
				return err
			})
		case "paths":
			s.Paths, err = list(d, d.path)
		case "tools":
			s.Tools, err = d.Texts()
		case "written":
			s.Written, err = list(d, d.written)
		case "scanned":
			s.Scanned, err = d.Texts()
		case "asked":
			s.Asked, err = list(d, d.asked)
		default:
			err = errUnusual
		}
		return err
	})
}

// list reads a list whose elements are read by one.
func list[T any](d *decoder, one func(*T) error) (l []T, err error) {
	if d.Null() {
		return nil, nil
	}
	l = []T{}
	err = d.List(func() error {
		var v T
		err := one(&v)
		l = append(l, v)
		return err
	})
	return l, err
}

// named reads the name of one of a few values.
func (d *decoder) named(v encoding.TextUnmarshaler) error {
	s, err := d.Text()
	if err != nil {
		return err
	}
	return v.UnmarshalText([]byte(s))
}

func (d *decoder) effect(e *sentinel.Effect) error {
	return d.Object(func(name string) (err error) {
		switch name {
		case "kind":
			err = d.named(&e.Kind)
		case "scope":
			err = d.named(&e.Scope)
		case "target":
			e.Target, err = d.Text()
		case "identity":
			e.Identity, err = d.Text()
		default:
			err = errUnusual
		}
		return err
	})
}

func (d *decoder) path(p *PathGrant) error {
	return d.Object(func(name string) (err error) {
		switch name {
		case "path":
			p.Path, err = d.Text()
		case "tree":
			p.Tree, err = d.Bool()
		case "action":
			err = d.named(&p.Action)
		case "hash":
			p.Hash, err = d.Text()
		default:
			err = errUnusual
		}
		return err
	})
}

func (d *decoder) written(w *WrittenFile) error {
	return d.Object(func(name string) (err error) {
		switch name {
		case "path":
			w.Path, err = d.Text()
		case "hash":
			w.Hash, err = d.Text()
		case "seen":
			w.Seen, err = d.Bool()
		case "at":
			w.At, err = d.Int()
		case "labels":
			w.Labels, err = d.Texts()
		case "bad":
			w.Bad, err = d.Bool()
		case "new":
			w.New, err = d.Bool()
		default:
			err = errUnusual
		}
		return err
	})
}

func (d *decoder) asked(a *AskedCall) error {
	return d.Object(func(name string) (err error) {
		switch name {
		case "session":
			a.Session, err = d.Text()
		case "call":
			a.CallID, err = d.Text()
		case "digest":
			a.Digest, err = d.Text()
		case "attended":
			a.Attended, err = d.Bool()
		case "at":
			a.At, err = d.Int()
		case "parts":
			a.Parts, err = list(d, d.part)
		default:
			err = errUnusual
		}
		return err
	})
}

func (d *decoder) part(p *Part) error {
	return d.Object(func(name string) (err error) {
		switch name {
		case "shape":
			p.Shape, err = d.Text()
		case "key":
			p.Key, err = d.Text()
		case "effects":
			p.Effects, err = list(d, d.effect)
		case "risk":
			err = d.named(&p.Risk)
		case "colour":
			err = d.named(&p.Colour)
		case "said_yes":
			p.SaidYes, err = d.Bool()
		default:
			err = errUnusual
		}
		return err
	})
}
