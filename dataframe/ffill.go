package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// FFill puts the last value that was there where one is missing.
func (d *DataFrame) FFill() *DataFrame { return FrameOf(apply(&ffill{}, d)) }

// FFill puts the last value that was there where one is missing.
func (s *Series) FFill() *Series { return SeriesOf(apply(&ffill{}, s)) }

// BFill puts the next value that is there where one is missing.
func (d *DataFrame) BFill() *DataFrame { return FrameOf(apply(&bfill{}, d)) }

// BFill puts the next value that is there where one is missing.
func (s *Series) BFill() *Series { return SeriesOf(apply(&bfill{}, s)) }

type (
	ffill struct{}
	bfill struct{}
)

const fillSig = "(df, *, axis=None, inplace=False, limit=None, limit_area=None)"

func init() {
	op.Register[ffill](op.Doc{
		Name: "dataframe.ffill", Like: "pandas.DataFrame.ffill", Sig: "ffill" + fillSig, Summary: "Last value before a missing one in its place",
		Methods: "DataFrame.ffill Series.ffill",
	})
	op.Register[bfill](op.Doc{
		Name: "dataframe.bfill", Like: "pandas.DataFrame.bfill", Sig: "bfill" + fillSig, Summary: "Next value after a missing one in its place",
		Methods: "DataFrame.bfill Series.bfill",
	})
}

func (*ffill) Infer(in []op.Meta) ([]op.Meta, error) { return in[:1], nil }
func (*bfill) Infer(in []op.Meta) ([]op.Meta, error) { return in[:1], nil }

// StageMeta describes what is carried: a row, of no index that counts.
func (*ffill) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) { return carriedMeta(s, in) }

// StageMeta describes what is carried.
func (*bfill) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) { return carriedMeta(s, in) }

func carriedMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s == op.Final || s == op.Chunk {
		return nil, nil
	}
	m := in[0].WithRows(op.Dim{N: 1})
	m.Index = op.FreshRange(m.Dims[0])
	return []op.Meta{m}, nil
}

func (*ffill) Tile(t *op.Tiler) error { return t.Out(t.Scan(t.In(0), 0)) }

// Tile scans from the last chunk to the first.
func (*bfill) Tile(t *op.Tiler) error {
	g := t.In(0)
	g.Edges = slices.Clone(g.Edges)
	slices.Reverse(g.Edges)
	out := t.Scan(g, 0)
	slices.Reverse(out.Edges)
	return t.Out(out)
}

func (*ffill) Exec(x *op.Exec) error { return carry(x, false) }
func (*bfill) Exec(x *op.Exec) error { return carry(x, true) }

// carry fills in one direction: partials are the last value of every column in that direction.
func carry(x *op.Exec, back bool) error {
	f := x.Frame(0)
	n := f.NRows
	if x.Stage == op.Map || x.Stage == op.Combine {
		fs := x.Frames()
		if x.Stage == op.Combine { // the carry so far, then the next partial
			slices.Reverse(fs)
		}
		out := &frame.Frame{Index: frame.NewRange(0, 1, 1), NRows: 1, Names: f.Names}
		for i := range f.Cols {
			c, err := lastOf(x, fs, i, back && x.Stage == op.Map)
			if err != nil {
				return err
			}
			out.Cols = append(out.Cols, c)
		}
		return x.Put(0, out)
	}
	return mapColumns(x, func(i int, c *frame.Column) (*frame.Column, error) {
		if !c.HasNulls() {
			return c, nil
		}
		rows := make([]int64, n)
		last := int64(-1)
		if x.Len() > 1 { // the carried row stands behind the chunk
			last = int64(n)
		}
		for k := range n {
			r := k
			if back {
				r = n - 1 - k
			}
			if !c.IsNull(r) {
				last = int64(r)
			}
			rows[r] = last
		}
		if x.Len() > 1 {
			both, err := frame.Concat(x.Mem(), c, x.Frame(1).Cols[i])
			if err != nil {
				return nil, err
			}
			c = both
		}
		for r, at := range rows { // what is missing so far stays what it is
			if at < 0 {
				rows[r] = int64(r)
			}
		}
		return c.Take(x.Mem(), rows)
	})
}

// lastOf is the last row of column i that is there in the first frame that has one, looking from the front with front; else a missing row.
func lastOf(x *op.Exec, fs []*frame.Frame, i int, front bool) (*frame.Column, error) {
	for _, f := range fs {
		c := f.Cols[i]
		for k := range c.Rows {
			r := c.Rows - 1 - k
			if front {
				r = k
			}
			if !c.IsNull(r) {
				return c.Take(x.Mem(), []int64{int64(r)})
			}
		}
	}
	return fs[0].Cols[i].Take(x.Mem(), []int64{-1})
}

// ColumnsOf passes.
func (*ffill) ColumnsOf(_ int, _ []op.Meta, want []int) ([]int, bool) { return want, true }

// ColumnsOf passes.
func (*bfill) ColumnsOf(_ int, _ []op.Meta, want []int) ([]int, bool) { return want, true }

// Labels pass.
func (*ffill) Labels(int) op.Look { return op.Passes }

// Labels pass.
func (*bfill) Labels(int) op.Look { return op.Passes }
