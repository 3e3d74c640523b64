package groupby

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/spill"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// A rowMaker makes columns of the rows of a frame that begins with keys, of which rows of one group depend on
// each other alone.
type rowMaker func(x *op.Exec, f *frame.Frame) ([]*frame.Column, error)

// byGroups is what is made of the rows of f, in memory of x: at once or, if there is no room for that, part
// by part through scratch space, where all rows of a group are in one part, in their order.
func (o Rows) byGroups(x *op.Exec, f *frame.Frame, do rowMaker) (cols []*frame.Column, err error) {
	err = x.Try(func(y *op.Exec) error {
		cols, err = do(y, f)
		return err
	})
	if !errs.Is(err, errs.Pressure) || f.NRows == 0 {
		return cols, err
	}
	s, err := x.Scratch()
	if err != nil {
		return nil, err
	}
	err = x.Briefly(func(y *op.Exec) error {
		r := returning{s: s, first: spill.Parts(f.NRows)}
		if err := r.parts(y, f, len(o.By), do); err != nil {
			return err
		}
		cols = make([]*frame.Column, r.n)
		for j := range cols {
			if cols[j], err = r.column(x, y, j); err != nil {
				return err
			}
		}
		return nil
	})
	return cols, err
}

// returning brings rows of parts back to their order. Column j of all parts, one after the other, is
// partition first + j of the scratch space: besides the result no more than one part, or one column of texts,
// objects or codes, is in memory.
type returning struct {
	s     op.Scratch
	first int
	n     int     // columns
	order []int32 // the rows of all parts, by their number
}

// parts makes the columns of all parts.
func (r *returning) parts(y *op.Exec, f *frame.Frame, k int, do rowMaker) error {
	b, err := y.Mem().Alloc(4 * f.NRows)
	if err != nil {
		return err
	}
	r.order = mem.View[int32](b, 0, f.NRows)
	g, err := spill.Columns(f.Cols...)
	if err != nil {
		return err
	}
	next := 0
	_, err = chunk.ByParts(y, r.s, g, k, nil, func(z *op.Exec, part *frame.Frame) (*frame.Frame, error) {
		last := len(part.Cols) - 1
		cols, err := do(z, part.Select(chunk.Places(0, last)...))
		if err != nil {
			return nil, err
		}
		number, err := part.Cols[last].Decode(z.Mem())
		if err != nil {
			return nil, err
		}
		for _, i := range frame.Values[int64](number) {
			r.order[next] = int32(i)
			next++
		}
		r.n = len(cols)
		for j, c := range cols {
			one, err := spill.Columns(c)
			if err != nil {
				return nil, err
			}
			if err := r.s.Append(r.first+j, one); err != nil {
				return nil, err
			}
		}
		return nil, nil
	})
	return err
}

// column is column j in the order of the rows, in memory of x; what it needs for a while lies in that of y.
func (r *returning) column(x, y *op.Exec, j int) (out *frame.Column, err error) {
	at := 0
	var bits frame.BitWriter
	moved := false // rows are not moved one by one
	err = r.s.Read(r.first+j, func(v any) error {
		c := v.(*frame.Frame).Cols[0]
		if moved = moved || c.Enc != frame.Plain || c.Heaps != nil || c.Objects != nil || c.DType.IsString() || c.DType.IsBinary(); moved {
			return nil
		}
		if out == nil {
			b, err := x.Mem().Alloc(c.DType.Size() * len(r.order))
			if err != nil {
				return err
			}
			out = frame.NewPlain(c.DType, b, 0, len(r.order), frame.Bitmap{})
		}
		rows := r.order[at : at+c.Rows]
		at += c.Rows
		scatter(out.Data, c, rows)
		if c.Valid.IsZero() {
			return nil
		}
		if bits.Bitmap().IsZero() {
			if bits, err = frame.NewBits(x.Mem(), len(r.order), true); err != nil {
				return err
			}
		}
		for i, to := range rows {
			if !c.Valid.Get(i) {
				bits.Clear(int(to))
			}
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case moved:
		return r.taken(x, y, j)
	}
	out = frame.NewPlain(out.DType, out.Data, 0, out.Rows, bits.Bitmap())
	return out, r.s.Drop(r.first + j)
}

// scatter writes the values of a plain column of fixed width to rows of b.
func scatter(b *mem.Block, c *frame.Column, rows []int32) {
	switch c.DType.Size() {
	case 1:
		scatterAs[uint8](b, c, rows)
	case 2:
		scatterAs[uint16](b, c, rows)
	case 4:
		scatterAs[uint32](b, c, rows)
	case 8:
		scatterAs[uint64](b, c, rows)
	default:
		scatterAs[[2]uint64](b, c, rows)
	}
}

func scatterAs[T uint8 | uint16 | uint32 | uint64 | [2]uint64](b *mem.Block, c *frame.Column, rows []int32) {
	if len(rows) == 0 {
		return
	}
	src, dst := mem.View[T](c.Data, c.Offset, len(rows)), mem.View[T](b, 0, b.Len()/c.DType.Size())
	for i, to := range rows {
		dst[to] = src[i]
	}
}

// taken is column for texts, objects and codes: all parts are joined, and rows taken from them.
func (r *returning) taken(x, y *op.Exec, j int) (c *frame.Column, err error) {
	err = y.Briefly(func(z *op.Exec) error {
		all, err := spill.Load(z.Mem(), r.s, r.first+j)
		if err != nil {
			return err
		}
		b, err := z.Mem().Alloc(4 * len(r.order))
		if err != nil {
			return err
		}
		place := mem.View[int32](b, 0, len(r.order))
		for k, i := range r.order {
			place[i] = int32(k)
		}
		if c, err = frame.TakeColumn(z.Mem(), all.Cols[0], place); err != nil {
			return err
		}
		one, err := spill.Columns(c)
		if err == nil {
			one, err = one.Clone(x.Mem())
		}
		if err == nil {
			c = one.Cols[0]
		}
		return err
	})
	return c, err
}
