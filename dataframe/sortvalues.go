package dataframe

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// SortValues orders rows by columns, or by index levels of these names: by is a label or a []string or []frame.Label. Rows with equal keys keep
// their order, whatever kind of sort pandas would use. Errors: NotFound for an unknown label.
func (d *DataFrame) SortValues(by any, o ...Sort) *DataFrame {
	ls, err := labelsIn([]any{by})
	if err != nil {
		return FrameOf(bad("dataframe.sort_values", err))
	}
	s := one(o)
	if ls == nil {
		ls = []frame.Label{}
	}
	p := &sortValues{By: ls, IgnoreIndex: s.IgnoreIndex}
	p.Ascending, p.NaPosition = s.directions()
	return FrameOf(apply(p, d))
}

// SortValues orders the values of a series; see DataFrame.SortValues.
func (s *Series) SortValues(o ...Sort) *Series {
	t := one(o)
	p := &sortValues{IgnoreIndex: t.IgnoreIndex}
	p.Ascending, p.NaPosition = t.directions()
	return SeriesOf(apply(p, s))
}

type sortValues struct {
	narrow
	By          []frame.Label
	Ascending   []bool
	Kind        string
	NaPosition  string
	IgnoreIndex bool
	Levels      bool `sig:"-"` // a key is a level of the index
}

func init() {
	op.Register[sortValues](op.Doc{
		Name: "dataframe.sort_values", Like: "pandas.DataFrame.sort_values", Methods: "DataFrame.sort_values Series.sort_values",
		Sig:     "sort_values(df, by=None, *, axis=0, ascending=True, inplace=<no_default>, kind='quicksort', na_position='last', ignore_index=False, key=None)",
		Series:  "(*, axis=0, ascending=True, inplace=False, kind='quicksort', na_position='last', ignore_index=False, key=None)",
		Summary: "Rows in the order of columns",
		Notes: "Samples choose bounds, rows are sent by range and each range is sorted stably. Rows with equal keys are spread over ranges by their order. " +
			"Chunks that are known to lie one behind the other are sorted where they are. " +
			"A range whose keys outgrow memory is ordered through scratch space.",
	})
}

// Normalize writes a direction for each key; a frame that is sorted by nothing has none.
func (o *sortValues) Normalize(in []op.Meta) (err error) {
	n := len(o.By)
	if in[0].Kind == op.Series && len(in[0].Cols) == 1 {
		o.By, n = nil, 1
	} else if o.By == nil {
		return errs.New(errs.NotFound, "None")
	}
	if o.Ascending, err = spread(o.Ascending, n); err != nil {
		return err
	}
	if err := checkKind(o.Kind); err != nil {
		return err
	}
	o.Kind = "stable"
	if err := checkPosition(o.NaPosition); err != nil {
		return err
	}
	keys, err := o.keys(in[0])
	o.Levels = slices.ContainsFunc(keys, func(k op.RowKey) bool { return k.Level > 0 })
	return err
}

func (o *sortValues) keys(m op.Meta) ([]op.RowKey, error) {
	if m.Kind == op.Series {
		return []op.RowKey{{Label: m.Cols[0].Name, Desc: !o.Ascending[0], NullsFirst: o.NaPosition == "first"}}, nil
	}
	return rowKeys(m, o.By, o.Ascending, o.NaPosition)
}

// keyless reports a frame that is sorted by nothing, and stays as it is.
func (o *sortValues) keyless() bool { return len(o.Ascending) == 0 }

// question names the order in tokens.
func (o *sortValues) question() string {
	return fmt.Sprint("sort_values", o.By, o.Ascending, o.NaPosition)
}

func (o *sortValues) Infer(in []op.Meta) ([]op.Meta, error) {
	if _, err := o.keys(in[0]); err != nil {
		return nil, err
	}
	m := in[0]
	if o.keyless() {
		return []op.Meta{m}, nil
	}
	m.Index = sortedIndex(m, o.question(), o.IgnoreIndex)
	return []op.Meta{m}, nil
}

func (o *sortValues) Tile(t *op.Tiler) error {
	keys, err := o.keys(t.In(0).Meta)
	if err != nil {
		return err
	}
	if o.keyless() {
		return t.Out(t.In(0))
	}
	if apart(t, t.In(0), keys) {
		return t.Out(t.Map(t.In(0)))
	}
	return t.Out(t.Shuffle(op.ByKey, op.Cut(t.In(0), keys...)))
}

func (o *sortValues) Exec(x *op.Exec) error {
	keys, err := o.keys(x.InMeta(0))
	if err != nil {
		return err
	}
	return putSorted(x, x.Frame(0), keys, o.IgnoreIndex)
}

// Labels go with their rows, or go away.
func (o *sortValues) Labels(int) op.Look {
	switch {
	case o.Levels:
		return op.Looks
	case o.IgnoreIndex:
		return op.Ignores
	}
	return op.Passes
}

// ColumnsOf are those of the result and the keys.
func (o *sortValues) ColumnsOf(_ int, in []op.Meta, want []int) ([]int, bool) {
	cols := append([]int(nil), want...)
	for _, l := range o.By {
		if at, err := placesNamed(in[0], l); err == nil {
			cols = append(cols, at...)
		}
	}
	return cols, true
}
