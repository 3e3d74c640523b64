package functions

import (
	"fmt"
	"os"
	"testing"

	"github.com/mars-project/mars-go/errs"
)

// far is a function that says how far it is, and waits until it may go on.
const far = `
import os, time
def f(dir, n):
    from mars._core import hooks
    hooks.far(n)
    while not os.path.exists(f"{dir}/go"): time.sleep(0.001)
`

// What runs for long, or has said how far it is, is told of, the longest first, and nothing else.
func TestRunning(t *testing.T) {
	h := opened(t, Options{Slots: 3})
	dir := t.TempDir()
	over := make(chan error, 3)
	for i, n := range []float64{0.25, 0, 1} {
		c := calling(t, far, fmt.Sprintf("%q, %g", dir, n))
		c.Task, c.Log = fmt.Sprintf("t%d", i), "x"
		go func() {
			made, err := h.Call(t.Context(), c)
			for _, v := range made {
				release(v)
			}
			over <- err
		}()
		until(func() bool { return len(h.Running(0, 8)) == i+1 })
	}
	const never = 1 << 62
	until(func() bool { return len(h.Running(never, 8)) == 2 })
	for _, r := range h.Running(never, 8) {
		if want := map[string]float64{"t0": 0.25, "t2": 1}[r.Task]; r.Far != want || r.Took <= 0 || r.Log != "x" {
			t.Errorf("%+v", r)
		}
	}
	if rs := h.Running(0, 2); len(rs) != 2 || rs[0].Took < rs[1].Took {
		t.Errorf("%+v", rs)
	}
	if err := os.WriteFile(dir+"/go", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := <-over; err != nil {
			t.Error(err)
		}
	}
	if rs := h.Running(0, 8); len(rs) != 0 {
		t.Errorf("%+v", rs)
	}
}

// A process that says what is no fraction breaks its connection.
func TestFarIsAFraction(t *testing.T) {
	r := open(t, 1)
	for said, body := range map[string]string{
		"done to 1.5": "struct.pack('<d', 1.5)", "done to -1": "struct.pack('<d', -1)", "done to NaN": "struct.pack('<d', float('nan'))", "of 3 bytes": "b'abc'",
	} {
		c := calling(t, fmt.Sprintf(broken, body), "")
		r.fails(c, errs.Internal, "it broke its connection: a ", said)
	}
}

// broken is a function that says something of its own to the worker.
const broken = `
import struct, time
def f():
    from mars._core import hooks
    process = hooks.far.__self__
    process._link.send(8, process._call_now, %s)
    time.sleep(3600)
`
