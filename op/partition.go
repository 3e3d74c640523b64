package op

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// partition cuts rows into N parts: by hash of the keys, by range with the bounds as second input, or home,
// by the chunk that their ordinal names.
type partition struct {
	Keys  []RowKey
	N     int
	Range bool
	Of    []RowKey // of the bounds: those of the first side
	Apart bool     // bounds have ordinals, which cut rows with equal keys
	Home  bool
	Bits  int // of Home: the chunk's number in an ordinal is above them
}

func (*partition) Infer(in []Meta) ([]Meta, error) { return in[:1], nil }
func (*partition) Tile(t *Tiler) error             { return structural{}.Tile(t) }
func (o *partition) Exec(x *Exec) error {
	f, err := tableOf(x.Mem(), x.In(0))
	if err != nil {
		return err
	}
	bounds := make([]int, o.N+1)
	var lots []*frame.Frame // of the rows of a lot in order of their parts
	err = x.Briefly(func(y *Exec) error {
		to, err := int32s(y.Mem(), f.NRows)
		if err != nil {
			return err
		}
		if err := o.destinations(y, f, to); err != nil {
			return err
		}
		if countTo(to, bounds) {
			for k := range o.lots() {
				lo, hi := o.lot(k)
				lots = append(lots, f.Slice(bounds[lo], bounds[hi]))
			}
			return nil
		}
		lots, err = f.Deal(x.Mem(), y.Mem(), to, bounds, o.lotBounds())
		return err
	})
	if err != nil {
		return err
	}
	for k, rows := range lots {
		lo, hi := o.lot(k)
		out := &Parts{P: make([]any, hi-lo)}
		for p := range out.P { // all are views of the blocks of one frame
			if out.P[p], err = untable(x.In(0), rows.Slice(bounds[lo+p]-bounds[lo], bounds[lo+p+1]-bounds[lo])); err != nil {
				return err
			}
		}
		if err := x.Put(k, out); err != nil {
			return err
		}
	}
	return nil
}

// countTo writes where the rows of every part begin, once they are in order of their parts, and reports that
// they are already.
func countTo(to []int32, bounds []int) bool {
	ascends, last := true, int32(0)
	other := make([]int, len(bounds)) // for every second row: additions to one part need not wait for each other
	for len(to) >= 2 {
		p, q := to[0], to[1]
		bounds[p+1]++
		other[q+1]++
		ascends = ascends && p >= last && q >= p
		last, to = q, to[2:]
	}
	for _, p := range to {
		bounds[p+1]++
		ascends = ascends && p >= last
	}
	for p, n := range other {
		bounds[p] += n
	}
	for p := range len(bounds) - 1 {
		bounds[p+1] += bounds[p]
	}
	return ascends
}

func int32s(al mem.Allocator, n int) ([]int32, error) {
	b, err := al.Alloc(4 * n)
	if err != nil {
		return nil, err
	}
	return mem.View[int32](b, 0, n), nil
}

func (o *partition) destinations(x *Exec, f *frame.Frame, to []int32) error {
	if o.Home {
		wide, small := ordinals(f)
		for i, v := range wide {
			to[i] = int32(v >> o.Bits)
		}
		for i, v := range small {
			to[i] = v >> o.Bits
		}
		return nil
	}
	cols, err := keyColumns(f, o.Keys)
	if err != nil {
		return err
	}
	if !o.Range {
		hs, err := hash.Rows(x.Mem(), cols...)
		if err != nil {
			return err
		}
		for i, h := range hs {
			to[i] = int32(hash.Part(h, o.N))
		}
		return nil
	}
	b, err := tableOf(x.Mem(), x.In(1))
	if err != nil {
		return err
	}
	bounds, err := keyColumns(b, o.Of)
	if err != nil {
		return err
	}
	var before func(i, k int) bool
	if o.Apart {
		ord, first := wideOrdinals(b), firstOrd(x)
		before = func(i, k int) bool { return first+int64(i) < ord[k] }
	}
	return order.Cut(x.Mem(), orderKeys(cols, o.Keys), orderKeys(bounds, o.Of), before, to)
}

// firstOrd is the ordinal of the first row of a mapper's chunk.
func firstOrd(x *Exec) int64 { return int64(x.Index[0]) << ordBits }

// sample picks at most N rows, evenly over the order of the keys, with their ordinals if those tell rows
// apart.
type sample struct {
	Keys  []RowKey
	N     int
	Apart bool
}

func (*sample) Infer(in []Meta) ([]Meta, error) { return in[:1], nil }
func (*sample) Tile(t *Tiler) error             { return structural{}.Tile(t) }
func (o *sample) Exec(x *Exec) error {
	v := x.In(0)
	if f, ok := v.(*frame.Frame); ok {
		f = f.WithOrd(nil)
		if o.Apart {
			f = f.WithOrd(frame.NewRangeColumn(dtype.Int64, firstOrd(x), 1, f.NRows))
		}
		v = f
	}
	v, err := o.drawn(x, v)
	if err != nil {
		return err
	}
	return pick(x, o.Keys, []any{v}, func(n int) []int {
		k := min(o.N, n)
		at := make([]int, k)
		for i := range at {
			at[i] = (2*i + 1) * n / (2 * k)
		}
		return at
	})
}

