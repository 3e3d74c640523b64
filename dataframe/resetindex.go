package dataframe

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// ResetIndex is what reset_index may be told.
type ResetIndex struct {
	Levels []any // names or numbers of the levels that become columns; the others stay. The default is all
	Drop   bool  // the labels are lost instead of becoming columns
	Names  []any // of the new columns. The default is the names of the levels
	Name   any   // of the values of a series. The default is its own name, 0 where it has none
}

// ResetIndex makes the row labels columns, in front, and numbers the rows. An unnamed index becomes column "index" ("level_0" where that is
// taken), unnamed levels of a MultiIndex "level_0", "level_1". Errors: Invalid for a name that a column has already.
func (d *DataFrame) ResetIndex(o ...ResetIndex) *DataFrame { return FrameOf(reset(d, one(o), false)) }

// ResetIndex makes the row labels columns beside the values.
func (s *Series) ResetIndex(o ...ResetIndex) *DataFrame { return FrameOf(reset(s, one(o), false)) }

// DropIndex numbers the rows instead of what they were labeled.
func (s *Series) DropIndex() *Series { return SeriesOf(reset(s, ResetIndex{Drop: true}, true)) }

type resetIndex struct {
	op.Rowwise
	Level []frame.Label
	Drop  bool
	Names []frame.Label
	Name  frame.Label `sig:"-"` // of the values of a series
	Named bool        `sig:"-"` // Name counts, None too
}

func init() {
	op.Register[resetIndex](op.Doc{
		Gives: "dataframe unless drop", Forms: "name=label_or_none:named",
		Name: "dataframe.reset_index", Like: "pandas.DataFrame.reset_index",
		Sig:     "reset_index(df, level=None, *, drop=False, inplace=False, col_level=0, col_fill='', allow_duplicates=False, names=None)",
		Series:  "(level=None, *, drop=False, name=<no_default>, inplace=False, allow_duplicates=False)",
		Summary: "Row labels as columns", Methods: "DataFrame.reset_index Series.reset_index",
	})
}

func reset(h Handle, r ResetIndex, series bool) op.Value {
	level, err := labelList(r.Levels)
	if err != nil {
		return bad("dataframe.reset_index", err)
	}
	names, err := labelList(r.Names)
	if err != nil {
		return bad("dataframe.reset_index", err)
	}
	if h.Value().Err() == nil && h.Value().Meta().Kind == op.Series && r.Drop != series {
		return bad("dataframe.reset_index", errs.New(errs.Invalid, "without its labels a series stays one: use DropIndex"))
	}
	o := &resetIndex{Drop: r.Drop}
	if len(level) > 0 {
		o.Level = level
	}
	if len(names) > 0 {
		o.Names = names
	}
	if r.Name != nil {
		l, ok := frame.LabelOf(r.Name)
		if !ok {
			return bad("dataframe.reset_index", errs.New(errs.Type, "unhashable type: a %T is no label", r.Name))
		}
		o.Name, o.Named = l, true
	}
	return apply(o, h)
}

// levels are the places of the levels that go and of those that stay.
func (o *resetIndex) levels(of []frame.Label) (leave, stay []int, err error) {
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
func (o *resetIndex) columns(leave []int, of, have []frame.Label) ([]frame.Label, error) {
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
func (o *resetIndex) values(k op.Kind, names []frame.Label) []frame.Label {
	switch {
	case k == op.Series && o.Named:
		return []frame.Label{o.Name}
	case k == op.Series && names[0].IsNil():
		return []frame.Label{frame.L(0)}
	}
	return names
}

func levelNames(m op.Meta) []frame.Label { return labelsOf(m.Index.Levels) }

func (o *resetIndex) Infer(in []op.Meta) ([]op.Meta, error) {
	m, of := in[0], levelNames(in[0])
	leave, stay, err := o.levels(of)
	if err != nil {
		return nil, err
	}
	if !o.Drop {
		have := o.values(m.Kind, labelsOf(m.Cols))
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
		m.Index = levelsMeta("reset_index", in[0], pickCols(in[0].Index.Levels, stay)...)
		return []op.Meta{m}, nil
	}
	m.Index = op.FreshRange(m.Dims[0])
	m.Index.Loose = true // a chunk does not know how many rows come before it
	return []op.Meta{m}, nil
}

func (o *resetIndex) Exec(x *op.Exec) error {
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
	return x.Put(0, g.WithIndex(pickLevels(f.Index, stay)))
}

// pickLevels is an index of levels of x.
func pickLevels(x *frame.Index, levels []int) *frame.Index {
	if len(levels) == 1 {
		return frame.NewIndex(x.Names[levels[0]], x.Level(levels[0]))
	}
	var names []frame.Label
	var cols []*frame.Column
	for _, k := range levels {
		names, cols = append(names, x.Names[k]), append(cols, x.Level(k))
	}
	return frame.NewMulti(names, cols...)
}

// Labels are looked at unless they are lost.
func (o *resetIndex) Labels(int) op.Look {
	if o.Drop {
		return op.Ignores
	}
	return op.Looks
}

// ColumnsOf are the wanted ones behind the new ones.
func (o *resetIndex) ColumnsOf(_ int, in []op.Meta, want []int) ([]int, bool) {
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
