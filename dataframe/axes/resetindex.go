package axes

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// ResetIndex is the operand of dataframe.reset_index.
type ResetIndex struct {
	op.Rowwise
	Level []frame.Label
	Drop  bool
	Names []frame.Label
	Name  frame.Label `sig:"-"` // of the values of a series
	Named bool        `sig:"-"` // Name counts, None too
}

func init() {
	op.Register[ResetIndex](op.Doc{
		Gives: "dataframe unless drop", Forms: "name=label_or_none:named",
		Name: "dataframe.reset_index", Like: "pandas.DataFrame.reset_index",
		Sig:     "reset_index(df, level=None, *, drop=False, inplace=False, col_level=0, col_fill='', allow_duplicates=False, names=None)",
		Series:  "(level=None, *, drop=False, name=<no_default>, inplace=False, allow_duplicates=False)",
		Summary: "Row labels as columns", Methods: "DataFrame.reset_index Series.reset_index",
	})
}

// levels are the places of the levels that go and of those that stay.
func (o *ResetIndex) levels(of []frame.Label) (leave, stay []int, err error) {
	for k := range of {
		if o.Level == nil {
			leave = append(leave, k)
		} else {
			stay = append(stay, k)
		}
	}
	for _, l := range o.Level {
		k := slices.IndexFunc(of, func(n frame.Label) bool { return !n.IsNil() && n.Same(l) })
		if i, ok := l.Int(); ok && k < 0 {
			if k = int(i); k < 0 {
				k += len(of)
			}
		}
		if k < 0 || k >= len(of) {
			return nil, nil, errs.New(errs.NotFound, "Level %s not found", l)
		}
		leave = append(leave, k)
		stay = slices.DeleteFunc(stay, func(j int) bool { return j == k })
	}
	slices.Sort(leave)
	return leave, stay, nil
}

// columns are the names of the new columns in a frame of other columns.
func (o *ResetIndex) columns(leave []int, of, have []frame.Label) ([]frame.Label, error) {
	if o.Names != nil && len(o.Names) != len(leave) {
		return nil, errs.New(errs.Invalid, "The number of provided names (%d) does not match the number of MultiIndex levels (%d)", len(o.Names), len(leave))
	}
	var out []frame.Label
	for i, k := range leave {
		l := of[k]
		switch {
		case o.Names != nil:
			l = o.Names[i]
		case l.IsNil() && len(of) > 1:
			l = frame.L(fmt.Sprintf("level_%d", k))
		case l.IsNil() && slices.Contains(have, frame.L("index")):
			l = frame.L("level_0")
		case l.IsNil():
			l = frame.L("index")
		}
		if n := frame.ColumnLevels(have); n > 1 && l.Len() < n {
			l = frame.TupleOf(append(l.Elems(), slices.Repeat([]frame.Label{frame.L("")}, n-l.Len())...))
		}
		if slices.ContainsFunc(have, l.Same) || slices.ContainsFunc(out, l.Same) {
			return nil, errs.New(errs.Invalid, "cannot insert %s, already exists", l)
		}
		out = append(out, l)
	}
	return out, nil
}

// values are the names of a series' or frame's own columns in the result.
func (o *ResetIndex) values(k op.Kind, names []frame.Label) []frame.Label {
	switch {
	case k == op.Series && o.Named:
		return []frame.Label{o.Name}
	case k == op.Series && names[0].IsNil():
		return []frame.Label{frame.L(0)}
	}
	return names
}

func levelNames(m op.Meta) []frame.Label { return schema.LabelsOf(m.Index.Levels) }

func (o *ResetIndex) Infer(in []op.Meta) ([]op.Meta, error) {
	m, of := in[0], levelNames(in[0])
	leave, stay, err := o.levels(of)
	if err != nil {
		return nil, err
	}
	if !o.Drop {
		have := o.values(m.Kind, schema.LabelsOf(m.Cols))
		names, err := o.columns(leave, of, have)
		if err != nil {
			return nil, err
		}
		m.Kind = op.Frame
		m.Cols = nil
		for i, k := range leave {
			m.Cols = append(m.Cols, op.Col{Name: names[i], Type: in[0].Index.Levels[k].Type})
		}
		for i, c := range in[0].Cols {
			m.Cols = append(m.Cols, op.Col{Name: have[i], Type: c.Type})
		}
	}
	if len(stay) > 0 {
		m.Index = schema.LevelsMeta("reset_index", in[0], chunk.PickCols(in[0].Index.Levels, stay)...)
		return []op.Meta{m}, nil
	}
	m.Index = op.FreshRange(m.Dims[0])
	m.Index.Loose = true // a chunk does not know how many rows come before it
	return []op.Meta{m}, nil
}

func (o *ResetIndex) Exec(x *op.Exec) error {
	f := x.Frame(0)
	leave, stay, err := o.levels(f.Index.Names)
	if err != nil {
		return err
	}
	g := f.Select()
	if !o.Drop {
		have := o.values(x.InMeta(0).Kind, f.Names)
		names, err := o.columns(leave, f.Index.Names, have)
		if err != nil {
			return err
		}
		for i, k := range leave {
			g.Names, g.Cols = append(g.Names, names[i]), append(g.Cols, f.Index.Level(k))
		}
		g.Names = append(g.Names, have...)
	} else {
		g.Names = f.Names
	}
	g.Cols = append(g.Cols, f.Cols...)
	if len(stay) == 0 {
		return x.Put(0, g.WithIndex(frame.NewRange(0, 1, f.NRows)))
	}
	return x.Put(0, g.WithIndex(schema.PickLevels(f.Index, stay)))
}

// Labels are looked at unless they are lost.
func (o *ResetIndex) Labels(int) op.Look {
	if o.Drop {
		return op.Ignores
	}
	return op.Looks
}

// ColumnsOf are the wanted ones behind the new ones.
func (o *ResetIndex) ColumnsOf(_ int, in []op.Meta, want []int) ([]int, bool) {
	leave, _, err := o.levels(levelNames(in[0]))
	if err != nil {
		return nil, false
	}
	n := len(leave)
	if o.Drop {
		n = 0
	}
	cols := []int{}
	for _, w := range want {
		if w >= n {
			cols = append(cols, w-n)
		}
	}
	return cols, true
}
