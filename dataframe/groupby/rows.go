package groupby

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/op"
)

// Rows is what operators share that give rows of the input: rows are sent by key, all of a group to one task,
// and back to the order of the input. Partial frames have the keys as columns 0, 1, ..., then the values that
// are no key.
type Rows struct {
	*Grouping
	chosen []frame.Label // values; nil: all but the keys
	keyed  bool          // keys are values too
	series bool          // one column alone is chosen
}

// values are the places of the value columns in input 0.
func (o Rows) values(cols []op.Col) ([]int, error) {
	var out []int
	if o.chosen == nil {
		for i, c := range cols {
			if o.keyed || !o.isKey(c.Name) {
				out = append(out, i)
			}
		}
	}
	at, err := chosenPlaces(cols, o.chosen, o.series)
	return append(out, at...), err
}

// ValuePlaces are the places of the columns that groups are aggregated of: those that were chosen, or all
// that are no key; of a series its column.
func (g *Grouping) ValuePlaces(cols []op.Col, chosen []frame.Label, series bool) ([]int, error) {
	return Rows{g, chosen, false, series}.values(cols)
}

// drops reports that rows may be in no group.
func (o Rows) drops(in []op.Meta) (bool, error) {
	keys, err := o.cols(in)
	if err != nil || !*o.Dropna {
		return false, err
	}
	for _, k := range keys {
		if frame.CanMiss(k.Is) {
			return true, nil
		}
	}
	return false, nil
}

// stageMeta describes partial frames, and results before the input's order is restored.
func (o Rows) stageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s == op.Chunk {
		return nil, nil
	}
	m := in[0].WithDims(in[0].Dims...)
	m.Kind, m.Open = op.Frame, false
	if s == op.Final {
		m.Cols = nil // those of the whole value
		return []op.Meta{m}, nil
	}
	keys, err := o.cols(in)
	if err != nil {
		return nil, err
	}
	vals, err := o.values(in[0].Cols)
	m.Cols = nil
	for i, k := range keys {
		m.Cols = append(m.Cols, op.Col{Name: frame.L(i), Type: k.Type})
	}
	for i, v := range vals {
		m.Cols = append(m.Cols, op.Col{Name: frame.Tup("value", i), Type: in[0].Cols[v].Type})
	}
	return []op.Meta{m}, err
}

// tile sends partial frames by key; one chunk of every input needs no sending.
func (o Rows) tile(t *op.Tiler) error {
	if whole(t) {
		return t.Out(t.Map(t.Ins()...))
	}
	return t.Out(o.sent(t))
}

// sent is the results of partial frames that are sent by key, in the order of the input.
func (o Rows) sent(t *op.Tiler) op.Grid {
	ins := append([]op.Grid{t.Ordinal(t.In(0))}, t.Ins()[1:]...)
	return t.Shuffle(op.ByInput, op.By(t.At(op.Map).Map(ins...), o.KeyNames()...))
}

// whole reports that every input is one chunk.
func whole(t *op.Tiler) bool {
	return !slices.ContainsFunc(t.Ins(), func(g op.Grid) bool { return g.Len() != 1 })
}

// rows is the partial frame of a task: made from a chunk, or its input.
func (o Rows) rows(x *op.Exec) (*frame.Frame, error) {
	f := x.Frame(0)
	if x.Stage == op.Final {
		return f, nil
	}
	keys, err := o.columns(x.Mem(), x.Frames())
	if err != nil {
		return nil, err
	}
	vals, err := o.values(op.SchemaOf(f).Cols)
	if err != nil {
		return nil, err
	}
	names, cols := o.KeyNames(), keys[:len(keys):len(keys)]
	for i, v := range vals {
		names, cols = append(names, frame.Tup("value", i)), append(cols, f.Cols[v])
	}
	out, err := frame.New(f.Index, names, cols...)
	if err != nil {
		return nil, err
	}
	out.Axis = f.Axis
	return out.WithOrd(f.Ord), nil
}

// groups numbers the rows of a partial frame.
func (o Rows) groups(x *op.Exec, f *frame.Frame) (*group.Groups, error) {
	return group.Of(x.Mem(), f.Cols[:len(o.By)], o.Options(false))
}

// columnsOf are the keys and the wanted values.
func (o Rows) columnsOf(i int, in []op.Meta, want []int) ([]int, bool) {
	vals, err := o.values(in[0].Cols)
	if err != nil || i != 0 {
		return nil, false
	}
	var use []int
	for _, k := range o.By {
		if p := schema.PlaceOf(in[0].Cols, k.Label); k.In == 0 && k.Level == 0 && p >= 0 {
			use = append(use, p)
		}
	}
	for _, w := range want {
		if w < len(vals) {
			use = append(use, vals[w])
		}
	}
	return use, len(use) > 0
}

// labels pass, unless levels are keys.
func (o Rows) labels() op.Look {
	for _, k := range o.By {
		if k.Level > 0 {
			return op.Looks
		}
	}
	return op.Passes
}
