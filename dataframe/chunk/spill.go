package chunk

import (
	"bytes"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/kernel/spill"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// OrderRows is the order of n rows by keys, in memory of x: at once or, if there is no room for that, range
// by range through scratch space.
func OrderRows(x *op.Exec, keys []order.Key, n int) (rows []int64, err error) {
	err = x.Try(func(y *op.Exec) error {
		rows, err = order.RowsIn(y.Mem(), keys, n)
		return err
	})
	if !errs.Is(err, errs.Pressure) {
		return rows, err
	}
	return OrderRowsApart(x, keys, n)
}

// OrderRowsApart is orderRows through scratch space.
func OrderRowsApart(x *op.Exec, keys []order.Key, n int) ([]int64, error) {
	s, err := x.Scratch()
	if err != nil {
		return nil, err
	}
	return spill.Order(x.Mem(), s, keys, n)
}

// ByParts sends the rows of f, numbered in a last column, to s by the hash of their first k columns, and
// gives what each makes of every part that has rows, in memory of y; nil is nothing. Batches of rows may be
// reduced before they are sent.
func ByParts(y *op.Exec, s op.Scratch, f *frame.Frame, k int, reduce func(b *op.Exec, f *frame.Frame) (*frame.Frame, error),
	each func(z *op.Exec, part *frame.Frame) (*frame.Frame, error),
) ([]*frame.Frame, error) {
	return PartsOf(y, s, f.NRows, func(_ *op.Exec, lo, hi int) (*frame.Frame, error) { return f.Slice(lo, hi), nil }, k, reduce, each)
}

// PartsOf is byParts of rows that are made batch by batch.
func PartsOf(y *op.Exec, s op.Scratch, rows int, batch func(b *op.Exec, lo, hi int) (*frame.Frame, error), k int,
	reduce func(b *op.Exec, f *frame.Frame) (*frame.Frame, error), each func(z *op.Exec, part *frame.Frame) (*frame.Frame, error),
) (out []*frame.Frame, err error) {
	n := spill.Parts(rows)
	for lo, hi := range spill.Batches(rows) {
		err := y.Briefly(func(z *op.Exec) error {
			b, err := batch(z, lo, hi)
			if err != nil {
				return err
			}
			if b, err = spill.NumberedFrom(b, lo); err != nil {
				return err
			}
			if reduce != nil {
				if b, err = reduce(z, b); err != nil {
					return err
				}
			}
			return spill.ByHash(z.Mem(), s, b, k, n)
		})
		if err != nil {
			return nil, err
		}
	}
	for p := range n {
		err := y.Briefly(func(z *op.Exec) error {
			part, err := spill.Load(z.Mem(), s, p)
			if err != nil || part == nil {
				return err
			}
			if part, err = each(z, part); err != nil || part == nil {
				return err
			}
			part, err = part.Clone(y.Mem())
			out = append(out, part)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// RowsByParts are the numbers, ascending and in memory of x, of those rows of f that stay when they are
// chosen part by part (see byParts): each gives the rows of a part that stay, with their numbers in the last
// column.
func RowsByParts(x *op.Exec, f *frame.Frame, k int, reduce, each func(z *op.Exec, part *frame.Frame) (*frame.Frame, error)) ([]int64, error) {
	s, err := x.Scratch()
	if err != nil {
		return nil, err
	}
	b, err := x.Mem().Alloc(f.NRows)
	if err != nil {
		return nil, err
	}
	stays := b.Bytes()[:f.NRows]
	clear(stays)
	err = x.Briefly(func(y *op.Exec) error {
		_, err := ByParts(y, s, f, k, reduce, func(z *op.Exec, part *frame.Frame) (*frame.Frame, error) {
			part, err := each(z, part)
			if err != nil {
				return nil, err
			}
			number, err := part.Cols[len(part.Cols)-1].Decode(z.Mem())
			if err != nil {
				return nil, err
			}
			for _, r := range frame.Values[int64](number) {
				stays[r] = 1
			}
			return nil, nil
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	n := bytes.Count(stays, []byte{1})
	if b, err = x.Mem().Alloc(8 * n); err != nil {
		return nil, err
	}
	rows := mem.View[int64](b, 0, n)[:0]
	for i, v := range stays {
		if v != 0 {
			rows = append(rows, int64(i))
		}
	}
	return rows, nil
}
