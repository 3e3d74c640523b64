package main

import (
	"fmt"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"

	mars "github.com/mars-project/mars-go"
)

// A bar is one line of progress on a terminal; elsewhere there is only what took how long.
type bar struct {
	out      *os.File
	terminal bool
	b        *progressbar.ProgressBar
}

func newBar(out *os.File) *bar {
	i, err := out.Stat()
	return &bar{out: out, terminal: err == nil && i.Mode()&os.ModeCharDevice != 0}
}

// show draws the progress of a task.
func (b *bar) show(p mars.Progress) {
	if p.Total == 0 {
		return
	}
	if b.b == nil {
		b.b = progressbar.NewOptions(p.Total, progressbar.OptionSetWriter(b.out), progressbar.OptionSetVisibility(b.terminal),
			progressbar.OptionSetDescription("subtasks"), progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(50*time.Millisecond))
	}
	b.b.ChangeMax(p.Total) // later stages add to it
	_ = b.b.Set(p.Done)    // a terminal that cannot be written to is no reason to stop
}

// note says how long something took.
func (b *bar) note(what string, since time.Time) {
	if b.b != nil {
		_ = b.b.Clear()
		b.b = nil
	}
	fmt.Fprintf(b.out, "%6.2f s  %s\n", time.Since(since).Seconds(), what)
}
