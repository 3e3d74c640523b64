package ordering

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/op"
)

// PutSorted puts the rows of f in the order of keys; renumber labels them 0, 1, ....
func PutSorted(x *op.Exec, f *frame.Frame, keys []op.RowKey, renumber bool) error {
	ordered, by := ascends(f, keys), OrderKeys(f, keys)
	if renumber {
		f = f.WithIndex(frame.NewRange(0, 1, f.NRows))
	}
	if ordered {
		return x.Put(0, f)
	}
	var out *frame.Frame
	err := x.Briefly(func(y *op.Exec) (err error) {
		out, err = inKeyOrder(x, y, f, keys, by)
		return err
	})
	if err != nil {
		return err
	}
	if renumber {
		out = out.WithIndex(frame.NewRange(0, 1, f.NRows))
	}
	return x.Put(0, out)
}

// inKeyOrder is the rows of f in the order of keys, whose columns by has, in memory of x; what is needed on
// the way lies in that of y.
func inKeyOrder(x, y *op.Exec, f *frame.Frame, keys []op.RowKey, by []order.Key) (*frame.Frame, error) {
	if len(keys) > 1 || keys[0].Level > 0 {
		rows, err := chunk.OrderRows(y, by, f.NRows)
		if err != nil {
			return nil, err
		}
		return f.Take(x.Mem(), rows)
	}
	if out, err := alongKey(x, y, f, by[0]); out != nil || err != nil {
		return out, err
	}
	rows, key, err := orderAndKey(x, y, by[0], f.NRows)
	if err != nil {
		return nil, err
	}
	if key == nil {
		return f.Take(x.Mem(), rows)
	}
	return f.TakeWith(x.Mem(), rows, f.Find(keys[0].Label), key)
}

// alongKey is inKeyOrder of a frame of the key and one level of labels, which are sorted together: no row is
// looked up. It is nil for others, and where the room for that is missing.
func alongKey(x, y *op.Exec, f *frame.Frame, key order.Key) (out *frame.Frame, err error) {
	if len(f.Cols) != 1 || f.Ord != nil || f.Index.Kind == frame.RangeIndex || f.Index.Kind == frame.MultiIndex {
		return nil, nil
	}
	err = x.Try(func(t *op.Exec) error {
		return y.Try(func(z *op.Exec) error {
			sorted, labels, err := order.KeyAndLabels(t.Mem(), z.Mem(), key, f.Index.Level(0))
			if sorted == nil || err != nil {
				return err
			}
			out, err = frame.New(frame.NewIndex(f.Index.Names[0], labels), f.Names, sorted)
			if err == nil {
				out.Axis = f.Axis
			}
			return err
		})
	})
	if errs.Is(err, errs.Pressure) {
		return nil, nil
	}
	return out, err
}

// orderAndKey is orderRows by one key, and the key's column in that order, in memory of x, where the order
// tells it.
func orderAndKey(x, y *op.Exec, key order.Key, n int) (rows []int64, sorted *frame.Column, err error) {
	err = x.Try(func(t *op.Exec) error {
		return y.Try(func(z *op.Exec) error {
			rows, sorted, err = order.RowsAndKey(t.Mem(), z.Mem(), key, n)
			return err
		})
	})
	if errs.Is(err, errs.Pressure) {
		rows, err = chunk.OrderRowsApart(y, []order.Key{key}, n)
		return rows, nil, err
	}
	return rows, sorted, err
}
