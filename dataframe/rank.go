package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/op"
)

// rank asks for categories without an order: these are ranked by their values.
type rank struct {
	op.SameRows
	Axis        int
	Method      string
	NumericOnly bool
	NaOption    string
	Ascending   *bool `go:"!Descending"`
	Pct         bool
}

func init() {
	op.Register[rank](op.Doc{
		Name: "dataframe.rank", Like: "pandas.DataFrame.rank", Methods: "DataFrame.rank Series.rank",
		Sig:     "rank(df, axis=0, method='average', numeric_only=False, na_option='keep', ascending=True, pct=False)",
		Summary: "Ranks of values within their columns", Notes: "A column is ranked in one task, as one group.",
		Go: "DataFrame.Rank(RankOptions) Series.Rank(RankOptions)",
		Text: "The least value has rank 1; of equal values the method says which rank they have: " +
			"average, min, max, first or dense. Dtypes without an order are an error.",
	})
}

// ranked labels the column that all rows have in common.
var ranked = frame.Tup("rank", "of", "all")

// Infer knows the dtypes but for those of columns that follow from the data.
func (o *rank) Infer(in []op.Meta) ([]op.Meta, error) {
	if in[0].Kind != op.Series || in[0].Open {
		return o.SameRows.Infer(in)
	}
	return cells.EachType(in[0], func(_ int, c op.Col) (op.Type, error) { return op.T(o.result(in[0].Kind, c.Is)), nil })
}

func (o *rank) Build(a *op.Asker, h Handle) (Handle, error) {
	if err := (group.Ranking{Method: o.Method, Nulls: o.NaOption}).Check(); err != nil {
		return nil, err
	}
	if s, ok := h.(*Series); ok && o.NumericOnly && !isNumeric(colsOf(s)[0].Is) {
		return nil, errs.New(errs.Type, "Series.rank does not allow numeric_only=True with non-numeric dtype.")
	}
	return overFrame(h, func(d *DataFrame) (*DataFrame, error) {
		d = d.numbers(o.NumericOnly)
		if o.Axis == 1 {
			d = d.T()
		}
		d, err := byValue(a, d)
		if err != nil {
			return nil, err
		}
		r := d.Assign(C{ranked, 0}).GroupBy(ranked).Rank(RankOptions{Method: o.Method, NaOption: o.NaOption, Descending: !*o.Ascending, Pct: o.Pct})
		if o.Axis == 1 {
			r = r.T()
		}
		if o.Axis == 0 && len(colsOf(d)) == 0 {
			return r, nil
		}
		return r.AsType(o.result(h.Value().Meta().Kind, colsOf(h)[0].Is)), nil
	})
}

// result is the dtype of ranks: of a frame float64, of a nullable series nullable as well.
func (o *rank) result(k op.Kind, d dtype.DType) dtype.DType {
	switch {
	case k == op.Frame || !d.Null || d.IsCategorical():
		return dtype.Float64
	case o.Method == "average" || o.Pct || d.IsString():
		return dtype.Float64.Nullable()
	}
	return dtype.Uint64.Nullable()
}

// isNumeric reports numbers and bools.
func isNumeric(d dtype.DType) bool { return d.IsNumber() || d.IsBool() }

// typeOfAll is the dtype of values that are among some, or missing.
func typeOfAll(labels []frame.Label) dtype.DType {
	d := frame.LabelColumn(labels).DType
	if !frame.CanMiss(d) {
		return d.Nullable()
	}
	return d
}

// byValue is a frame with the values of categories that have no order.
func byValue(a *op.Asker, d *DataFrame) (*DataFrame, error) {
	for i, c := range colsOf(d) {
		if !c.Is.IsCategorical() || c.Is.Ordered {
			continue
		}
		s := d.IlocCol(i)
		cats, _, err := categoriesOf(a, s)
		if err != nil {
			return nil, err
		}
		d = d.Assign(C{c.Name, s.AsType(typeOfAll(cats))})
	}
	return d, nil
}
