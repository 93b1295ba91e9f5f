package clock

import (
	"strconv"
	"time"

	"golang.org/x/sys/windows"
	"golang.org/x/sys/windows/registry"
)

// bootID is the count of starts that Windows keeps.
func bootID() (string, error) {
	k, err := registry.OpenKey(registry.LOCAL_MACHINE,
		`SYSTEM\CurrentControlSet\Control\Session Manager\Memory Management\PrefetchParameters`, registry.QUERY_VALUE)
	if err != nil {
		return "", err
	}
	defer k.Close()
	n, _, err := k.GetIntegerValue("BootId")
	return "start-" + strconv.FormatUint(n, 10), err
}

func sinceBoot() (time.Duration, error) { return windows.DurationSinceBoot(), nil }
