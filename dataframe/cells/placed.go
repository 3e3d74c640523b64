package cells

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/op"
)

// Placed puts the values of a list into rows, one by one: the row of rank k, from 1 on, has the k-th, and
// rows of rank 0 stay. There are as many values as ranks.
type Placed struct {
	Fresh  bool // the column is new: rows of rank 0 are missing
	Spread bool // a single value goes into all rows
}

func init() {
	op.Register[Placed](op.Doc{
		Face: "inner",
		Name: "dataframe.placed", Sig: "placed(s, ranks, values, fresh=False, spread=False)", Summary: "Series with the values of a list in some rows",
	})
}

func (o *Placed) Infer(in []op.Meta) ([]op.Meta, error) {
	values := in[2]
	b := values.Cols[0].Is
	return EachType(in[0], func(_ int, k op.Col) (op.Type, error) {
		a := k.Is
		switch d := values.Rows(); {
		case o.Fresh:
			return op.T(beside(b)), nil
		case d.Known() && d.N == 0 || a == b || a.IsObject():
		case a.IsCategorical():
			return op.Type{}, errs.New(errs.Invalid, "assignment of a list to some rows of a categorical is not there yet: give a series whose labels are those of the rows")
		case a.IsTemporal() && b.IsString():
			return op.Type{}, errs.New(errs.Invalid, "assignment of texts to some rows of times is not there yet: give times, as to_datetime makes them")
		case !o.takes(a, b):
			return op.Type{}, errs.New(errs.Type, "Invalid value for dtype '%s': the values are %s", a, b)
		}
		return op.T(a), nil
	})
}

// takes reports that a column of a may hold values of b; which of them it holds is seen when they are there.
func (*Placed) takes(a, b dtype.DType) bool {
	switch {
	case a.IsBool() || b.IsBool():
		return a.IsBool() && b.IsBool()
	case a.IsNumber():
		return b.IsNumber() && (a.IsComplex() || !b.IsComplex())
	case a.IsDatetime():
		return b.IsDatetime() && (a.TZ == "") == (b.TZ == "")
	case a.IsTemporal():
		return b.IsTemporal() && !b.IsDatetime()
	}
	return a.IsString() && b.IsString()
}

// beside is the dtype of a new column that has values of b in some rows.
func beside(b dtype.DType) dtype.DType {
	switch {
	case b == dtype.Bool:
		return dtype.Object
	case b.IsInteger() && !b.Null:
		return dtype.Float64
	}
	return b.WithMissing()
}

// StageMeta: Map, Combine and Final are the highest rank and the number of rows.
func (*Placed) StageMeta(s op.Stage, _ []op.Meta) ([]op.Meta, error) {
	if s == op.Chunk {
		return nil, nil
	}
	return []op.Meta{op.NewObject()}, nil
}

func (o *Placed) Tile(t *op.Tiler) error {
	most := t.TreeReduce(t.In(1))
	return t.Out(t.Map(t.In(0), t.In(1), op.Whole(t.In(2)), op.Whole(most)))
}

func (o *Placed) Exec(x *op.Exec) error {
	switch x.Stage {
	case op.Map:
		var most int64
		for _, k := range frame.Values[int64](x.Frame(0).Cols[0]) {
			most = max(most, k)
		}
		return x.Put(0, op.Tuple{most, int64(x.Frame(0).NRows)})
	case op.Combine, op.Final:
		var most, rows int64
		for _, t := range x.Tuples() {
			most, rows = max(most, t[0].(int64)), rows+t[1].(int64)
		}
		return x.Put(0, op.Tuple{most, rows})
	}
	v, most, rows := x.Frame(2).Cols[0], x.Tuple(3)[0].(int64), x.Tuple(3)[1].(int64)
	n := int64(v.Rows)
	spread := o.Spread && n == 1
	if n != most && !spread && (most > 0 || n != rows && n != 1) {
		return errs.New(errs.Invalid, "Must have equal len keys and value when setting with an iterable: %d values for %d rows", n, most)
	}
	ranks := frame.Values[int64](x.Frame(1).Cols[0])
	return mapColumns(x, func(_ int, c *frame.Column) (*frame.Column, error) {
		if most == 0 && !o.Fresh {
			return c, nil
		}
		return o.put(x, c, v, ranks, spread)
	})
}

// put is c with the values in the rows that have a rank.
func (o *Placed) put(x *op.Exec, c, v *frame.Column, ranks []int64, spread bool) (*frame.Column, error) {
	e := chunk.Env(x)
	rows := make([]int64, len(ranks))
	base := int64(c.Rows)
	if o.Fresh {
		base = 0
	}
	for i, k := range ranks {
		switch {
		case k > 0 && spread:
			rows[i] = base
		case k > 0:
			rows[i] = base + k - 1
		case o.Fresh:
			rows[i] = -1
		default:
			rows[i] = int64(i)
		}
	}
	if o.Fresh {
		w, err := e.Cast(v, beside(v.DType))
		if err != nil {
			return nil, err
		}
		return w.Take(e.Mem, rows)
	}
	v, err := fitted(e, v, c.DType)
	if err != nil {
		return nil, err
	}
	return (&Choose{Set: true}).merged(e, c, v, rows)
}

// fitted is v in dtype d: numbers in floats, rounded, and where d holds all of them floats in nullable whole
// numbers and times in another unit. Others stay as they are. Errors: Type where something would be lost.
func fitted(e column.Env, v *frame.Column, d dtype.DType) (*frame.Column, error) {
	b := v.DType
	whole := d.IsInteger() && d.Null && b.IsFloat()
	if d.IsFloat() && b.IsReal() && !b.IsBool() {
		return e.Cast(v, d)
	}
	if d == b || !whole && !(d.IsTemporal() && b.IsTemporal()) {
		return v, nil
	}
	w, err := e.Cast(v, d)
	if err != nil {
		return nil, errs.New(errs.Type, "Invalid value for dtype '%s': %v", d, err)
	}
	back, err := e.Cast(w, b)
	if err != nil {
		return nil, err
	}
	for i := range v.Rows {
		p, q := v.Cell(i), back.Cell(i)
		if p != q && !(frame.IsMissing(p) && frame.IsMissing(q)) {
			return nil, errs.New(errs.Type, "Invalid value '%s' for dtype '%s'", frame.CellText(p), d)
		}
	}
	return w, nil
}

// Look passes: the rows stay.
func (*Placed) Look(i int) op.Look {
	if i == 0 {
		return op.Passes
	}
	return op.Looks
}

// Labels pass.
func (*Placed) Labels(int) op.Look { return op.Passes }
