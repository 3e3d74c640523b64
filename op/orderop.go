package op

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/nd"
)

// ordBits is the room for row numbers in an ordinal; the chunk's number is above it.
const ordBits = 40

// ordinal numbers the rows of chunk Base.
type ordinal struct{ Base int }

func (*ordinal) Infer(in []Meta) ([]Meta, error) { return in[:1], nil }
func (*ordinal) Tile(t *Tiler) error             { return structural{}.Tile(t) }
func (o *ordinal) Exec(x *Exec) error {
	f := x.Frame(0)
	return x.Put(0, f.WithOrd(frame.NewRangeColumn(dtype.Int64, int64(o.Base)<<ordBits, 1, f.NRows)))
}

// restore sorts rows by their ordinals and drops those.
type restore struct{ structural }

func (*restore) Exec(x *Exec) error {
	f := x.Frame(0)
	ord := ordinals(f)
	rows := make([]int64, len(ord))
	for i := range rows {
		rows[i] = int64(i)
	}
	sortByOrd(rows, ord)
	out, err := f.WithOrd(nil).Take(x.Mem(), rows)
	if err != nil {
		return err
	}
	return x.Put(0, out)
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
