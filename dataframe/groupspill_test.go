package dataframe_test

import (
	"context"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// tight is a world of little memory, with scratch space in Go memory.
type tight struct {
	left   int
	least  int // that was left
	sizes  map[*mem.Block]int
	parts  map[int][]any
	writes int
}

func (w *tight) Alloc(n int) (*mem.Block, error) {
	if n > w.left {
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
func (w *tight) FS() op.FS                { return op.LocalFS{} }
func (w *tight) Parallel(n int, f func(i int) error) error {
	for i := range n {
		if err := f(i); err != nil {
			return err
		}
	}
	return nil
}
func (w *tight) Scratch() (op.Scratch, error) { return w, nil }
func (w *tight) Append(p int, v any) error {
	c, err := op.CloneValue(v)
	w.parts[p] = append(w.parts[p], c)
	w.writes++
	return err
}

func (w *tight) Read(p int, f func(v any) error) error {
	for _, v := range w.parts[p] {
		if err := f(v); err != nil {
			return err
		}
	}
	return nil
}
func (w *tight) Drop(p int) error { delete(w.parts, p); return nil }

func TestGroupBySpills(t *testing.T) {
	n := 20000
	k, s, v := make([]int64, n), make([]string, n), make([]float64, n)
	x := uint64(9)
	for i := range n {
		x = x*6364136223846793005 + 1442695040888963407
		k[i], s[i], v[i] = int64(x>>55), string(rune('a'+x>>60)), float64(x>>40)/1000
	}
	f := frame.Must(frame.New(nil, frame.Labels("k", "s", "v"), frame.Of(k), frame.Strs(s...), frame.Of(v)))
	for name, g := range map[string]*dataframe.DataFrame{
		"sorted":   dataframe.FromFrame(f).GroupBy([]string{"k", "s"}).Agg([]string{"mean", "count", "max"}),
		"unsorted": dataframe.FromFrame(f).GroupBy("k", dataframe.GroupOptions{Sort: new(false)}).Agg([]dataframe.OfColumn{{"v", "std"}, {"s", "last"}}),
		"median":   dataframe.FromFrame(f).GroupBy("k", dataframe.GroupOptions{AsIndex: new(false)}).Select("v").Median(),
	} {
		node := g.Value().N
		run := func(room int) (*frame.Frame, *tight, error) {
			w := &tight{left: room, least: room, sizes: map[*mem.Block]int{}, parts: map[int][]any{}}
			c := &op.Call{Op: node.Op, Stage: op.Chunk, Index: []int{0}, In: []op.Arg{{Meta: node.In[0].Meta()}}, Outs: node.Outs, Name: node.Name}
			out, err := op.Run(c, []any{f}, nil, w)
			if err != nil {
				return nil, w, err
			}
			return out[0].(*frame.Frame), w, nil
		}
		const plenty = 1 << 40
		want, w, err := run(plenty)
		if err != nil || w.writes > 0 {
			t.Fatalf("%s: %d writes to scratch though there was room, %v", name, w.writes, err)
		}
		peak := plenty - w.least
		spilled := 0
		for room := peak - 1; ; room -= peak / 20 {
			got, w, err := run(room)
			if err != nil {
				if !errs.Is(err, errs.Pressure) {
					t.Errorf("%s in %d bytes: %v", name, room, err)
				}
				break
			}
			if w.writes > 0 {
				spilled++
			}
			if d := got.Diff(want); d != "" {
				t.Errorf("%s in %d of %d bytes: %s", name, room, peak, d)
			}
		}
		if spilled == 0 {
			t.Errorf("%s never got by with less than %d bytes", name, peak)
		}
	}
}
