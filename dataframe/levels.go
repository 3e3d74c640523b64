package dataframe

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

type getLevel struct {
	op.Recipe
	Level frame.Label
}

// levelValues is one level of the row labels as a series under them.
type levelValues struct {
	op.Rowwise
	Level int
}

func init() {
	op.Register[getLevel](op.Doc{
		Name: "dataframe.get_level_values", Like: "pandas.Index.get_level_values", Methods: "Index.get_level_values", Sig: "get_level_values(index, level)",
		Summary: "Labels of one level",
		Go:      "Index.Level(level)",
		Text:    "The level is a name or a number; one that there is not is an error.",
	})
	op.Register[levelValues](op.Doc{
		Name: "dataframe.level_values", Face: "inner", Gives: "series", Sig: "level_values(df, level)", Summary: "One level of the row labels as a series under them",
	})
}

func (o *getLevel) Build(x *Index) (*Index, error) {
	levels := x.Value().Meta().Index.Levels
	k, err := levelOf(levels, o.Level)
	if err != nil {
		return nil, err
	}
	return NewIndex(levelSeries(x, k), Options{Name: levels[k].Name}), nil
}

// levelSeries is level k of the row labels of h as a series under them.
func levelSeries(h Handle, k int) *Series { return SeriesOf(apply(&levelValues{Level: k}, h)) }

func (o *levelValues) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	c := m.Index.Levels[o.Level]
	m.Kind, m.Cols, m.Open = op.Series, []op.Col{c}, false
	return []op.Meta{m}, nil
}

func (o *levelValues) Exec(x *op.Exec) error {
	f := x.Frame(0).Select()
	return x.Put(0, f.With(f.Index.Names[o.Level], f.Index.Level(o.Level)))
}

// Labels are looked at: they are the values.
func (*levelValues) Labels(int) op.Look { return op.Looks }

// ColumnsOf says that none is read.
func (*levelValues) ColumnsOf(int, []op.Meta, []int) ([]int, bool) { return nil, true }
