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

type sandbox struct{ descriptors bool }

func (*sandbox) run(string) (answer, error) { return answer{}, errors.ErrUnsupported }

func programs(*testing.T) (string, error) {
	return "", errors.New("the sandbox needs Linux namespaces")
}

func newSandbox(*testing.T, string) (*sandbox, error) {
	return nil, errors.New("the sandbox needs Linux namespaces")
}
