package groupby

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/op"
)

// merge adds the counts of equal rows.
func (c counter) merge(x *op.Exec, f *frame.Frame, keys []*frame.Column) (*frame.Frame, error) {
	return c.merged(x, f, keys, group.New(group.Sum))
}

// merged adds up, in the way of a, the counts of equal rows: at once or, if there is no room for that, part
// by part.
func (c counter) merged(x *op.Exec, f *frame.Frame, keys []*frame.Column, a group.Agg) (out *frame.Frame, err error) {
	err = x.Try(func(y *op.Exec) error {
		out, err = c.added(y, f, keys, a)
		return err
	})
	if !errs.Is(err, errs.Pressure) {
		return out, err
	}
	s, err := x.Scratch()
	if err != nil {
		return nil, err
	}
	k := len(keys)
	err = x.Briefly(func(y *op.Exec) error {
		parts, err := chunk.ByParts(y, s, f, k, func(z *op.Exec, b *frame.Frame) (*frame.Frame, error) {
			return c.added(z, b, b.Cols[:k], a)
		}, func(z *op.Exec, b *frame.Frame) (*frame.Frame, error) {
			b, err := c.added(z, b, b.Cols[:k], group.New(group.Sum))
			if err != nil {
				return nil, err
			}
			return b.Select(k, k+2), nil // the count, and the first row
		})
		if err != nil {
			return err
		}
		if len(parts) == 0 {
			out, err = c.counted(x, f, k, nil, frame.Of([]int64{}))
			return err
		}
		all, err := frame.ConcatFrames(y.Mem(), parts...)
		if err != nil {
			return err
		}
		rows, err := chunk.OrderRows(y, []order.Key{{Col: all.Cols[1]}}, all.NRows)
		if err != nil {
			return err
		}
		first, err := all.Cols[1].Take(y.Mem(), rows)
		if err != nil {
			return err
		}
		if first, err = first.Decode(y.Mem()); err != nil {
			return err
		}
		n, err := all.Cols[0].Take(x.Mem(), rows)
		if err != nil {
			return err
		}
		out, err = c.counted(x, f, k, frame.Values[int64](first), n)
		return err
	})
	return out, err
}

// added numbers equal rows and adds up their counts.
func (c counter) added(x *op.Exec, f *frame.Frame, keys []*frame.Column, a group.Agg) (*frame.Frame, error) {
	of := keys
	if k := missingKinds(keys[0]); k != nil && c.series && !c.dropna {
		of = []*frame.Column{keys[0], k}
	}
	gs, err := group.Of(x.Mem(), of, group.Options{Keep: !c.dropna})
	if err != nil {
		return nil, err
	}
	n, err := a.Direct(x.Mem(), gs, f.Cols[len(keys)])
	if err != nil {
		return nil, err
	}
	return c.counted(x, f, len(keys), gs.First, n)
}

// counted is the first rows of f with their counts as column k.
func (c counter) counted(x *op.Exec, f *frame.Frame, k int, first []int64, n *frame.Column) (*frame.Frame, error) {
	out, err := f.Take(x.Mem(), first)
	if err != nil {
		return nil, err
	}
	if out.Index, err = chunk.NoLabels(out.NRows); err != nil {
		return nil, err
	}
	out.Names = append([]frame.Label(nil), out.Names...)
	out.Cols[k] = n
	return out, nil
}

// total adds all counts.
func (c counter) total(x *op.Exec) error {
	sum := int64(0)
	for _, f := range x.Frames() {
		i := max(0, f.Find(countNames[2]))
		p, err := f.Cols[i].Decode(x.Mem())
		if err != nil {
			return err
		}
		for _, n := range frame.Values[int64](p) {
			sum += n
		}
	}
	f, err := frame.New(nil, []frame.Label{{}}, frame.Of([]int64{sum}))
	if err != nil {
		return err
	}
	return x.Put(0, f)
}
