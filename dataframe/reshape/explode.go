package reshape

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Exploded is explode whose elements stay objects.
type Exploded struct {
	Column      []frame.Label
	IgnoreIndex bool
}

func (o *Exploded) places(m op.Meta) ([]int, error) {
	if m.Kind == op.Series {
		return []int{0}, nil
	}
	if len(o.Column) == 0 {
		return nil, errs.New(errs.Invalid, "column must be nonempty")
	}
	_, at, err := schema.Named(m, o.Column)
	for i := range o.Column {
		for j := range i {
			if o.Column[i].Same(o.Column[j]) {
				return nil, errs.New(errs.Invalid, "column must be unique")
			}
		}
	}
	return at, err
}

func (o *Exploded) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	if _, err := o.places(m); err != nil {
		return nil, err
	}
	q := "explode" + schema.Reprs(o.Column)
	w := m.WithRows(op.Sym(q, m))
	if w.Index = m.Index.Derive(q, m); o.IgnoreIndex {
		w.Index = op.FreshRange(w.Rows())
	}
	return []op.Meta{w}, nil
}

func (o *Exploded) Tile(t *op.Tiler) error { return t.Out(t.Map(t.In(0))) }

func (o *Exploded) Exec(x *op.Exec) error {
	f := x.Frame(0)
	at, err := o.places(x.InMeta(0))
	if err != nil {
		return err
	}
	lists := make([][][]any, len(at))
	for k, p := range at {
		lists[k] = listsOf(f.Cols[p])
	}
	var rows []int64
	for r := range f.NRows {
		for k := range at {
			if len(lists[k][r]) != len(lists[0][r]) {
				return errs.New(errs.Invalid, "columns must have matching element counts")
			}
		}
		for range lists[0][r] {
			rows = append(rows, int64(r))
		}
	}
	out, err := f.WithOrd(nil).Take(x.Mem(), rows)
	if err != nil {
		return err
	}
	for k, p := range at {
		if f.Cols[p].DType != dtype.Object {
			continue
		}
		out.Cols[p] = frame.NewObjects(slices.Concat(lists[k]...))
	}
	if o.IgnoreIndex {
		out = out.WithIndex(frame.NewRange(0, 1, out.NRows))
	}
	return x.Put(0, out)
}

// listsOf are the elements of every row: of what is no list the cell itself, of an empty list a missing one.
func listsOf(c *frame.Column) [][]any {
	out := make([][]any, c.Rows)
	for i := range out {
		if c.DType == dtype.Object {
			switch v := c.Objects[i].(type) {
			case []any:
				out[i] = v
			case []string:
				for _, s := range v {
					out[i] = append(out[i], s)
				}
			default:
				out[i] = []any{v}
				continue
			}
			if len(out[i]) == 0 {
				out[i] = []any{chunk.Nan}
			}
			continue
		}
		out[i] = []any{nil}
	}
	return out
}
