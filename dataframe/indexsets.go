package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/axes"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

type indexUnion struct {
	op.Deferred
	Sort   any  // false leaves the order: those of the left side, then those that the right one has besides; nil sorts what pandas sorts
	surely bool // what it gives where it sorts: for Infer
}

type indexIntersection struct {
	op.Recipe
	Sort any // true sorts
}

type indexDifference struct {
	op.Recipe
	Sort any
}

type indexSymmetric struct {
	op.Recipe
	ResultName frame.Label
	Sort       any
}

func init() {
	const other = "other=in:index"
	op.Register[indexUnion](op.Doc{
		Forms: other, Name: "dataframe.Index.union", Like: "pandas.Index.union", Methods: "Index.union", Sig: "union(index, other, sort=None)", Gives: "index",
		Summary: "The labels of both, each as often as the side has it that has it more often; ascending unless sort is False", Go: "Index.Union(other)",
		Text: "Of several levels both have equally many. Labels keep their order where both sides are equal, where one is empty, and where texts that ascend meet numbers that ascend.",
	})
	op.Register[indexIntersection](op.Doc{
		Forms: other, Name: "dataframe.Index.intersection", Like: "pandas.Index.intersection", Methods: "Index.intersection", Sig: "intersection(index, other, sort=False)", Gives: "index",
		Summary: "The labels that both have, each once, in the order of the left ones", Go: "Index.Intersection(other)",
	})
	op.Register[indexDifference](op.Doc{
		Forms: other, Name: "dataframe.Index.difference", Like: "pandas.Index.difference", Methods: "Index.difference", Sig: "difference(index, other, sort=None)", Gives: "index",
		Summary: "The labels that the other has not, each once, ascending unless sort is False", Go: "Index.Difference(other)",
	})
	op.Register[indexSymmetric](op.Doc{
		Forms: other, Name: "dataframe.Index.symmetric_difference", Like: "pandas.Index.symmetric_difference", Methods: "Index.symmetric_difference", Gives: "index",
		Sig: "symmetric_difference(index, other, result_name=None, sort=None)", Summary: "The labels that only one of both has, ascending unless sort is False",
		Go: "Index.SymmetricDifference(other)",
	})
}

// Infer describes labels that ascend, whose order is not known.
func (o *indexUnion) Infer(in []op.Meta) ([]op.Meta, error) {
	out, err := op.Expressed(&indexUnion{Sort: o.Sort, surely: true}, in)
	if err != nil {
		return nil, err
	}
	m := out[0].WithRows(op.Sym("union", in...))
	m.Index = m.Index.Derive("union", in...)
	return []op.Meta{m}, nil
}

func (o *indexUnion) Build(a *op.Asker, x, other *Index) (*Index, error) {
	if err := sameLevels(x, other); err != nil {
		return nil, err
	}
	sorts := o.Sort != false
	if o.Sort == nil && !o.surely {
		one, sort, err := unsorted(a, x, other)
		if err != nil {
			return nil, err
		}
		if one != nil {
			return indexOfTable(levelTable(one), sharedNames(x, other)), nil
		}
		sorts = sort
	}
	n := levelCount(x)
	right := countedLabels(other, n)
	both := Concat([]Handle{countedLabels(x, n), right}, Concats{IgnoreIndex: true}).DropDuplicates()
	if !sorts {
		both = together(both, n, right.Col(n).Gt(0).Any())
	} else {
		both = inOrderOf(both, n, true)
	}
	return indexOfTable(both, sharedNames(x, other)), nil
}

// unsorted is the side that is the union as it stands, of equal sides or beside an empty one; else it tells
// whether the labels of both are sorted.
func unsorted(a *op.Asker, x, y *Index) (one *Index, sort bool, err error) {
	if err := a.Need(op.Rows, x, y); err != nil {
		return nil, false, err
	}
	p, q := a.Rows(x), a.Rows(y)
	switch l, r := x.Value().Meta().Index.Levels, y.Value().Meta().Index.Levels; {
	case len(l) == 1 && incomparable(l[0].Is, r[0].Is) && p > 0 && q > 0:
		up, also := ScalarOf(apply(&lineFact{name: "is_monotonic_increasing"}, x)), ScalarOf(apply(&lineFact{name: "is_monotonic_increasing"}, y))
		if err := a.Need(op.Values, up, also); err != nil {
			return nil, false, err
		}
		return nil, !fetchedBool(a.Value(up)) || !fetchedBool(a.Value(also)), nil
	case !sameTypes(x, y):
	case q == 0:
		return x, false, nil
	case p == 0:
		return y, false, nil
	case p == q:
		same := x.Equals(y)
		if err := a.Need(op.Values, same); err != nil {
			return nil, false, err
		}
		if fetchedBool(a.Value(same)) {
			return x, false, nil
		}
	}
	return nil, true, nil
}

