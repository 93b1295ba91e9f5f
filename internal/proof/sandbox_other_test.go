//go:build !linux

package proof

import (
	"errors"
	"testing"
)

type answer struct {
	Argv  [][]string
	Hung  bool
	Wrong string
}

type sandbox struct{}

func (*sandbox) run(string) (answer, error) { return answer{}, errors.ErrUnsupported }

func newSandbox(*testing.T) (*sandbox, error) {
	return nil, errors.New("the sandbox needs Linux namespaces")
}
