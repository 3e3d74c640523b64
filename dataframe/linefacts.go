package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// lineFact is one truth about the values of a series, or the labels of an index.
type lineFact struct {
	op.Recipe
	name string
}

func (o *lineFact) Row() string { return o.name }

func init() {
	op.Register[lineFact](op.Doc{
		Name: "dataframe.Index.hasnans", Like: "pandas.Index.hasnans", Methods: "Series.hasnans Index.hasnans", Face: "property", Gives: "answer",
		Sig: "hasnans(values)", Summary: "Whether a value is missing", Go: "Series.HasNaNs() Index.HasNaNs()",
	}, lineFact{name: "hasnans"})
	op.Register[lineFact](op.Doc{
		Name: "dataframe.Index.is_unique", Like: "pandas.Index.is_unique", Methods: "Series.is_unique Index.is_unique", Face: "property", Gives: "answer",
		Sig: "is_unique(values)", Summary: "Whether no value comes twice", Go: "Series.IsUnique() Index.IsUnique()",
	}, lineFact{name: "is_unique"})
	op.Register[lineFact](op.Doc{
		Name: "dataframe.Index.has_duplicates", Like: "pandas.Index.has_duplicates", Methods: "Index.has_duplicates", Face: "property", Gives: "answer",
		Sig: "has_duplicates(values)", Summary: "Whether a label comes twice", Go: "Index.HasDuplicates()",
	}, lineFact{name: "has_duplicates"})
	op.Register[lineFact](op.Doc{
		Name: "dataframe.Index.is_monotonic_increasing", Like: "pandas.Index.is_monotonic_increasing", Methods: "Series.is_monotonic_increasing Index.is_monotonic_increasing", Face: "property", Gives: "answer",
		Sig: "is_monotonic_increasing(values)", Summary: "Whether no value is less than the one before it, or missing", Go: "Series.IsIncreasing() Index.IsIncreasing()",
	}, lineFact{name: "is_monotonic_increasing"})
	op.Register[lineFact](op.Doc{
		Name: "dataframe.Index.is_monotonic_decreasing", Like: "pandas.Index.is_monotonic_decreasing", Methods: "Series.is_monotonic_decreasing Index.is_monotonic_decreasing", Face: "property", Gives: "answer",
		Sig: "is_monotonic_decreasing(values)", Summary: "Whether no value is greater than the one before it, or missing", Go: "Series.IsDecreasing() Index.IsDecreasing()",
	}, lineFact{name: "is_monotonic_decreasing"})
}

// Build asks it of a frame: its columns are the values, or the levels of the labels.
func (o *lineFact) Build(h Handle) (*Scalar, error) {
	d := levelTable(h)
	if s, ok := h.(*Series); ok {
		d = s.DropIndex().ToFrame(0)
	}
	missing := d.IlocCol(0).IsNA()
	for k := 1; k < len(colsOf(d)); k++ {
		missing = missing.Or(d.IlocCol(k).IsNA())
	}
	switch o.name {
	case "hasnans":
		return missing.Any(), nil
	case "is_unique":
		return d.Duplicated().Not().All(), nil
	case "has_duplicates":
		return d.Duplicated().Any(), nil
	}
	before, behind := d.placed(pick.Places{Kind: "slice", Stop: new(-1)}), d.placed(pick.Places{Kind: "slice", Start: new(1)})
	if o.name == "is_monotonic_decreasing" {
		before, behind = behind, before
	}
	both := tensor.LogicalAnd(missing.Not().All().Tensor(), before.ascendsTo(behind).All().Tensor())
	return ScalarOf(both.Value()), nil
}

// placed is some rows, numbered.
func (d *DataFrame) placed(rows pick.Places) *DataFrame {
	return d.Iloc(rows).ResetIndex(ResetIndex{Drop: true})
}

// ascendsTo tells for each row whether it is not behind that of another frame in the order of all columns.
func (d *DataFrame) ascendsTo(e *DataFrame) (is *Series) {
	for k := len(colsOf(d)) - 1; k >= 0; k-- {
		a, b := d.IlocCol(k), e.IlocCol(k)
		if is == nil {
			is = a.Le(b).FillNA(false).AsType(dtype.Bool)
			continue
		}
		is = a.Lt(b).Or(a.Eq(b).And(is))
	}
	return is
}
