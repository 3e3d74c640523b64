package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Map puts for every element the value that it is a key of; elements that are no key become missing. The dtype is that of the values, as pandas
// infers it of a list, and nullable numbers for elements of a nullable dtype. Categories of which each has a value of its own stay categories. Errors: Type for keys and values that a column cannot hold.
func (s *Series) Map(values map[any]any) *Series {
	o := &mapValues{}
	for k, v := range values {
		l, ok := frame.LabelOf(k)
		w, ok2 := chunk.ScalarOf(v)
		if !ok || !ok2 {
			return SeriesOf(bad("dataframe.map", errs.New(errs.Type, "a %T for a %T", v, k)))
		}
		o.Arg = append(o.Arg, cells.Mapping{Key: l, Value: w})
	}
	slices.SortFunc(o.Arg, func(a, b cells.Mapping) int { return a.Key.Compare(b.Key) })
	return SeriesOf(apply(o, s))
}

type mapValues struct {
	op.Recipe
	Arg []cells.Mapping
}

func init() {
	op.Register[mapValues](op.Doc{Name: "dataframe.map", Face: "hand", Like: "pandas.Series.map", Sig: "map(series, arg)", Summary: "Values that elements are keys of", Methods: "Series.map"})
	op.Register[cells.MapCells](op.Doc{Name: "dataframe.map_cells", Face: "inner", Gives: "series", Sig: "map_cells(series, arg)", Summary: "Values that elements are keys of, of no categories"})
}

func (o *mapValues) Build(s *Series) (*Series, error) {
	if c := s.Value().Meta().Cols[0]; c.Is.IsCategorical() {
		return SeriesOf(apply(&mapCategories{Arg: o.Arg}, s)), nil
	}
	return SeriesOf(apply(&cells.MapCells{Arg: o.Arg}, s)), nil
}
