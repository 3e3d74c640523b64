package dataframe_test

import (
	"context"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// A tightWorld refuses every block until scratch space was opened, as a worker refuses growth beyond a grant.
type tightWorld struct {
	op.LocalFS
	open  bool
	parts map[int][]*frame.Frame
}

func (w *tightWorld) Alloc(n int) (*mem.Block, error) {
	if !w.open {
		return nil, errs.New(errs.Pressure, "no memory just now")
	}
	return mem.Heap.Alloc(n)
}
func (w *tightWorld) Context() context.Context { return context.Background() }
func (w *tightWorld) FS() op.FS                { return w.LocalFS }
func (w *tightWorld) Parallel(n int, f func(i int) error) error {
	for i := range n {
		if err := f(i); err != nil {
			return err
		}
	}
	return nil
}
func (w *tightWorld) Scratch() (op.Scratch, error) { w.open = true; return w, nil }

func (w *tightWorld) Append(p int, v any) error {
	f, err := v.(*frame.Frame).Clone(mem.Heap)
	w.parts[p] = append(w.parts[p], f)
	return err
}

func (w *tightWorld) Read(p int, f func(v any) error) error {
	for _, v := range w.parts[p] {
		if err := f(v); err != nil {
			return err
		}
	}
	return nil
}
func (w *tightWorld) Drop(p int) error { delete(w.parts, p); return nil }

// A merge whose rows cannot be matched in its memory goes through scratch space and has the same answer.
func TestMergeSpills(t *testing.T) {
	l := dataframe.New(dataframe.C{Name: "k", Data: []int64{3, 1, 2, 3, 9, 1}}, dataframe.C{Name: "x", Data: []string{"a", "b", "c", "d", "e", "f"}})
	r := dataframe.New(dataframe.C{Name: "k", Data: []int64{1, 3, 7, 3}}, dataframe.C{Name: "y", Data: []float64{1, 2, 3, 4}})
	sides := []any{frameOf(t, l), frameOf(t, r)}
	for _, how := range []string{"inner", "left", "right", "outer"} {
		n := l.Merge(r, merging{How: how}).Value().N
		in := append([]any(nil), sides...)
		metas := op.Metas(n.In)
		if how == "right" { // the side whose order counts comes first
			in[0], in[1], metas[0], metas[1] = in[1], in[0], metas[1], metas[0]
		}
		call := &op.Call{Op: n.Op, Name: n.Name, Stage: op.Final, In: []op.Arg{{Meta: metas[0]}, {Meta: metas[1]}}, Outs: n.Outs}
		tight := &tightWorld{parts: map[int][]*frame.Frame{}}
		got, err := op.Run(call, in, nil, tight)
		if err != nil {
			t.Fatal(err)
		}
		want, err := op.Run(call, in, nil, &tightWorld{open: true})
		if err != nil {
			t.Fatal(err)
		}
		if d := got[0].(*frame.Frame).Diff(want[0].(*frame.Frame)); d != "" {
			t.Errorf("%s: %s", how, d)
		}
		if len(tight.parts) == 0 {
			t.Errorf("%s: nothing was spilled", how)
		}
	}
}

func frameOf(t *testing.T, d *dataframe.DataFrame) *frame.Frame {
	t.Helper()
	got, err := (&marstest.Loop{}).Run(d.Value())
	if err != nil {
		t.Fatal(err)
	}
	return got[0].(*frame.Frame)
}
