package events

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/sentinelgate/sentinel/internal/program"
)

// Command is the hidden sub-command of the courier process.
const Command = "emit"

// Parcel is what the courier process gets on its standard input. It names no
// sinks: the courier reads them from the configuration, so that nobody can make
// it run a program of theirs.
type Parcel struct {
	Root   string            `json:"root"`
	Events []json.RawMessage `json:"events"`
}

// handOver is how long the courier may take to begin reading.
const handOver = 300 * time.Millisecond

// maxParcel bounds what is handed over, in bytes.
const maxParcel = 256 << 10

// start starts the courier and does not wait for it.
func (c Courier) start(list []Event) error {
	p := Parcel{Root: c.Root}
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
	if err := c.run(data); err != nil {
		return fmt.Errorf("hand events over: %w", err)
	}
	return nil
}

func (c Courier) run(data []byte) error {
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
	program := program.WholeOf(c.Binary)
	process, err := os.StartProcess(program, []string{program, "--home", c.Home, Command},
		&os.ProcAttr{Dir: c.Home, Files: []*os.File{in, null, null}, Sys: detached()})
	in.Close()
	null.Close()
	if err != nil {
		return err
	}
	go func() { _, _ = process.Wait() }()
	written := make(chan error, 1)
	go func() { _, err := out.Write(data); written <- err }()
	select {
	case err = <-written:
		return err
	case <-time.After(handOver):
		return errors.New("the courier does not read") // closing the pipe ends the write
	}
}
