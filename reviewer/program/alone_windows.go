package program

import "os/exec"

// alone leaves the program as it is: only the program itself is ended.
func alone(*exec.Cmd) {}
