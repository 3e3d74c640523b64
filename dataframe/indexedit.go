package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Append is these labels, then those of others.
func (x *Index) Append(others ...*Index) *Index {
	o, in := &indexAppend{}, []Handle{x}
	for i, y := range others {
		o.Other, in = append(o.Other, op.In(i+1)), append(in, y)
	}
	return IndexOf(apply(o, in...))
}

// Insert is the labels with one more before that at a place, which counts from the end where it is negative.
func (x *Index) Insert(loc int, item any) *Index {
	l, err := schema.LabelOf(item)
	if err != nil {
		return IndexOf(bad("dataframe.Index.insert", err))
	}
	return IndexOf(apply(&indexInsert{Loc: loc, Item: l}, x))
}

// Delete is the labels without those at some places. Errors: NotFound for a place that there is not.
func (x *Index) Delete(places ...int) *Index {
	return IndexOf(apply(&indexDelete{Loc: places}, x))
}

// Drop is the index without some labels. Errors: NotFound for labels that there are not.
func (x *Index) Drop(labels ...any) *Index {
	ls, err := schema.LabelsIn(labels)
	if err != nil {
		return IndexOf(bad("dataframe.Index.drop", err))
	}
	return IndexOf(apply(&indexDrop{Labels: ls}, x))
}

// Take is the labels at some places, in their order. Errors: NotFound for a place that there is not.
func (x *Index) Take(places ...int) *Index { return IndexOf(apply(&indexTake{Indices: places}, x)) }

type indexAppend struct {
	op.Recipe
	Other []op.Ref
}

type indexInsert struct {
	op.Recipe
	Loc  int
	Item frame.Label
}

type indexDelete struct {
	op.Recipe
	Loc []int
}

type indexDrop struct {
	op.Recipe
	Labels []frame.Label
	Errors string
}

type indexTake struct {
	op.Recipe
	Indices []int
}

func init() {
	op.Register[indexAppend](op.Doc{
		Forms: "other=in:indexes", Name: "dataframe.Index.append", Like: "pandas.Index.append", Methods: "Index.append", Sig: "append(index, other)", Gives: "index",
		Summary: "These labels, then those of another index or of several",
	})
	op.Register[indexInsert](op.Doc{
		Name: "dataframe.Index.insert", Like: "pandas.Index.insert", Methods: "Index.insert", Sig: "insert(index, loc, item)", Gives: "index",
		Summary: "With one more label before the one at a place",
	})
	op.Register[indexDelete](op.Doc{
		Name: "dataframe.Index.delete", Like: "pandas.Index.delete", Methods: "Index.delete", Sig: "delete(index, loc)", Gives: "index", Summary: "Without the labels at places",
	})
	op.Register[indexDrop](op.Doc{
		Name: "dataframe.Index.drop", Like: "pandas.Index.drop", Methods: "Index.drop", Sig: "drop(index, labels, errors='raise')", Gives: "index", Forms: "labels=members",
		Summary: "Without some labels", Notes: "KeyError for those that there are not, unless errors is 'ignore'.",
	})
	op.Register[indexTake](op.Doc{
		Name: "dataframe.Index.take", Like: "pandas.Index.take", Methods: "Index.take", Gives: "index",
		Sig: "take(index, indices, axis=0, allow_fill=True, fill_value=None, **kwargs)", Summary: "The labels at places",
	})
}

func (o *indexAppend) Build(x *Index, others []*Index) (*Index, error) {
	if err := sameLevels(x, others...); err != nil {
		return nil, err
	}
	tables := []Handle{levelTable(x)}
	for _, y := range others {
		tables = append(tables, levelTable(y))
	}
	return indexOfTable(Concat(tables, Concats{IgnoreIndex: true}), sharedNames(x, others...)), nil
}

func (o *indexInsert) Build(x *Index) (*Index, error) {
	n, d := levelCount(x), levelTable(x)
	items := []frame.Label{o.Item}
	if n > 1 {
		if o.Item.Kind() != frame.LabelTuple { // the other levels have an empty text
			items = append(items, slices.Repeat(frame.Labels(""), n-1)...)
		} else if items = o.Item.Elems(); o.Item.Len() != n {
			return nil, errs.New(errs.Invalid, "Item must have length equal to number of levels.")
		}
	}
	row := NewSeries([]any{items[0]}).ToFrame(0)
	for k := 1; k < n; k++ {
		row = row.Assign(C{k, items[k]})
	}
	at := o.Loc
	first, last := d.Iloc(pick.Places{Kind: "slice", Stop: &at}), d.Iloc(pick.Places{Kind: "slice", Start: &at})
	return indexOfTable(Concat([]Handle{first, row, last}, Concats{IgnoreIndex: true}), namesOfLevels(x)), nil
}

func (o *indexDelete) Build(x *Index) (*Index, error) {
	d := levelTable(x)
	if len(o.Loc) == 1 && x.Value().Meta().Index.Kind == frame.RangeIndex { // an end that there need not be
		switch one, last := 1, -1; o.Loc[0] {
		case 0:
			return indexOfTable(d.Iloc(pick.Places{Kind: "slice", Start: &one}), namesOfLevels(x)), nil
		case -1:
			return indexOfTable(d.Iloc(pick.Places{Kind: "slice", Stop: &last}), namesOfLevels(x)), nil
		}
	}
	gone := SeriesOf(apply(&pick.ChosenRows{Places: &pick.Places{Kind: "list", List: o.Loc}}, d))
	return indexOfTable(d.Filter(gone.Not()), namesOfLevels(x)), nil
}

func (o *indexDrop) Build(x *Index) (*Index, error) {
	if o.Errors != "" && o.Errors != "raise" && o.Errors != "ignore" {
		return nil, errs.New(errs.Invalid, "errors must be 'raise' or 'ignore', not '%s'", o.Errors)
	}
	return SeriesOf(apply(&dropRowsBy{Labels: o.Labels, Lenient: o.Errors == "ignore"}, levelSeries(x, 0))).Index(), nil
}

func (o *indexTake) Build(x *Index) (*Index, error) {
	return indexOfTable(levelTable(x).Iloc(pick.Places{Kind: "list", List: append([]int{}, o.Indices...)}), namesOfLevels(x)), nil
}
