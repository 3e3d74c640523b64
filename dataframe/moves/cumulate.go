package moves

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/op"
)

// A cumulation is a running aggregate of columns. The partial of a chunk is what its last value stands at,
// missing where there is none; where missing values are not passed over it is followed by how many the chunk
// has, for each column.
type cumulation struct {
	Skipna      *bool
	NumericOnly bool
	cum         group.Cum
}

// Cumulated is the operand of a running aggregate.
func Cumulated(f group.Cum, skipna, numericOnly bool) *cumulation {
	return &cumulation{Skipna: &skipna, NumericOnly: numericOnly, cum: f}
}

func (o *cumulation) Row() string { return o.cum.String() }

func init() {
	for f, s := range map[group.Cum]string{
		group.CumSum: "Sum of the values up to each row", group.CumProd: "Product of the values up to each row",
		group.CumMin: "Smallest value up to each row", group.CumMax: "Greatest value up to each row",
	} {
		name := f.String()
		op.Register[cumulation](op.Doc{
			Name: "dataframe." + name, Like: "pandas.DataFrame." + name, Methods: "DataFrame." + name + " Series." + name,
			Sig: name + "(df, axis=0, skipna=True, numeric_only=False)", Series: "(axis=0, skipna=True, *args, **kwargs)", Summary: s, Notes: "Totals of chunks are carried on.",
		}, cumulation{cum: f})
	}
}

// columns are the places of those that are aggregated.
func (o *cumulation) columns(cols []op.Col) (out []int) {
	for i, c := range cols {
		if !o.NumericOnly || c.Is.IsNumeric() {
			out = append(out, i)
		}
	}
	return out
}

// cumType is the dtype of a running aggregate.
func cumType(f group.Cum, d dtype.DType) (dtype.DType, error) {
	if d.IsString() || d.IsObject() || d.IsComplex() {
		return d, errs.New(errs.Type, "%s of dtype '%s' is not there yet", f, d)
	}
	return f.Result(d)
}

// Infer is for those columns that are aggregated.
func (o *cumulation) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	m.Cols = chunk.PickCols(m.Cols, o.columns(m.Cols))
	return eachColumn(m, func(d dtype.DType) (dtype.DType, error) { return cumType(o.cum, d) })
}

// StageMeta describes what is carried: a row, of no index that counts.
func (o *cumulation) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	switch s {
	case op.Final, op.Chunk:
		return nil, nil
	case op.Combine:
		return in[:1], nil
	}
	ms, err := o.Infer(in)
	if err != nil {
		return nil, err
	}
	return []op.Meta{chunk.CarriedMeta(ms[0], !*o.Skipna)}, nil
}

// Tile carries totals from chunk to chunk.
func (*cumulation) Tile(t *op.Tiler) error { return t.Out(t.Scan(t.In(0), 0)) }

// ColumnsOf are those that the wanted ones are made of.
func (o *cumulation) ColumnsOf(_ int, in []op.Meta, want []int) (use []int, ok bool) {
	from := o.columns(in[0].Cols)
	for _, w := range want {
		if w < len(from) {
			use = append(use, from[w])
		}
	}
	return use, true
}

// Labels pass.
func (*cumulation) Labels(int) op.Look { return op.Passes }