// drawn is v, or of many rows one from each of 16 N equal stretches: to order all of them would cost more
// than what it is for.
func (o *sample) drawn(x *Exec, v any) (any, error) {
	f, err := tableOf(x.Mem(), v)
	if err != nil {
		return nil, err
	}
	n := 16 * o.N
	if f.NRows <= n {
		return v, nil
	}
	rows := make([]int64, n)
	for i, row := range sort.Draws(f.NRows, n) {
		rows[i] = row
	}
	if f, err = f.Take(x.Mem(), rows); err != nil {
		return nil, err
	}
	return untable(v, f)
}

// limits chooses N-1 bounds that cut the sampled rows evenly.
type limits struct {
	Keys  []RowKey
	N     int
	Apart bool
}

func (*limits) Infer(in []Meta) ([]Meta, error) { return in[:1], nil }
func (*limits) Tile(t *Tiler) error             { return structural{}.Tile(t) }
func (o *limits) Exec(x *Exec) error {
	return pick(x, o.Keys, x.in, func(n int) []int {
		var at []int
		for k := 1; k < o.N && n > 0; k++ {
			at = append(at, min(n-1, k*n/o.N))
		}
		return at
	})
}

// pick puts the key columns of chosen places in the order of the keys.
func pick(x *Exec, keys []RowKey, in []any, choose func(n int) []int) error {
	v, err := x.Join([]int{len(in)}, in)
	if err != nil {
		return err
	}
	f, err := tableOf(x.Mem(), v)
	if err != nil {
		return err
	}
	cols, err := keyColumns(f, keys)
	if err != nil {
		return err
	}
	rows := order.Rows(orderKeys(cols, keys), f.NRows)
	var at []int64
	for _, i := range choose(f.NRows) {
		at = append(at, rows[i])
	}
	out, err := f.Take(x.Mem(), at)
	if err != nil {
		return err
	}
	if v, err = untable(v, out); err != nil {
		return err
	}
	return x.Put(0, v)
}

// tableOf views a value as a frame: a one-dimensional array is its only column.
func tableOf(al mem.Allocator, v any) (*frame.Frame, error) {
	switch v := v.(type) {
	case *frame.Frame:
		return v, nil
	case *nd.Array:
		c, err := frame.FromArray(al, v)
		if err != nil {
			return nil, err
		}
		return frame.New(nil, make([]frame.Label, 1), c)
	}
	return nil, errs.New(errs.Internal, "rows of a %T", v)
}

// untable turns f back into what like is.
func untable(like any, f *frame.Frame) (any, error) {
	if _, ok := like.(*nd.Array); !ok {
		return f, nil
	}
	a, ok := f.Cols[0].Array()
	if !ok {
		return nil, errs.New(errs.Internal, "a column of %s is no array", f.Cols[0].DType)
	}
	return a, nil
}

func keyColumns(f *frame.Frame, keys []RowKey) ([]*frame.Column, error) {
	cols := make([]*frame.Column, len(keys))
	for i, k := range keys {
		switch {
		case k.Level > f.Index.NLevels():
			return nil, errs.New(errs.NotFound, "the index has %d levels, not %d", f.Index.NLevels(), k.Level)
		case k.Level > 0:
			cols[i] = f.Index.Level(k.Level - 1)
		default:
			if cols[i] = f.Col(k.Label); cols[i] == nil {
				return nil, noColumn(k.Label, f.Names)
			}
		}
	}
	return cols, nil
}

func orderKeys(cols []*frame.Column, keys []RowKey) []order.Key {
	out := make([]order.Key, len(cols))
	for i, c := range cols {
		out[i] = order.Key{Col: c, Desc: keys[i].Desc, NullsFirst: keys[i].NullsFirst, ByValue: keys[i].ByValue}
	}
	return out
}

// ordinals are the hidden ordinals of f, in the width in which they are stored: the other slice is nil.
func ordinals(f *frame.Frame) (wide []int64, small []int32) {
	if c := f.Ord; c != nil && c.Enc == frame.Narrow && c.Codes == 4 {
		return nil, frame.Values[int32](c.Stored())
	}
	return wideOrdinals(f), nil
}

func wideOrdinals(f *frame.Frame) []int64 {
	if f.Ord == nil {
		panic("rows without ordinals")
	}
	c, err := f.Ord.Decode(mem.Heap)
	if err != nil {
		panic(err) // Go memory does not refuse
	}
	return frame.Values[int64](c)
}
