package dataframe

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/op"
)

// CumOptions are the options of running aggregates of columns.
type CumOptions struct {
	Strict      bool // behind a missing value all are missing, else it is passed over
	NumericOnly bool // only number and bool columns
}

// CumSum is the sum of every column up to each row. Missing values stay and are passed over, unless the options are strict.
// Sums of integers and bools are int64 or uint64 and wrap around; those of floats are added one by one.
func (d *DataFrame) CumSum(o ...CumOptions) *DataFrame { return FrameOf(cumulate(d, group.CumSum, o)) }

// CumProd is the product of every column up to each row; see CumSum.
func (d *DataFrame) CumProd(o ...CumOptions) *DataFrame {
	return FrameOf(cumulate(d, group.CumProd, o))
}

// CumMin is the smallest value of every column up to each row; see CumSum.
func (d *DataFrame) CumMin(o ...CumOptions) *DataFrame { return FrameOf(cumulate(d, group.CumMin, o)) }

// CumMax is the greatest value of every column up to each row; see CumSum.
func (d *DataFrame) CumMax(o ...CumOptions) *DataFrame { return FrameOf(cumulate(d, group.CumMax, o)) }

// CumSum is the sum of the values up to each row; see DataFrame.CumSum.
func (s *Series) CumSum(o ...CumOptions) *Series { return SeriesOf(cumulate(s, group.CumSum, o)) }

// CumProd is the product of the values up to each row; see DataFrame.CumSum.
func (s *Series) CumProd(o ...CumOptions) *Series { return SeriesOf(cumulate(s, group.CumProd, o)) }

// CumMin is the smallest value up to each row; see DataFrame.CumSum.
func (s *Series) CumMin(o ...CumOptions) *Series { return SeriesOf(cumulate(s, group.CumMin, o)) }

// CumMax is the greatest value up to each row; see DataFrame.CumSum.
func (s *Series) CumMax(o ...CumOptions) *Series { return SeriesOf(cumulate(s, group.CumMax, o)) }

func cumulate(h Handle, f group.Cum, o []CumOptions) op.Value {
	p := one(o)
	return apply(cumulated(f, !p.Strict, p.NumericOnly), h)
}

// A cumulation is a running aggregate of columns. The partial of a chunk is what its last value stands at, missing where there is none; where missing values
// are not passed over it is followed by how many the chunk has, for each column.
type cumulation struct {
	Skipna      *bool
	NumericOnly bool
	cum         group.Cum
}

// cumulated is the operand of a running aggregate.
func cumulated(f group.Cum, skipna, numericOnly bool) *cumulation {
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
	m.Cols = pickCols(m.Cols, o.columns(m.Cols))
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
	return []op.Meta{carriedMeta(ms[0], !*o.Skipna)}, nil
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
