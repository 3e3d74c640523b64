package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/axes"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// DropLevel is the frame without some levels of its row labels, by name or number. Errors: Invalid where none
// would be left, NotFound for a level that there is not.
func (d *DataFrame) DropLevel(levels ...any) *DataFrame { return FrameOf(withoutLevels(d, levels)) }

// DropLevel is the series without some levels of its row labels.
func (s *Series) DropLevel(levels ...any) *Series { return SeriesOf(withoutLevels(s, levels)) }

// DropLevel is the index without some levels.
func (x *Index) DropLevel(levels ...any) *Index { return IndexOf(withoutLevels(x, levels)) }

func withoutLevels(h Handle, levels []any) op.Value {
	ls, err := schema.LabelsIn(levels)
	if err != nil {
		return bad("dataframe.droplevel", err)
	}
	return apply(&dropLevel{Level: ls}, h)
}

// ReorderLevels is the frame with the levels of its row labels in another order, each by name or number.
// Errors: Type for labels of one level.
func (d *DataFrame) ReorderLevels(order ...any) *DataFrame { return FrameOf(reordered(d, order)) }

// ReorderLevels is the series with the levels of its row labels in another order.
func (s *Series) ReorderLevels(order ...any) *Series { return SeriesOf(reordered(s, order)) }

// ReorderLevels is the index with its levels in another order.
func (x *Index) ReorderLevels(order ...any) *Index { return IndexOf(reordered(x, order)) }

func reordered(h Handle, order []any) op.Value {
	ls, err := schema.LabelsIn(order)
	if err != nil {
		return bad("dataframe.reorder_levels", err)
	}
	return apply(&reorderLevels{Order: ls}, h)
}

// SwapLevel is the frame with two levels of its row labels changed over, by name or number.
func (d *DataFrame) SwapLevel(i, j any) *DataFrame { return FrameOf(swapped(d, i, j)) }

// SwapLevel is the series with two levels of its row labels changed over.
func (s *Series) SwapLevel(i, j any) *Series { return SeriesOf(swapped(s, i, j)) }

// SwapLevel is the index with two levels changed over.
func (x *Index) SwapLevel(i, j any) *Index { return IndexOf(swapped(x, i, j)) }

func swapped(h Handle, i, j any) op.Value {
	ls, err := schema.LabelList([]any{i, j})
	if err != nil {
		return bad("dataframe.swaplevel", err)
	}
	return apply(&swapLevel{I: &ls[0], J: &ls[1]}, h)
}

type dropLevel struct {
	op.Recipe
	Level []frame.Label
	Axis  int
}

type reorderLevels struct {
	op.Recipe
	Order []frame.Label
	Axis  int
}

type swapLevel struct {
	op.Recipe
	I, J *frame.Label
	Axis int
}

func init() {
	op.Register[dropLevel](op.Doc{
		Name: "dataframe.droplevel", Like: "pandas.DataFrame.droplevel", Methods: "DataFrame.droplevel Series.droplevel Index.droplevel", Sig: "droplevel(df, level, axis=0)", Forms: "df=in:settled",
		Summary: "Without some levels of the row or column labels",
	})
	op.Register[reorderLevels](op.Doc{
		Name: "dataframe.reorder_levels", Like: "pandas.DataFrame.reorder_levels", Methods: "DataFrame.reorder_levels Series.reorder_levels Index.reorder_levels",
		Sig: "reorder_levels(df, order, axis=0)", Forms: "df=in:settled", Summary: "With the levels of the row or column labels in another order",
	})
	op.Register[swapLevel](op.Doc{
		Name: "dataframe.swaplevel", Like: "pandas.DataFrame.swaplevel", Methods: "DataFrame.swaplevel Series.swaplevel Index.swaplevel", Sig: "swaplevel(df, i=-2, j=-1, axis=0)", Forms: "df=in:settled",
		Summary: "With two levels of the row or column labels changed over",
	})
}