// incomparable reports texts and numbers.
func incomparable(a, b dtype.DType) bool {
	number := func(d dtype.DType) bool { return d.IsNumeric() || d.IsBool() }
	return a.IsString() && number(b) || number(a) && b.IsString()
}

// sameTypes reports levels of equal dtypes.
func sameTypes(x, y *Index) bool {
	return slices.EqualFunc(x.Value().Meta().Index.Levels, y.Value().Meta().Index.Levels, func(a, b op.Col) bool { return a.Is == b.Is })
}

// together is counted labels where equal ones follow the first of them, where is says so, as in pandas: the
// right side has labels twice.
func together(d *DataFrame, n int, is *Scalar) *DataFrame {
	no := false
	places := d.Index().ToSeries()
	d = d.Assign(C{n + 1, places})
	first := d.GroupBy(axes.ColumnKeys(n), GroupOptions{Dropna: &no}).Select(n + 1).Transform("min").Col(n + 1)
	return d.Assign(C{n + 1, places.Sub(places.Sub(first).Mul(is))}).SortValues(frame.Labels(n+1, n))
}

// countedLabels is the labels, each beside how often it stood before.
func countedLabels(x *Index, n int) *DataFrame {
	d, no := levelTable(x), false
	return d.Assign(C{n, d.GroupBy(axes.ColumnKeys(n), GroupOptions{Dropna: &no}).CumCount()})
}

// inOrderOf is a table of labels, ascending where sort says so.
func inOrderOf(d *DataFrame, n int, sort bool) *DataFrame {
	if !sort {
		return d
	}
	keys := make([]frame.Label, n)
	for i := range keys {
		keys[i] = frame.L(i)
	}
	return d.SortValues(keys)
}

func (o *indexIntersection) Build(x, other *Index) (*Index, error) {
	return o.among(x, other, true, o.Sort == true)
}

func (o *indexDifference) Build(x, other *Index) (*Index, error) {
	return (&indexIntersection{}).among(x, other, false, o.Sort != false)
}

// among is the distinct labels of x that the other has, or has not.
func (*indexIntersection) among(x, other *Index, keep, sort bool) (*Index, error) {
	if err := sameLevels(x, other); err != nil {
		return nil, err
	}
	n := levelCount(x)
	d := levelTable(x).DropDuplicates()
	if n == 1 {
		there := SeriesOf(apply(&isinOf{}, d.Col(0), levelTable(other).Col(0)))
		if !keep {
			there = there.Not()
		}
		d = d.Filter(there)
	} else {
		const side = "side of labels" // the other columns are numbers
		m := d.Merge(levelTable(other).DropDuplicates(), MergeOptions{How: "left", On: axes.ColumnKeys(n), Indicator: side})
		want := map[bool]string{true: "both", false: "left_only"}[keep]
		d = m.Filter(m.Col(side).Eq(want))
	}
	return indexOfTable(inOrderOf(d, n, sort), sharedNames(x, other)), nil
}

func (o *indexSymmetric) Build(x, other *Index) (*Index, error) {
	if err := sameLevels(x, other); err != nil {
		return nil, err
	}
	n := levelCount(x)
	only := &indexDifference{Sort: false}
	left, right := IndexOf(apply(only, x, other)), IndexOf(apply(only, other, x))
	names := sharedNames(x, other)
	if !o.ResultName.IsNil() && n == 1 {
		names = []any{o.ResultName}
	}
	both := Concat([]Handle{levelTable(left), levelTable(right)}, Concats{IgnoreIndex: true})
	return indexOfTable(inOrderOf(both, n, o.Sort != false), names), nil
}
