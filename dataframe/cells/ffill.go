package cells

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// LimitOf is a limit that may be left out.
func LimitOf(limit []int) *int {
	if len(limit) == 0 {
		return nil
	}
	return &limit[0]
}

// Ffill fills missing cells with the last value before them, Bfill with the first behind.
type (
	// Ffill goes forward.
	Ffill struct{ Filling }
	// Bfill goes backward.
	Bfill struct{ Filling }
)

// Filling is what both directions share. Partials are the last value of every column and, with a limit, how
// many rows on end have missed it since, in a column behind those of values.
type Filling struct {
	Limit *int
}

const fillSig = "(df, *, axis=None, inplace=False, limit=None, limit_area=None)"

func init() {
	op.Register[Ffill](op.Doc{
		Name: "dataframe.ffill", Like: "pandas.DataFrame.ffill", Sig: "ffill" + fillSig, Summary: "Last value before a missing one in its place",
		Methods: "DataFrame.ffill Series.ffill DataFrame.pad Series.pad",
	})
	op.Register[Bfill](op.Doc{
		Name: "dataframe.bfill", Like: "pandas.DataFrame.bfill", Sig: "bfill" + fillSig, Summary: "Next value after a missing one in its place",
		Methods: "DataFrame.bfill Series.bfill DataFrame.backfill Series.backfill",
	})
}

// Infer checks the limit.
func (o *Filling) Infer(in []op.Meta) ([]op.Meta, error) {
	if o.Limit != nil && *o.Limit <= 0 {
		return nil, errs.New(errs.Invalid, "Limit must be greater than 0")
	}
	return in[:1], nil
}

// StageMeta describes what is carried: a row, of no index that counts.
func (o *Filling) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s == op.Final || s == op.Chunk {
		return nil, nil
	}
	return []op.Meta{chunk.CarriedMeta(in[0], o.Limit != nil && s == op.Map)}, nil
}

func (*Ffill) Tile(t *op.Tiler) error { return t.Out(t.Scan(t.In(0), 0)) }

// Tile scans from the last chunk to the first.
func (*Bfill) Tile(t *op.Tiler) error {
	g := t.In(0)
	g.Edges = slices.Clone(g.Edges)
	slices.Reverse(g.Edges)
	out := t.Scan(g, 0)
	slices.Reverse(out.Edges)
	return t.Out(out)
}

func (o *Ffill) Exec(x *op.Exec) error { return o.carry(x, false) }
func (o *Bfill) Exec(x *op.Exec) error { return o.carry(x, true) }

// carry fills in one direction: partials are the last value of every column in that direction.
func (o *Filling) carry(x *op.Exec, back bool) error {
	f := x.Frame(0)
	if x.Stage == op.Map || x.Stage == op.Combine {
		return o.carried(x, back)
	}
	n := f.NRows
	return mapColumns(x, func(i int, c *frame.Column) (*frame.Column, error) {
		if !c.HasNulls() {
			return c, nil
		}
		rows := make([]int64, n)
		last, missed := int64(-1), int64(0)
		if x.Len() > 1 && !x.Frame(1).Cols[i].IsNull(0) { // the carried row stands behind the chunk
			last = int64(n)
			if o.Limit != nil {
				missed = x.Frame(1).Cols[len(f.Cols)+i].Cell(0).(int64)
			}
		}
		for k := range n {
			r := k
			if back {
				r = n - 1 - k
			}
			missed++
			if !c.IsNull(r) {
				last, missed = int64(r), 0
			}
			if rows[r] = last; o.Limit != nil && missed > int64(*o.Limit) {
				rows[r] = -1
			}
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

// carried puts the partial of a chunk or, of the carry so far and the next partial, the next carry.
func (o *Filling) carried(x *op.Exec, back bool) error {
	fs := x.Frames()
	n := len(fs[0].Cols)
	if x.Stage == op.Combine {
		slices.Reverse(fs)
		if o.Limit != nil {
			n /= 2
		}
	}
	cols, missed := make([]*frame.Column, n), make([]int64, 0, n)
	for i := range n {
		at, row := lastOf(fs, i, back && x.Stage == op.Map)
		c := fs[at].Cols[i]
		var err error
		if cols[i], err = c.Take(x.Mem(), []int64{row}); err != nil {
			return err
		}
		if o.Limit == nil {
			continue
		}
		since := int64(0)
		switch {
		case x.Stage == op.Combine:
			for k := 0; k <= at; k++ { // later ones first
				since += fs[k].Cols[n+i].Cell(0).(int64)
			}
		case row < 0:
			since = int64(c.Rows)
		case back:
			since = row
		default:
			since = int64(c.Rows) - 1 - row
		}
		missed = append(missed, since)
	}
	return chunk.PutCarried(x, fs[0].Names[:n:n], cols, missed)
}

// lastOf is the frame and the last row of it where column i is there, looking from the front with front: of
// the first frame that has one, else -1 of the last frame.
func lastOf(fs []*frame.Frame, i int, front bool) (int, int64) {
	for at, f := range fs {
		c := f.Cols[i]
		for k := range c.Rows {
			r := c.Rows - 1 - k
			if front {
				r = k
			}
			if !c.IsNull(r) {
				return at, int64(r)
			}
		}
	}
	return len(fs) - 1, -1
}

// ColumnsOf passes.
func (*Ffill) ColumnsOf(_ int, _ []op.Meta, want []int) ([]int, bool) { return want, true }

// ColumnsOf passes.
func (*Bfill) ColumnsOf(_ int, _ []op.Meta, want []int) ([]int, bool) { return want, true }

// Labels pass.
func (*Ffill) Labels(int) op.Look { return op.Passes }

// Labels pass.
func (*Bfill) Labels(int) op.Look { return op.Passes }
