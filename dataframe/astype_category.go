package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// categorizedColumns are the columns of a file that were asked for as categories, as these; others stay.
// Parameters are those of astype, of which columns are named by texts.
type categorizedColumns struct {
	op.SameRows
	Dtype      dtype.DType
	Categories []frame.Label   `sig:"-"`
	Given      bool            `sig:"-"`
	Columns    []cells.ColType `sig:"-"`
}

func init() {
	op.Register[categorizedColumns](op.Doc{
		Name: "dataframe.categorized", Face: "inner", Sig: "categorized(df, dtype=None)", Summary: "Columns of a file as categories",
	})
}

func (o *categorizedColumns) Build(_ *op.Asker, d *DataFrame) *DataFrame {
	to := cells.Astype{Columns: []cells.ColType{}}
	for _, c := range colsOf(d) {
		t := cells.ColType{DType: o.Dtype, Categories: o.Categories, Given: o.Given}
		for _, named := range o.Columns {
			if named.Column.String() == c.Name.String() {
				t = named
			}
		}
		t.Plain = true
		if t.Column = c.Name; t.DType.IsCategorical() {
			to.Columns = append(to.Columns, t)
		}
	}
	if len(to.Columns) == 0 {
		return d
	}
	return FrameOf(apply(&to, d))
}

// categorized casts the columns of a file that were asked for as categories.
func categorized(d *DataFrame, all dtype.DType, by DTypes) *DataFrame {
	o := &categorizedColumns{Dtype: all}
	some := all.IsCategorical()
	for name, t := range by {
		o.Columns = append(o.Columns, cells.ColType{Column: frame.L(name), DType: t})
		some = some || t.IsCategorical()
	}
	if !some {
		return d
	}
	slices.SortFunc(o.Columns, func(a, b cells.ColType) int { return a.Column.Compare(b.Column) })
	return FrameOf(apply(o, d))
}
