package op

import (
	"slices"
	"sort"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/kernel/order"
	ksort "github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// partition cuts rows into N parts: by hash of the keys, by range with the bounds as second input, or home, by the chunk
// that their ordinal names.
type partition struct {
	Keys  []RowKey
	N     int
	Range bool
	Of    []RowKey // of the bounds: those of the first side
	Apart bool     // bounds have ordinals, which cut rows with equal keys
	Home  bool
}

func (*partition) Infer(in []Meta) ([]Meta, error) { return in[:1], nil }
func (*partition) Tile(t *Tiler) error             { return structural{}.Tile(t) }
func (o *partition) Exec(x *Exec) error {
	f, err := tableOf(x.Mem(), x.In(0))
	if err != nil {
		return err
	}
	to, err := o.destinations(x, f)
	if err != nil {
		return err
	}
	count := make([]int, o.N)
	for _, p := range to {
		count[p]++
	}
	rows := make([][]int64, o.N)
	for p, n := range count {
		rows[p] = make([]int64, 0, n)
	}
	for i, p := range to {
		rows[p] = append(rows[p], int64(i))
	}
	out := &Parts{P: make([]any, o.N)}
	for p, r := range rows {
		part, err := f.Take(x.Mem(), r)
		if err != nil {
			return err
		}
		if out.P[p], err = untable(x.In(0), part); err != nil {
			return err
		}
	}
	return x.Put(0, out)
}

func (o *partition) destinations(x *Exec, f *frame.Frame) ([]int32, error) {
	to := make([]int32, f.NRows)
	if o.Home {
		for i, v := range ordinals(f) {
			to[i] = int32(v >> ordBits)
		}
		return to, nil
	}
	cols, err := keyColumns(f, o.Keys)
	if err != nil {
		return nil, err
	}
	if !o.Range {
		hs, err := hash.Rows(x.Mem(), cols...)
		if err != nil {
			return nil, err
		}
		for i, h := range hs {
			to[i] = int32(hash.Part(h, o.N))
		}
		return to, nil
	}
	b, err := tableOf(x.Mem(), x.In(1))
	if err != nil {
		return nil, err
	}
	bounds, err := keyColumns(b, o.Of)
	if err != nil {
		return nil, err
	}
	if found, err := o.searched(x, cols, bounds, to); found || err != nil {
		return to, err
	}
	compare := order.Comparer(orderKeys(cols, o.Keys), orderKeys(bounds, o.Of))
	if o.Apart {
		ord := ordinals(b)
		for i := range to {
			at := firstOrd(x) + int64(i)
			to[i] = int32(sort.Search(b.NRows, func(k int) bool {
				c := compare(i, k)
				return c < 0 || c == 0 && at < ord[k]
			}))
		}
		return to, nil
	}
	for i := range to { // rows equal to a bound go right of it, all together
		to[i] = int32(sort.Search(b.NRows, func(k int) bool { return compare(i, k) < 0 }))
	}
	return to, nil
}

// searched writes the parts of rows with one key of plain numbers that ascends, which a vector search finds; false is another key.
func (o *partition) searched(x *Exec, cols, bounds []*frame.Column, to []int32) (bool, error) {
	if len(cols) != 1 || o.Apart || o.Keys[0].Desc || o.Keys[0].NullsFirst || cols[0].DType != bounds[0].DType || cols[0].DType.IsCategorical() {
		return false, nil
	}
	a, ok := cols[0].Array()
	b, same := bounds[0].Array()
	if !ok || !same || a.DType.Size() > 8 || a.DType.IsComplex() {
		return false, nil
	}
	return true, x.Briefly(func(y *Exec) error {
		at, err := ksort.Search(y.Mem(), b, a, true, y.Parallel)
		if err != nil {
			return err
		}
		for i, k := range nd.Data[int64](at) {
			to[i] = int32(k)
		}
		return nil
	})
}

// firstOrd is the ordinal of the first row of a mapper's chunk.
func firstOrd(x *Exec) int64 { return int64(x.Index[0]) << ordBits }

// sample picks at most N rows, evenly over the order of the keys, with their ordinals if those tell rows apart.
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

// drawn is v, or of many rows one from each of 16 N equal stretches: to order all of them would cost more than what it is for.
func (o *sample) drawn(x *Exec, v any) (any, error) {
	f, err := tableOf(x.Mem(), v)
	if err != nil {
		return nil, err
	}
	n := 16 * o.N
	if f.NRows <= n {
		return v, nil
	}
	rows, seed := make([]int64, n), uint64(f.NRows)
	for i := range rows {
		lo, hi := i*f.NRows/n, (i+1)*f.NRows/n
		seed = seed*6364136223846793005 + 1442695040888963407 // Knuth's MMIX generator
		rows[i] = int64(lo) + int64((seed>>33)%uint64(hi-lo))
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

// ordinals are the hidden ordinals of f as a slice.
func ordinals(f *frame.Frame) []int64 {
	if f.Ord == nil {
		panic("rows without ordinals")
	}
	c, err := f.Ord.Decode(mem.Heap)
	if err != nil {
		panic(err) // Go memory does not refuse
	}
	return frame.Values[int64](c)
}

func sortByOrd(rows, ord []int64) {
	slices.SortStableFunc(rows, func(a, b int64) int {
		switch {
		case ord[a] < ord[b]:
			return -1
		case ord[a] > ord[b]:
			return 1
		}
		return 0
	})
}
