package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/op"
)

// Map puts for every element the value that it is a key of; elements that are no key become missing. The dtype is that of the values, as pandas
// infers it of a list, and nullable numbers for elements of a nullable dtype. Categories of which each has a value of its own stay categories. Errors: Type for keys and values that a column cannot hold.
func (s *Series) Map(values map[any]any) *Series {
	o := &mapValues{}
	for k, v := range values {
		l, ok := frame.LabelOf(k)
		w, ok2 := scalarOf(v)
		if !ok || !ok2 {
			return SeriesOf(bad("dataframe.map", errs.New(errs.Type, "a %T for a %T", v, k)))
		}
		o.Arg = append(o.Arg, mapping{l, w})
	}
	slices.SortFunc(o.Arg, func(a, b mapping) int { return a.Key.Compare(b.Key) })
	return SeriesOf(apply(o, s))
}

type mapping struct {
	Key   frame.Label
	Value any
}

type mapValues struct {
	op.Recipe
	Arg []mapping
}

type mapCells struct {
	byColumn
	Arg []mapping
}

func init() {
	op.Register[mapValues](op.Doc{Name: "dataframe.map", Face: "hand", Like: "pandas.Series.map", Sig: "map(series, arg)", Summary: "Values that elements are keys of", Methods: "Series.map"})
	op.Register[mapCells](op.Doc{Name: "dataframe.map_cells", Face: "inner", Gives: "series", Sig: "map_cells(series, arg)", Summary: "Values that elements are keys of, of no categories"})
}

func (o *mapValues) Build(s *Series) (*Series, error) {
	if c := s.Value().Meta().Cols[0]; c.Is.IsCategorical() {
		return SeriesOf(apply(&mapCategories{Arg: o.Arg}, s)), nil
	}
	return SeriesOf(apply(&mapCells{Arg: o.Arg}, s)), nil
}

// values are the values in the order of the keys.
func (o *mapCells) values() (*frame.Column, error) {
	cells := make([]any, len(o.Arg))
	for i, m := range o.Arg {
		cells[i] = m.Value
	}
	return heap.FromCells(cells)
}

func (o *mapCells) Infer(in []op.Meta) ([]op.Meta, error) {
	if in[0].Kind != op.Series {
		return nil, errs.New(errs.Type, "the elements of a %s are no keys", in[0].Kind)
	}
	c, err := o.values()
	if err != nil {
		return nil, err
	}
	return eachType(in[0], func(_ int, k op.Col) (op.Type, error) {
		if d, ok := nullableOf(k.Is, c.DType); ok {
			return op.T(d), nil
		}
		if d := c.DType; !frame.CanMiss(d) {
			return op.Pending(d, d.WithMissing()), nil
		}
		return op.T(c.DType), nil
	})
}

// nullableOf is the dtype of numbers v that elements of a nullable dtype stand for: nullable too, as they may have no number.
func nullableOf(d, v dtype.DType) (dtype.DType, bool) {
	switch {
	case !d.Null || d.IsString() || !v.IsReal():
		return v, false
	case v.IsFloat(), d.IsFloat():
		return dtype.Float64.Nullable(), true
	}
	return dtype.Int64.Nullable(), true
}

func (o *mapCells) Exec(x *op.Exec) error {
	vs, err := o.values()
	if err != nil {
		return err
	}
	keys := make([]frame.Label, len(o.Arg))
	for i, m := range o.Arg {
		keys[i] = m.Key
	}
	return mapColumns(x, func(_ int, c *frame.Column) (*frame.Column, error) {
		from := vs
		if d, ok := nullableOf(c.DType, vs.DType); ok {
			if from, err = chunk.Env(x).Cast(vs, d); err != nil {
				return nil, err
			}
		}
		if boolsAndNumbers(c.DType, keys) {
			return chunk.Env(x).Moved(from, slices.Repeat([]int64{-1}, c.Rows))
		}
		return chunk.Env(x).Moved(from, column.Find(c, keys))
	})
}

// boolsAndNumbers reports bools that are looked for among numbers, or numbers among bools: as keys they do not meet.
func boolsAndNumbers(d dtype.DType, keys []frame.Label) bool {
	number := func(l frame.Label) bool { _, ok := l.Float(); return ok && l.Kind() != frame.LabelBool }
	bools := func(l frame.Label) bool { return l.Kind() == frame.LabelBool }
	switch {
	case len(keys) == 0:
		return false
	case d.IsBool():
		return !slices.ContainsFunc(keys, func(l frame.Label) bool { return !number(l) })
	case d.IsReal():
		return !slices.ContainsFunc(keys, func(l frame.Label) bool { return !bools(l) })
	}
	return false
}
