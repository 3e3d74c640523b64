package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Map puts for every element the value that it is a key of; elements that are no key become missing. The
// dtype is that of the values, as pandas infers it of a list, and nullable numbers for elements of a nullable
// dtype. Categories of which each has a value of its own stay categories. Errors: Type for keys and values
// that a column cannot hold.
func (s *Series) Map(values map[any]any) *Series {
	by := op.Dict{}
	for k, v := range values {
		l, ok := frame.LabelOf(k)
		w, ok2 := chunk.ScalarOf(v)
		if !ok || !ok2 {
			return SeriesOf(bad("dataframe.map", errs.New(errs.Type, "a %T for a %T", v, k)))
		}
		by = append(by, op.Entry{Key: l, Value: w})
	}
	slices.SortFunc(by, func(a, b op.Entry) int { return a.Key.(frame.Label).Compare(b.Key.(frame.Label)) })
	return SeriesOf(apply(&mapValues{Arg: op.WrittenOf(by)}, s))
}

type mapValues struct {
	op.Recipe
	Arg      op.Written
	NaAction string
}

func init() {
	op.Register[mapValues](op.Doc{
		Name: "dataframe.map", Like: "pandas.Series.map", Sig: "map(series, arg, na_action=None)", Summary: "Values that elements are keys of", Methods: "Series.map Index.map", Labels: "index",
		Forms: "arg=plain",
		Text:  "Keys and values are a dict, or a series by its labels, which is fetched. An element without a value is missing; na_action='ignore' leaves missing elements missing.",
	})
	op.Register[cells.MapCells](op.Doc{Name: "dataframe.map_cells", Face: "inner", Gives: "series", Sig: "map_cells(series, arg)", Summary: "Values that elements are keys of, of no categories"})
}

func (o *mapValues) Build(s *Series) (*Series, error) {
	arg, err := o.mappings()
	if err != nil {
		return nil, err
	}
	if c := s.Value().Meta().Cols[0]; c.Is.IsCategorical() {
		return SeriesOf(apply(&mapCategories{Arg: arg}, s)), nil
	}
	return SeriesOf(apply(&cells.MapCells{Arg: arg}, s)), nil
}

// mappings are the keys and their values, in the order of the keys.
func (o *mapValues) mappings() ([]cells.Mapping, error) {
	if o.NaAction != "" && o.NaAction != "ignore" {
		return nil, errs.New(errs.Invalid, "na_action must either be 'ignore' or None, %s was passed", o.NaAction)
	}
	by, ok := o.Arg.V.(op.Dict)
	if !ok {
		return nil, errs.New(errs.Type, "'%s' object is not callable", classOf(o.Arg.V))
	}
	arg := make([]cells.Mapping, 0, len(by))
	for _, e := range by {
		if o.NaAction != "" && frame.IsMissing(e.Key) {
			continue
		}
		k, err := labelWritten(missingLabels([]any{e.Key})[0])
		if err != nil {
			return nil, err
		}
		v, err := parameter(e.Value)
		if err != nil {
			return nil, err
		}
		arg = append(arg, cells.Mapping{Key: k, Value: v})
	}
	slices.SortStableFunc(arg, func(a, b cells.Mapping) int { return a.Key.Compare(b.Key) })
	return arg, nil
}
