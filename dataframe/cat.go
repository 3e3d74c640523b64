package dataframe

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// categoryMethod is a method of s.cat that gives the series other categories. Which there are, it asks.
type categoryMethod struct {
	op.Deferred
	NewCategories, Removals op.Written `sig:"-"`
	Ordered                 *bool      `sig:"-"`
	Rename                  bool       `sig:"-"`
	row                     string
}

func (o *categoryMethod) Row() string { return o.row }

func init() {
	for _, r := range [][3]string{
		{"as_ordered", "()", "With an order of the categories"},
		{"as_unordered", "()", "Without an order of the categories"},
		{"add_categories", "(new_categories)", "With more categories, behind the others"},
		{"remove_categories", "(removals)", "Without some categories; elements that had them are missing"},
		{"remove_unused_categories", "()", "Without the categories that no element has"},
		{"reorder_categories", "(new_categories, ordered=None)", "The same categories in another order"},
		{"set_categories", "(new_categories, ordered=None, rename=False)", "These categories; elements of others are missing"},
		{"rename_categories", "(new_categories)", "Other names for the categories: a list, a dict of some, or a function"},
	} {
		forms := "new_categories=plain removals=plain"
		if r[0] == "rename_categories" {
			forms = "new_categories=categories"
		}
		op.Register[categoryMethod](op.Doc{
			Name: "dataframe.Series.cat." + r[0], Like: "pandas.Series.cat." + r[0], Methods: "Series.cat." + r[0], Sig: r[0] + r[1], Summary: r[2],
			Forms: forms,
		}, categoryMethod{row: r[0]})
	}
}

func (o *categoryMethod) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	if m.Kind != op.Series || !m.Open && !m.Cols[0].Is.IsCategorical() {
		return nil, errs.In(errs.New(errs.Type, "Cat is for categories"), "Can only use .cat accessor with a 'category' dtype")
	}
	is := dtype.DType{Kind: dtype.CategoricalKind, Ordered: o.orders(m.Cols[0].Is.Ordered)}
	return []op.Meta{op.NewSeries(m.Dims[0], m.Index, op.Col{Name: m.Cols[0].Name, Type: op.T(is)})}, nil
}

// orders tells whether the new categories have an order, where the old ones had one or not.
func (o *categoryMethod) orders(was bool) bool {
	switch {
	case o.row == "as_ordered" || o.row == "as_unordered":
		return o.row == "as_ordered"
	case o.Ordered != nil && !o.Rename:
		return *o.Ordered
	}
	return was
}

func (o *categoryMethod) Build(a *op.Asker, in []*Series) (*Series, error) {
	s := in[0]
	old, was, err := categoriesOf(a, s)
	if err != nil {
		return nil, err
	}
	to := CategoryType{Ordered: o.orders(was)}
	given, err := categoriesIn(o.NewCategories)
	if err != nil {
		return nil, err
	}
	gone, err := categoriesIn(o.Removals)
	if err != nil {
		return nil, err
	}
	cats := old
	switch o.row {
	case "add_categories":
		if twice := labelsAmong(given, old); len(twice) > 0 {
			return nil, errs.New(errs.Invalid, "new categories must not include old categories: {%s}", strings.Trim(schema.Reprs(twice), "[]"))
		}
		cats = append(slices.Clone(old), given...)
	case "remove_categories":
		if lost := labelsWithout(gone, old); len(lost) > 0 {
			return nil, errs.New(errs.Invalid, "removals must all be in old categories: %s", schema.Reprs(lost))
		}
		if cats = labelsWithout(old, gone); !to.Ordered {
			slices.SortStableFunc(cats, frame.Label.Compare)
		}
	case "remove_unused_categories":
		used := s.DropNA().DropDuplicates()
		if err := a.Need(op.Values, used); err != nil {
			return nil, err
		}
		cats = labelsAmong(old, schema.LabelsOfRows(a.Value(used).(*frame.Frame).Cols[0]))
	case "reorder_categories":
		if len(given) != len(old) || len(labelsWithout(given, old))+len(labelsWithout(old, given)) > 0 {
			return nil, errs.New(errs.Invalid, "items in new_categories are not the same as in old categories")
		}
		cats = given
	case "set_categories":
		cats = given
	}
	if o.row == "rename_categories" || o.Rename {
		return o.renamed(s, old, given, to)
	}
	return withCategories(s, cats, to)
}

// renamed is the series with names in the place of old categories.
func (o *categoryMethod) renamed(s *Series, old, given []frame.Label, to CategoryType) (*Series, error) {
	if by, ok := o.NewCategories.V.(op.Dict); ok {
		given = slices.Clone(old)
		for _, e := range by {
			k, err := labelWritten(e.Key)
			if err != nil {
				return nil, err
			}
			if i := slices.IndexFunc(old, k.Same); i >= 0 {
				if given[i], err = labelWritten(e.Value); err != nil {
					return nil, err
				}
			}
		}
	}
	if len(given) != len(old) {
		return nil, errs.New(errs.Invalid, "new categories need to have the same number of items as the old categories!")
	}
	if len(old) == 0 {
		return withCategories(s, given, to)
	}
	m := &cells.MapCells{}
	for i, c := range old {
		m.Arg = append(m.Arg, cells.Mapping{Key: c, Value: given[i].Value()})
	}
	return withCategories(SeriesOf(apply(m, s.AsType(frame.LabelColumn(old).DType))), given, to)
}

// withCategories is the series with categories, which must be there and differ.
func withCategories(s *Series, cats []frame.Label, to CategoryType) (*Series, error) {
	seen := map[frame.Label]bool{}
	for _, c := range cats {
		switch {
		case c.IsMissing():
			return nil, errs.New(errs.Invalid, "Categorical categories cannot be null")
		case seen[c.Key()]:
			return nil, errs.New(errs.Invalid, "Categorical categories must be unique")
		}
		seen[c.Key()] = true
		to.Categories = append(to.Categories, c)
	}
	return s.AsType(to), nil
}

// categoriesIn are the labels of a list; of a mapping those of its values.
func categoriesIn(w op.Written) ([]frame.Label, error) {
	v := w.V
	switch l := v.(type) {
	case nil:
		return nil, nil
	case op.Tuple:
		v = op.List(l)
	case op.Dict:
		var values op.List
		for _, e := range l {
			values = append(values, e.Value)
		}
		v = values
	}
	return labelsWritten(v)
}

// labelsAmong are the labels that others are too; labelsWithout those that they are not.
func labelsAmong(ls, others []frame.Label) []frame.Label {
	return slices.DeleteFunc(slices.Clone(ls), func(l frame.Label) bool { return !slices.ContainsFunc(others, l.Same) })
}

func labelsWithout(ls, others []frame.Label) []frame.Label {
	return slices.DeleteFunc(slices.Clone(ls), func(l frame.Label) bool { return slices.ContainsFunc(others, l.Same) })
}
