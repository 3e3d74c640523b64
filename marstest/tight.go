package marstest

import (
	"context"
	"fmt"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// CallOf is the call of a stage of the operator that made h, for inputs that are whole values.
func CallOf(h op.Handle, s op.Stage) *op.Call {
	n := h.Value().N
	c := &op.Call{Op: n.Op, Name: n.Name, Stage: s, Index: []int{0}, Lo: []int{0}, Full: []int{0}, Outs: n.Outs}
	for _, m := range op.Metas(n.In) {
		c.In = append(c.In, op.Arg{Meta: m})
	}
	return c
}

// Tight runs a call with room for all, in a world that refuses memory until scratch space is opened, and in
// less and less memory until that is too little: all answers must be the same, bit for bit. It returns the
// bytes that the first took at most, and the least in which there was an answer.
func Tight(t testing.TB, name string, c *op.Call, in ...any) (peak, least int) {
	t.Helper()
	const plenty = 1 << 40
	w := newTight(plenty)
	want, err := op.Run(c, in, nil, w)
	if err != nil || w.open {
		t.Fatalf("%s: scratch space was opened (%v) though there was room, %v", name, w.open, err)
	}
	check := func(how string, w *tight) bool {
		t.Helper()
		got, err := op.Run(c, in, nil, w)
		if err != nil {
			if w.shut || !errs.Is(err, errs.Pressure) {
				t.Errorf("%s %s: %v", name, how, err)
			}
			return false
		}
		for i := range want {
			if c.Want == nil || c.Want[i] {
				if d := Diff(got[i], want[i], Tolerance{}); d != "" {
					t.Errorf("%s %s: output %d: %s", name, how, i, d)
				}
			}
		}
		return true
	}
	forced := newTight(plenty)
	forced.shut = true
	if check("through scratch space", forced); !forced.open {
		t.Errorf("%s: nothing went through scratch space", name)
	}
	peak = plenty - w.least
	least = peak
	for room := peak - 1; room >= 0 && check(fmt.Sprintf("in %d of %d bytes", room, peak), newTight(room)); room -= max(1, peak/20) {
		least = room
	}
	return peak, least
}

// tight is a world of little memory, with scratch space in Go memory.
type tight struct {
	loopWorld
	loopScratch
	shut, open bool // no memory until scratch space is open
	left       int
	least      int // that was left
	sizes      map[*mem.Block]int
}

func newTight(room int) *tight {
	return &tight{left: room, least: room, sizes: map[*mem.Block]int{}, loopScratch: loopScratch{parts: map[int][]any{}}}
}

func (w *tight) Alloc(n int) (*mem.Block, error) {
	if n > w.left || w.shut && !w.open {
		return nil, errs.New(errs.Pressure, "no memory for %d bytes", n)
	}
	w.left -= n
	w.least = min(w.least, w.left)
	b, err := mem.Heap.Alloc(n)
	w.sizes[b] = n
	return b, err
}

func (w *tight) Free(b *mem.Block) bool {
	n, ok := w.sizes[b]
	w.left += n
	delete(w.sizes, b)
	clear(b.Bytes()) // what was given back must not be read again
	return ok
}

func (w *tight) Context() context.Context { return context.Background() }
func (w *tight) Scratch() (op.Scratch, error) {
	w.open = true
	return w, nil
}

// World is a world of Go memory, for calls that are run by themselves.
func World() op.World { return loopWorld{} }