// levelsOn are the levels of the labels of an axis.
func levelsOn(h Handle, axis int) ([]op.Col, error) {
	d, ok := h.(*DataFrame)
	if axis == 0 || !ok {
		return h.Value().Meta().Index.Levels, axes.OnRows(axis)
	}
	if err := closed(d); err != nil {
		return nil, err
	}
	levels := make([]op.Col, max(1, frame.ColumnLevels(d.Columns())))
	for i, name := range d.Value().Meta().Axis {
		levels[i].Name = name
	}
	return levels, nil
}

// levelsAt is h with these levels of the labels of an axis, in this order.
func levelsAt(h Handle, axis int, levels []op.Col, at []int) (Handle, error) {
	names, keys := make([]any, len(at)), make([]any, len(at))
	for i, k := range at {
		names[i], keys[i] = levels[k].Name, k
	}
	if d, ok := h.(*DataFrame); ok && axis == 1 {
		ls := d.Columns()
		for i, l := range ls {
			parts := make([]frame.Label, len(at))
			for j, k := range at {
				if parts[j] = l; l.Kind() == frame.LabelTuple {
					parts[j] = l.Elems()[k]
				}
			}
			ls[i] = frame.Leveled(parts)
		}
		return d.labeled(ls).RenameColumnAxis(names...), nil
	}
	x := levelTable(h).SetIndex(keys...).RenameAxis(names...).Index()
	if _, ok := h.(*Index); ok {
		return x, nil
	}
	return valued(apply(&setLabels{}, h, x)), nil
}

func (o *dropLevel) Build(h Handle) (Handle, error) {
	levels, err := levelsOn(h, o.Axis)
	if err != nil {
		return nil, err
	}
	gone := map[int]bool{}
	for _, l := range o.Level {
		if err := axes.OnlyLevel(levels, l); err != nil {
			return nil, err
		}
		k, err := schema.LevelOf(levels, l)
		if err != nil {
			return nil, err
		}
		gone[k] = true
	}
	if len(gone) >= len(levels) {
		return nil, errs.New(errs.Invalid, "Cannot remove %d levels from an index with %d levels: at least one level must be left.", len(o.Level), len(levels))
	}
	r := &axes.ResetIndex{Drop: true}
	var kept []int
	for k := range levels {
		if gone[k] {
			r.Level = append(r.Level, frame.L(k))
		} else {
			kept = append(kept, k)
		}
	}
	if r.Level == nil {
		return h, nil
	}
	if x, ok := h.(*Index); ok {
		return FrameOf(apply(r, levelSeries(x, 0).ToFrame(0))).Index(), nil
	}
	if o.Axis == 1 {
		return levelsAt(h, 1, levels, kept)
	}
	return valued(apply(r, h)), nil
}

func (o *reorderLevels) Build(h Handle) (Handle, error) {
	levels, err := levelsOn(h, o.Axis)
	if err != nil {
		return nil, err
	}
	if len(levels) < 2 {
		return nil, errs.New(errs.Type, "Can only reorder levels on a hierarchical axis.")
	}
	at := make([]int, len(o.Order))
	for i, l := range o.Order {
		if at[i], err = schema.LevelOf(levels, l); err != nil {
			return nil, err
		}
	}
	if n := slices.Clone(at); len(at) != len(levels) || len(slices.Compact(slices.Sorted(slices.Values(n)))) != len(levels) {
		return nil, errs.New(errs.Invalid, "Length of order must be same as number of levels (%d), got %d", len(levels), len(o.Order))
	}
	return levelsAt(h, o.Axis, levels, at)
}

func (o *swapLevel) Build(h Handle) (Handle, error) {
	levels, err := levelsOn(h, o.Axis)
	if err != nil {
		return nil, err
	}
	if len(levels) < 2 {
		return nil, errs.New(errs.Type, "Can only swap levels on a hierarchical axis.")
	}
	at := make([]int, len(levels))
	for i := range at {
		at[i] = i
	}
	var two [2]int
	for i, l := range []*frame.Label{o.I, o.J} {
		by := frame.L(i - 2)
		if l != nil && !l.IsNil() {
			by = *l
		}
		if two[i], err = schema.LevelOf(levels, by); err != nil {
			return nil, err
		}
	}
	at[two[0]], at[two[1]] = two[1], two[0]
	return levelsAt(h, o.Axis, levels, at)
}
