package axes

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// SetIndex is the operand of dataframe.set_index.
type SetIndex struct {
	op.Rowwise
	Keys   []frame.Label
	Drop   *bool
	Append bool
}

func init() {
	op.Register[SetIndex](op.Doc{
		Name: "dataframe.columns_as_labels", Face: "inner", Like: "pandas.DataFrame.set_index",
		Sig: "columns_as_labels(df, keys, *, drop=True, append=False)", Summary: "Columns as row labels",
	})
}

func (o *SetIndex) drops() bool { return o.Drop == nil || *o.Drop }

// keys are the columns that become levels, one a label.
func (o *SetIndex) keys(m op.Meta) (cols []op.Col, at []int, err error) {
	if len(o.Keys) == 0 {
		return nil, nil, errs.New(errs.Invalid, "Must pass non-zero number of levels/codes")
	}
	var lost []frame.Label
	for _, l := range o.Keys {
		if _, err := schema.PlacesNamed(m, l); err != nil {
			lost = append(lost, l)
		}
	}
	if lost != nil {
		return nil, nil, errs.New(errs.NotFound, "None of %s are in the columns", schema.Reprs(lost))
	}
	cols, at, err = schema.Named(m, o.Keys)
	if err == nil && len(cols) != len(o.Keys) {
		err = errs.New(errs.Invalid, "a label of %s names several columns", schema.Reprs(o.Keys))
	}
	return cols, at, err
}

func (o *SetIndex) Infer(in []op.Meta) ([]op.Meta, error) {
	cols, _, err := o.keys(in[0])
	if err != nil {
		return nil, err
	}
	m := in[0]
	if o.Append {
		cols = append(slices.Clone(m.Index.Levels), cols...)
	}
	m.Index = schema.LevelsMeta("set_index", in[0], cols...)
	if o.drops() {
		m.Cols = chunk.PickCols(m.Cols, schema.Unnamed(m, o.Keys))
	}
	return []op.Meta{m}, nil
}

func (o *SetIndex) Exec(x *op.Exec) error {
	f := x.Frame(0)
	m := *op.SchemaOf(f)
	_, at, err := o.keys(m)
	if err != nil {
		return err
	}
	var names []frame.Label
	var levels []*frame.Column
	if o.Append {
		for k := range f.Index.NLevels() {
			names, levels = append(names, f.Index.Names[k]), append(levels, f.Index.Level(k))
		}
	}
	for _, i := range at {
		c, err := schema.AsLevel(x, f.Cols[i])
		if err != nil {
			return err
		}
		names, levels = append(names, f.Names[i]), append(levels, c)
	}
	g := f
	if o.drops() {
		g = f.Select(schema.Unnamed(m, o.Keys)...)
	}
	if len(levels) == 1 {
		return x.Put(0, g.WithIndex(frame.NewIndex(names[0], levels[0])))
	}
	return x.Put(0, g.WithIndex(frame.NewMulti(names, levels...)))
}

// Labels are looked at where they stay levels.
func (o *SetIndex) Labels(int) op.Look {
	if o.Append {
		return op.Looks
	}
	return op.Ignores
}

// ColumnsOf are the keys and what is wanted of the others.
func (o *SetIndex) ColumnsOf(_ int, in []op.Meta, want []int) ([]int, bool) {
	_, at, err := o.keys(in[0])
	if err != nil {
		return nil, false
	}
	kept := make([]int, len(in[0].Cols))
	for i := range kept {
		kept[i] = i
	}
	if o.drops() {
		kept = schema.Unnamed(in[0], o.Keys)
	}
	cols, ok := schema.Through(kept, want)
	return append(cols, at...), ok && !slices.Contains(at, -1)
}
