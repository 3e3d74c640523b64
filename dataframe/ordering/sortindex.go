package ordering

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// SortIndex is the operand of dataframe.sort_index.
type SortIndex struct {
	pick.Narrowing
	Level         []frame.Label
	Ascending     []bool
	Kind          string
	NaPosition    string
	SortRemaining *bool
	IgnoreIndex   bool
}

func init() {
	op.Register[SortIndex](op.Doc{
		Name: "dataframe.sort_index", Like: "pandas.DataFrame.sort_index", Methods: "DataFrame.sort_index Series.sort_index",
		Sig: "sort_index(df, *, axis=0, level=None, ascending=True, inplace=<no_default>, kind='quicksort', na_position='last', sort_remaining=True, " +
			"ignore_index=False, key=None)", Summary: "Rows in the order of their labels", Notes: "As sort_values by columns.",
	})
}

// Normalize finds levels by number and writes a direction for each.
func (o *SortIndex) Normalize(in []op.Meta) (err error) {
	levels, err := o.levels(in[0])
	if err != nil {
		return err
	}
	switch n := max(1, len(o.Level)); {
	case len(o.Ascending) < 2: // the levels that remain go the same way
		if o.Ascending, err = spread(o.Ascending, len(levels)); err != nil {
			return err
		}
	case len(o.Ascending) == n || o.Level == nil && len(o.Ascending) == len(levels):
		for len(o.Ascending) < len(levels) {
			o.Ascending = append(o.Ascending, true)
		}
	default:
		return errs.New(errs.Invalid, "level must have same length as ascending")
	}
	if err := checkKind(o.Kind); err != nil {
		return err
	}
	o.Kind, o.Level = "stable", nil
	for _, k := range levels {
		o.Level = append(o.Level, frame.L(k))
	}
	return checkPosition(o.NaPosition)
}

// levels are the numbers of the levels to sort by.
func (o *SortIndex) levels(m op.Meta) ([]int, error) {
	n := len(m.Index.Levels)
	var out []int
	for _, l := range o.Level {
		k := slices.IndexFunc(m.Index.Levels, func(c op.Col) bool { return c.Name.Same(l) })
		if i, ok := l.Int(); k < 0 && ok {
			if k = int(i); k < 0 {
				k += n
			}
			if k < 0 || k >= n {
				return nil, errs.New(errs.NotFound, "Too many levels: Index has only %d level, not %d", n, i+1)
			}
		}
		if k < 0 {
			return nil, errs.New(errs.NotFound, "Level %s not found", l)
		}
		out = append(out, k)
	}
	for k := range n {
		if !slices.Contains(out, k) && (o.Level == nil || o.SortRemaining == nil || *o.SortRemaining) {
			out = append(out, k)
		}
	}
	return out, nil
}

func (o *SortIndex) keys() []op.RowKey {
	levels := make([]int, len(o.Level))
	for i, l := range o.Level {
		k, _ := l.Int()
		levels[i] = int(k)
	}
	return LevelKeys(levels, o.Ascending, o.NaPosition)
}

// sorted reports a range that is in order already.
func (o *SortIndex) sorted(m op.Meta) bool {
	return m.Index.Kind == frame.RangeIndex && o.Ascending[0] == (m.Index.Step > 0)
}

func (o *SortIndex) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	switch {
	case !o.sorted(m):
		m.Index = sortedIndex(m, fmt.Sprint("sort_index", o.Level, o.Ascending, o.NaPosition), o.IgnoreIndex)
	case o.IgnoreIndex:
		m.Index = sortedIndex(m, "", true)
	}
	return []op.Meta{m}, nil
}

func (o *SortIndex) Tile(t *op.Tiler) error {
	g := t.In(0)
	if o.sorted(g.Meta) {
		if o.IgnoreIndex {
			g = t.Map(g)
		}
		return t.Out(g)
	}
	return t.Out(t.Shuffle(op.ByKey, op.Cut(g, o.keys()...)))
}

func (o *SortIndex) Exec(x *op.Exec) error { return PutSorted(x, x.Frame(0), o.keys(), o.IgnoreIndex) }

// ColumnsOf are those of the result.
func (o *SortIndex) ColumnsOf(_ int, _ []op.Meta, want []int) ([]int, bool) { return want, true }
