package events

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Command is the hidden sub-command of the helper process.
const Command = "emit"

// Parcel is what the helper process gets on its standard input. It names no
// sinks: the helper reads them from the configuration, so that nobody can make
// it run a program of theirs.
type Parcel struct {
	Root   string            `json:"root"`
	Events []json.RawMessage `json:"events"`
}

// handOver is how long the helper may take to begin reading.
const handOver = 300 * time.Millisecond

// maxParcel bounds what is handed over, in bytes.
const maxParcel = 256 << 10

// start starts the helper and does not wait for it.
func (h Helper) start(list []Event) error {
	p := Parcel{Root: h.Root}
	for _, e := range list {
		data, err := e.Line()
		if err != nil {
			return err
		}
		p.Events = append(p.Events, data[:len(data)-1])
	}
	data, err := json.Marshal(p)
	if err == nil && len(data) > maxParcel {
		err = errors.New("the events are too large")
	}
	if err != nil {
		return fmt.Errorf("hand events over: %w", err)
	}
	if err := h.run(data); err != nil {
		return fmt.Errorf("hand events over: %w", err)
	}
	return nil
}

func (h Helper) run(data []byte) error {
	in, out, err := os.Pipe()
	if err != nil {
		return err
	}
	defer out.Close()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		in.Close()
		return err
	}
	program := h.program()
	process, err := os.StartProcess(program, []string{program, "--home", h.Home, Command},
		&os.ProcAttr{Dir: h.Home, Files: []*os.File{in, null, null}, Sys: detached()})
	in.Close()
	null.Close()
	if err != nil {
		return err
	}
	go func() { _, _ = process.Wait() }()
	_ = out.SetWriteDeadline(time.Now().Add(handOver))
	_, err = out.Write(data)
	return err
}

// program is the whole program, also for the small one that hooks run.
func (h Helper) program() string {
	dir, base := filepath.Split(h.Binary)
	name, ext := strings.TrimSuffix(base, ".exe"), ""
	if name != base {
		ext = ".exe"
	}
	return filepath.Join(dir, strings.TrimSuffix(name, "-hook")+ext)
}
