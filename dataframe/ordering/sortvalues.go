package ordering

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// SortValues is the operand of dataframe.sort_values.
type SortValues struct {
	pick.Narrowing
	By          []frame.Label
	Ascending   []bool
	Kind        string
	NaPosition  string
	IgnoreIndex bool
	Levels      bool `sig:"-"` // a key is a level of the index
}

func init() {
	op.Register[SortValues](op.Doc{
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
func (o *SortValues) Normalize(in []op.Meta) (err error) {
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
	keys, err := o.Keys(in[0])
	o.Levels = slices.ContainsFunc(keys, func(k op.RowKey) bool { return k.Level > 0 })
	return err
}

func (o *SortValues) Keys(m op.Meta) ([]op.RowKey, error) {
	if m.Kind == op.Series {
		return []op.RowKey{{Label: m.Cols[0].Name, Desc: !o.Ascending[0], NullsFirst: o.NaPosition == "first"}}, nil
	}
	return rowKeys(m, o.By, o.Ascending, o.NaPosition)
}

// keyless reports a frame that is sorted by nothing, and stays as it is.
func (o *SortValues) keyless() bool { return len(o.Ascending) == 0 }

// Question names the order in tokens.
func (o *SortValues) Question() string {
	return fmt.Sprint("sort_values", o.By, o.Ascending, o.NaPosition)
}

func (o *SortValues) Infer(in []op.Meta) ([]op.Meta, error) {
	if _, err := o.Keys(in[0]); err != nil {
		return nil, err
	}
	m := in[0]
	if o.keyless() {
		return []op.Meta{m}, nil
	}
	m.Index = sortedIndex(m, o.Question(), o.IgnoreIndex)
	return []op.Meta{m}, nil
}

func (o *SortValues) Tile(t *op.Tiler) error {
	keys, err := o.Keys(t.In(0).Meta)
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

func (o *SortValues) Exec(x *op.Exec) error {
	keys, err := o.Keys(x.InMeta(0))
	if err != nil {
		return err
	}
	return PutSorted(x, x.Frame(0), keys, o.IgnoreIndex)
}

// Labels go with their rows, or go away.
func (o *SortValues) Labels(int) op.Look {
	switch {
	case o.Levels:
		return op.Looks
	case o.IgnoreIndex:
		return op.Ignores
	}
	return op.Passes
}

// ColumnsOf are those of the result and the keys.
func (o *SortValues) ColumnsOf(_ int, in []op.Meta, want []int) ([]int, bool) {
	cols := append([]int(nil), want...)
	for _, l := range o.By {
		if at, err := schema.PlacesNamed(in[0], l); err == nil {
			cols = append(cols, at...)
		}
	}
	return cols, true
}
