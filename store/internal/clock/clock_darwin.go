package clock

import (
	"time"

	"golang.org/x/sys/unix"
)

func bootID() (string, error) { return unix.Sysctl("kern.bootsessionuuid") }

// sinceBoot: the kernel moves its time of start with the wall clock whenever
// that is set, so that the difference runs on evenly.
func sinceBoot() (time.Duration, error) {
	t, err := unix.SysctlTimeval("kern.boottime")
	if err != nil {
		return 0, err
	}
	return time.Since(time.Unix(t.Unix())), nil
}
