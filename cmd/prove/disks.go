package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/mars-project/mars-go/node/fleet"
)

// diskSize is that of a worker's disk, which is one of its own so that it can be full.
const diskSize = "128m"

// disk is the place of a disk.
func (c *chaotic) disk(i int) string { return filepath.Join(c.dir, fmt.Sprint("spill-", i)) }

// mount makes a disk for each worker.
func (c *chaotic) mount() error {
	for i := range chaosWorkers {
		if err := os.MkdirAll(c.disk(i), 0o755); err != nil {
			return err
		}
		if err := syscall.Mount("tmpfs", c.disk(i), "tmpfs", 0, "size="+diskSize); err != nil {
			return fmt.Errorf("mount a disk: %w", err)
		}
		c.mounted = append(c.mounted, c.disk(i))
	}
	return nil
}

// unmount takes the disks away.
func (c *chaotic) unmount() (err error) {
	for _, d := range c.mounted {
		err = errors.Join(err, syscall.Unmount(d, syscall.MNT_DETACH))
	}
	return err
}

// fill has somebody else fill the disk of a worker for a while.
func (c *chaotic) fill(ctx context.Context, i int) error {
	c.counts.Filled++
	name := filepath.Join(c.disk(i), "others")
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	b := make([]byte, 64<<10)
	for err == nil {
		_, err = f.Write(b)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		return errors.Join(err, f.Close(), os.Remove(name))
	}
	wait(ctx, c.between(time.Second, 8*time.Second))
	return errors.Join(f.Close(), os.Remove(name))
}

// stray starts one more worker that advertises an address at which nobody is: it is not taken, and says why.
func (c *chaotic) stray(ctx context.Context, i int) error {
	c.counts.Strayed++
	h := c.hosts[i]
	nowhere := h.Addr[:strings.LastIndexByte(h.Addr, '.')] + ".250:7104"
	w, err := fleet.Start(h, c.program, "mars-worker", "-H", h.Addr, "-p", "7104", "-a", nowhere, "-s", c.addr, "--n-cpu", "1", "--mem-bytes", "128m", "--min-mem", "0")
	if err != nil {
		return err
	}
	defer w.Kill()
	wait(ctx, c.between(3*time.Second, 6*time.Second))
	for s := bufio.NewScanner(strings.NewReader(w.Said())); s.Scan(); {
		if strings.Contains(s.Text(), "cannot reach the data of this worker at "+nowhere) {
			return ctx.Err()
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fmt.Errorf("a worker with a wrong address says nothing of it: %s", w.Said())
}
