package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// indexUnique is the distinct labels of an index, or of one of its levels.
type indexUnique struct {
	op.Recipe
	Level *frame.Label
}

// indexCount is how many distinct labels there are.
type indexCount struct {
	op.Recipe
	Dropna *bool
}

// indexIsin tells which labels are among values.
type indexIsin struct {
	op.Recipe
	Values op.Written
	Level  *frame.Label
}

// indexSorted is the labels in order.
type indexSorted struct {
	op.Recipe
	Ascending  *bool
	NaPosition string
}

func init() {
	op.Register[indexUnique](op.Doc{
		Name: "dataframe.Index.unique", Like: "pandas.Index.unique", Methods: "Index.unique", Sig: "unique(labels, level=None)", Go: "Index.Unique()",
		Summary: "The distinct labels, or those of one level, in order of appearance",
	})
	op.Register[indexCount](op.Doc{
		Name: "dataframe.Index.nunique", Like: "pandas.Index.nunique", Methods: "Index.nunique", Sig: "nunique(labels, dropna=True)", Gives: "answer", Go: "Index.CountUnique()",
		Summary: "How many distinct labels there are",
	})
	op.Register[indexIsin](op.Doc{
		Name: "dataframe.Index.isin", Like: "pandas.Index.isin", Methods: "Index.isin", Sig: "isin(labels, values, level=None)", Gives: "tensor", Go: "Index.IsIn(values)",
		Summary: "Whether labels are among values, or those of one level", Text: "Values of labels of several levels are tuples.",
	})
	op.Register[indexSorted](op.Doc{
		Name: "dataframe.Index.sort_values", Like: "pandas.Index.sort_values", Methods: "Index.sort_values",
		Sig: "sort_values(labels, *, return_indexer=False, ascending=True, na_position='last', key=None)", Summary: "The labels in order",
	})
}

// ofLevel is the labels of one level, all of them where none is named.
func ofLevel(x *Index, level *frame.Label) (*Index, error) {
	if level == nil {
		return x, nil
	}
	return (&getLevel{Level: *level}).Build(x)
}

func (o *indexUnique) Build(x *Index) (*Index, error) {
	x, err := ofLevel(x, o.Level)
	if err != nil {
		return nil, err
	}
	return indexOfTable(levelTable(x).DropDuplicates(), namesOfLevels(x)), nil
}

func (o *indexCount) Build(x *Index) *Scalar {
	d := levelTable(x)
	if levelCount(x) == 1 && (o.Dropna == nil || *o.Dropna) {
		d = d.DropNA()
	}
	return d.DropDuplicates().IlocCol(0).IsNA().Count()
}

func (o *indexIsin) Build(x *Index, more []Handle) (*tensor.Tensor, error) {
	x, err := ofLevel(x, o.Level)
	if err != nil {
		return nil, err
	}
	values, first := meant(o.Values, 1, more), levelSeries(x, 0).DropIndex()
	if by, ok := values.(op.Dict); ok {
		values = op.List(keysOf(by))
	}
	if h, ok := values.(Handle); ok && levelCount(x) == 1 {
		return first.IsInOf(h).ToTensor(), nil
	}
	l, ok := inList(values)
	if !ok {
		return nil, errs.New(errs.Type, "only list-like objects are allowed to be passed to isin(), you passed a `%s`", classOf(values))
	}
	labels, err := schema.LabelList(tupled(l))
	if err != nil {
		return nil, err
	}
	if levelCount(x) == 1 {
		return SeriesOf(isIn(first, []any{labels})).ToTensor(), nil
	}
	is := first.IsNA().And(false)
	for _, l := range labels {
		if l.Len() != levelCount(x) {
			continue
		}
		all := first.IsNA().Or(true)
		for k, e := range l.Elems() {
			all = all.And(SeriesOf(isIn(levelSeries(x, k).DropIndex(), []any{[]frame.Label{e}})))
		}
		is = is.Or(all)
	}
	return is.ToTensor(), nil
}

func (o *indexSorted) Build(x *Index) *Index {
	d := levelTable(x)
	how := Sort{Descending: o.Ascending != nil && !*o.Ascending, NullsFirst: o.NaPosition == "first"}
	return indexOfTable(d.SortValues(cells.All(len(colsOf(d))), how), namesOfLevels(x))
}
