package moves

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// Exec runs over a chunk, from what stood before it, or makes partials.
func (o *cumulation) Exec(x *op.Exec) error {
	fs := x.Frames()
	in := fs[0]
	if x.Stage != op.Combine {
		in = in.Select(o.columns(op.SchemaOf(in).Cols)...)
		fs = append([]*frame.Frame{in}, fs[1:]...)
	}
	if x.Stage == op.Map || x.Stage == op.Combine {
		return o.partial(x, fs)
	}
	out := in.Select(cells.All(len(in.Cols))...)
	for i, c := range in.Cols {
		var err error
		if out.Cols[i], err = o.column(x, i, c, fs); err != nil {
			return err
		}
	}
	return x.Put(0, out)
}

// column is the result of column i of a chunk; the carry is the second frame.
func (o *cumulation) column(x *op.Exec, i int, c *frame.Column, fs []*frame.Frame) (*frame.Column, error) {
	if len(fs) == 1 {
		return o.run(x, c)
	}
	from := fs[1].Cols[i]
	if !*o.Skipna && fs[1].Cols[len(fs[0].Cols)+i].Cell(0).(int64) > 0 {
		r, err := cumType(o.cum, c.DType)
		if err != nil {
			return nil, err
		}
		return chunk.MissingColumn(chunk.Env(x), r, c.Rows)
	}
	switch {
	case from.IsNull(0) && o.floats(from.DType): // between infinities
		return chunk.MissingColumn(chunk.Env(x), from.DType, c.Rows)
	case from.IsNull(0):
		return o.run(x, c)
	}
	c, err := chunk.Env(x).Cast(c, from.DType)
	if err != nil {
		return nil, err
	}
	if c, err = frame.Concat(x.Mem(), from, c); err != nil {
		return nil, err
	}
	if c, err = o.run(x, c); err != nil {
		return nil, err
	}
	return c.Slice(1, c.Rows), nil
}

// partial puts what the columns of one frame stand at behind their last row: a chunk, or the carry so far and
// the next partial.
func (o *cumulation) partial(x *op.Exec, fs []*frame.Frame) error {
	n := len(fs[0].Cols)
	if x.Stage == op.Combine && !*o.Skipna {
		n /= 2
	}
	cols, misses := make([]*frame.Column, n), make([]int64, 0, n)
	for i := range n {
		c := fs[0].Cols[i]
		var err error
		if x.Stage == op.Combine {
			if c, err = frame.Concat(x.Mem(), c, fs[1].Cols[i]); err != nil {
				return err
			}
		}
		missed := int64(0)
		if x.Stage == op.Map {
			missed = int64(c.NullCount())
		}
		if cols[i], err = o.total(x, c); err != nil {
			return err
		}
		if *o.Skipna {
			continue
		}
		for k := 0; k < len(fs) && x.Stage == op.Combine; k++ {
			missed += fs[k].Cols[n+i].Cell(0).(int64)
		}
		misses = append(misses, missed)
	}
	return chunk.PutCarried(x, fs[0].Names[:n:n], cols, misses)
}

// floats reports sums and products whose value may be undefined, as that of infinities of both signs is: it
// stays so, whatever follows.
func (o *cumulation) floats(d dtype.DType) bool {
	return d.IsFloat() && (o.cum == group.CumSum || o.cum == group.CumProd)
}

// neutral is what changes nothing that follows: the carry of no rows of a dtype that cannot miss, as a
// missing carry would be settled as 0.
func (o *cumulation) neutral(d dtype.DType) any {
	lo, hi, _ := d.IntRange()
	switch {
	case o.cum == group.CumSum:
		return int64(0)
	case o.cum == group.CumProd:
		return int64(1)
	case d.IsBool():
		return o.cum == group.CumMin
	case o.cum == group.CumMax:
		return lo
	}
	return hi
}

// total is what a column stands at behind its last row, missing where nothing is there, or neutral; of floats
// that is a sum of 0 or a product of 1, and what is missing is undefined.
func (o *cumulation) total(x *op.Exec, c *frame.Column) (*frame.Column, error) {
	r, err := cumType(o.cum, c.DType)
	if err != nil {
		return nil, err
	}
	undefined := x.Stage == op.Combine && c.HasNulls()
	there := -1 // the last row that is
	for i := c.Rows - 1; i >= 0 && there < 0; i-- {
		if !c.IsNull(i) {
			there = i
		}
	}
	if o.floats(r) && (undefined || there < 0) {
		at := 0.0
		if o.cum == group.CumProd {
			at = 1
		}
		if undefined {
			at = chunk.Nan
		}
		return chunk.Env(x).Cast(frame.Of([]float64{at}), r)
	}
	if there < 0 && !frame.CanMiss(r) {
		return chunk.Env(x).Build([]any{o.neutral(r)}, r)
	}
	if c, err = (&cumulation{Skipna: new(true), cum: o.cum}).run(x, c); err != nil {
		return nil, err
	}
	return c.Take(x.Mem(), []int64{int64(there)})
}

// run is the running aggregate of a column.
func (o *cumulation) run(x *op.Exec, c *frame.Column) (*frame.Column, error) {
	f := o.cum
	r, err := cumType(f, c.DType)
	if err != nil {
		return nil, err
	}
	rows := c.Rows
	if !*o.Skipna && c.HasNulls() {
		for rows = 0; !c.IsNull(rows); rows++ { // those before the first missing one
		}
	}
	head := c.Slice(0, rows)
	var out *frame.Column
	if r.IsFloat() && (f == group.CumSum || f == group.CumProd) {
		out, err = runFloats(x, f, head, r)
	} else {
		var gs *group.Groups
		if gs, err = group.One(x.Mem(), rows); err == nil {
			out, err = f.Cumulate(x.Mem(), gs, head, nil)
		}
	}
	if err != nil || rows == c.Rows {
		return out, err
	}
	rest, err := chunk.MissingColumn(chunk.Env(x), out.DType, c.Rows-rows)
	if err != nil {
		return nil, err
	}
	return frame.Concat(x.Mem(), out, rest)
}

// runFloats adds or multiplies one value after the other, each step rounded to the dtype r, as NumPy does.
func runFloats(x *op.Exec, f group.Cum, c *frame.Column, r dtype.DType) (*frame.Column, error) {
	v, err := chunk.Env(x).Cast(c, dtype.Float64)
	if err == nil {
		v, err = v.Decode(x.Mem())
	}
	if err != nil {
		return nil, err
	}
	b, err := x.Mem().Alloc(8 * c.Rows)
	if err != nil {
		return nil, err
	}
	out := mem.View[float64](b, 0, c.Rows)
	at := 0.0
	if f == group.CumProd {
		at = 1
	}
	single := r.Kind == dtype.Float32Kind
	for i, a := range frame.Values[float64](v) {
		if c.IsNull(i) {
			out[i] = chunk.Nan
			continue
		}
		if f == group.CumSum {
			at += a
		} else {
			at *= a
		}
		if single {
			at = float64(float32(at))
		}
		out[i] = at
	}
	return chunk.Env(x).Cast(frame.NewPlain(dtype.Float64, b, 0, c.Rows, frame.Bitmap{}), r)
}
