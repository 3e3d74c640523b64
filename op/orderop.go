package op

import (
	"math"
	"math/bits"
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// ordBits is the room for row numbers in an ordinal, above which is the chunk's number, where the rows of
// chunks are not known yet.
const ordBits = 40

// ordinalBits is the room that row numbers of chunks of so many rows need, if ordinals then have four bytes,
// which they carry through the exchanges; else ordBits.
func ordinalBits(rows []int) int {
	most := bits.Len(uint(max(1, slices.Max(rows)-1)))
	if len(rows) > math.MaxInt32>>most {
		return ordBits
	}
	return most
}

// ordinal numbers the rows of chunk Base.
type ordinal struct{ Base, Bits int }

func (*ordinal) Infer(in []Meta) ([]Meta, error) { return in[:1], nil }
func (*ordinal) Tile(t *Tiler) error             { return structural{}.Tile(t) }
func (o *ordinal) Exec(x *Exec) error {
	f := x.Frame(0)
	return x.Put(0, f.WithOrd(frame.NewRangeColumn(dtype.Int64, int64(o.Base)<<o.Bits, 1, f.NRows)))
}

// restore sorts rows by their ordinals and drops those.
type restore struct{ structural }

func (*restore) Exec(x *Exec) error {
	f := x.Frame(0)
	wide, small := ordinals(f)
	f = f.WithOrd(nil)
	var err error
	if small != nil {
		f, err = inOrder(x, f, small)
	} else {
		f, err = inOrder(x, f, wide)
	}
	if err != nil {
		return err
	}
	return x.Put(0, f)
}

func inOrder[T int32 | int64](x *Exec, f *frame.Frame, ord []T) (out *frame.Frame, err error) {
	if slices.IsSorted(ord) {
		return f, nil
	}
	err = x.Briefly(func(y *Exec) error {
		rows, err := int32s(y.Mem(), len(ord))
		if err != nil {
			return err
		}
		if err := byOrdinal(y.Mem(), rows, ord); err != nil {
			return err
		}
		out, err = frame.Take(x.Mem(), f, rows)
		return err
	})
	return out, err
}

// byOrdinal writes the rows in the order of their ordinals, those with equal ones as they are. Ordinals are
// mostly the numbers of the rows of a chunk or of a few: rows are counted to their places; where ordinals are
// spread they are sorted.
func byOrdinal[T int32 | int64](al mem.Allocator, rows []int32, ord []T) error {
	lo, hi := int64(slices.Min(ord)), int64(slices.Max(ord))
	if hi-lo >= int64(4*len(ord)+1<<16) {
		at := order.Rows([]order.Key{{Col: frame.Of(ord)}}, len(ord))
		for i, r := range at {
			rows[i] = int32(r)
		}
		return nil
	}
	next, err := int32s(al, int(hi-lo)+2)
	if err != nil {
		return err
	}
	clear(next)
	for _, v := range ord {
		next[int64(v)-lo+1]++
	}
	for i := range len(next) - 1 {
		next[i+1] += next[i]
	}
	for i, v := range ord {
		at := int64(v) - lo
		rows[next[at]] = int32(i)
		next[at]++
	}
	return nil
}

// edge is the last N rows of its inputs together or, with Front, the first.
type edge struct {
	N     int
	Front bool
}

func (*edge) Infer(in []Meta) ([]Meta, error) { return in[:1], nil }
func (*edge) Tile(t *Tiler) error             { return structural{}.Tile(t) }
func (o *edge) Exec(x *Exec) error {
	parts := make([]any, 0, x.Len())
	need := o.N
	for k := range x.Len() { // from the near end on, until there are enough
		i := k
		if !o.Front {
			i = x.Len() - 1 - k
		}
		v := o.cut(x.In(i), need)
		need -= rowsOf(v)
		if o.Front {
			parts = append(parts, v)
		} else {
			parts = append([]any{v}, parts...)
		}
	}
	v, err := x.Join([]int{len(parts)}, parts)
	if err != nil {
		return err
	}
	return x.Put(0, v)
}

func (o *edge) cut(v any, n int) any {
	lo, hi := 0, rowsOf(v)
	if o.Front {
		hi = min(hi, max(0, n))
	} else {
		lo = max(0, hi-max(0, n))
	}
	if f, ok := v.(*frame.Frame); ok {
		return f.Slice(lo, hi)
	}
	return v.(*nd.Array).Slice(0, lo, hi, 1)
}

func rowsOf(v any) int {
	switch v := v.(type) {
	case *frame.Frame:
		return v.NRows
	case *nd.Array:
		if len(v.Shape) > 0 {
			return v.Shape[0]
		}
	}
	return 1
}

// relabel gives a chunk of a range index its true labels.
type relabel struct{ Start, Step int }

func (*relabel) Infer(in []Meta) ([]Meta, error) { return in[:1], nil }
func (*relabel) Tile(t *Tiler) error             { return structural{}.Tile(t) }
func (o *relabel) Exec(x *Exec) error {
	f := x.Frame(0)
	ix := frame.NewRange(int64(o.Start), int64(o.Step), f.NRows).WithNames(f.Index.Names...)
	return x.Put(0, f.WithIndex(ix))
}
