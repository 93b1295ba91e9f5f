//go:build !linux && !darwin && !windows

package clock

import (
	"errors"
	"time"
)

func bootID() (string, error) { return "", errors.New("not known on this system") }

func sinceBoot() (time.Duration, error) { return 0, errors.New("not known on this system") }
