package axes

import "github.com/mars-project/mars-go/op"

// LevelValues is one level of the row labels as a series under them.
type LevelValues struct {
	op.Rowwise
	Level int
}

func (o *LevelValues) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	c := m.Index.Levels[o.Level]
	m.Kind, m.Cols, m.Open = op.Series, []op.Col{c}, false
	return []op.Meta{m}, nil
}

func (o *LevelValues) Exec(x *op.Exec) error {
	f := x.Frame(0).Select()
	return x.Put(0, f.With(f.Index.Names[o.Level], f.Index.Level(o.Level)))
}

// Labels are looked at: they are the values.
func (*LevelValues) Labels(int) op.Look { return op.Looks }

// ColumnsOf says that none is read.
func (*LevelValues) ColumnsOf(int, []op.Meta, []int) ([]int, bool) { return nil, true }
