package console

import (
	"os"

	"golang.org/x/sys/windows"
)

// Columns is how wide the console behind a file is, 0 if it is none.
func Columns(f *os.File) int {
	var info windows.ConsoleScreenBufferInfo
	if err := windows.GetConsoleScreenBufferInfo(windows.Handle(f.Fd()), &info); err != nil {
		return 0
	}
	return int(info.Window.Right-info.Window.Left) + 1
}
