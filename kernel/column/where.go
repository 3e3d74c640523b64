package column

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// Where is the rows of a where keep is true and those of b elsewhere. b has the dtype of a, and as many rows
// or one for all.
func (e Env) Where(keep []bool, a, b *frame.Column) (*frame.Column, error) {
	n := a.Rows
	switch {
	case a.DType != b.DType:
		return nil, errs.New(errs.Internal, "rows of %s among rows of %s", b.DType, a.DType)
	case len(keep) != n || b.Rows != n && b.Rows != 1:
		return nil, errs.New(errs.Internal, "%d rows of %d and %d columns", len(keep), n, b.Rows)
	case n == 0:
		return a, nil
	}
	step := 1
	if b.Rows == 1 && n > 1 {
		step = 0
	}
	if a.DType.IsObject() {
		out := make([]any, n)
		for i := range out {
			if out[i] = a.Objects[i]; !keep[i] {
				out[i] = b.Objects[i*step]
			}
		}
		return frame.NewObjects(out), nil
	}
	if a.DType.Fixed() && a.Valid.IsZero() && b.Valid.IsZero() {
		return e.whereBytes(keep, a, b, step)
	}
	rows := make([]int64, n)
	for i := range rows {
		if rows[i] = int64(i); !keep[i] {
			rows[i] = int64(n + i*step)
		}
	}
	both, err := frame.Concat(e.Mem, a, b)
	if err != nil {
		return nil, err
	}
	return both.Take(e.Mem, rows)
}

// whereBytes is Where of values of a fixed width, none told by a bitmap.
func (e Env) whereBytes(keep []bool, a, b *frame.Column, step int) (*frame.Column, error) {
	a, err := e.Flat(a)
	if err != nil {
		return nil, err
	}
	if b, err = e.Flat(b); err != nil {
		return nil, err
	}
	w := a.DType.Size()
	blk, err := e.Mem.Alloc(a.Rows * w)
	if err != nil {
		return nil, err
	}
	stepA := 1
	if a.Enc == frame.Const {
		stepA = 0
	}
	if b.Enc == frame.Const {
		step = 0
	}
	out, p, q := blk.Bytes(), a.Data.Bytes()[a.Offset*w:], b.Data.Bytes()[b.Offset*w:]
	for i, k := range keep {
		src := q[i*step*w:]
		if k {
			src = p[i*stepA*w:]
		}
		copy(out[i*w:(i+1)*w], src[:w])
	}
	return frame.NewPlain(a.DType, blk, 0, a.Rows, frame.Bitmap{}), nil
}

// Nulls tells for every row whether it is missing, and whether any is.
func Nulls(c *frame.Column) (null []bool, some bool) {
	null = make([]bool, c.Rows)
	if !c.HasNulls() {
		return null, false
	}
	for i := range null {
		null[i] = c.IsNull(i)
	}
	return null, true
}

// FillPair puts a value where exactly one of two columns misses it. Errors: as Single, for a value that a
// column does not hold.
func (e Env) FillPair(a, b *frame.Column, value any) (x, y *frame.Column, err error) {
	p, someA := Nulls(a)
	q, someB := Nulls(b)
	if !someA && !someB {
		return a, b, nil
	}
	keepA, keepB := make([]bool, len(p)), make([]bool, len(q))
	for i := range p {
		keepA[i], keepB[i] = !p[i] || q[i], !q[i] || p[i]
	}
	if x, err = e.fillWhere(keepA, a, value, someA); err != nil {
		return nil, nil, err
	}
	y, err = e.fillWhere(keepB, b, value, someB)
	return x, y, err
}

func (e Env) fillWhere(keep []bool, c *frame.Column, value any, some bool) (*frame.Column, error) {
	if !some {
		return c, nil
	}
	one, err := e.single(value, c)
	if err != nil {
		return nil, err
	}
	return e.Where(keep, c, one)
}

// single is a column of one row with a value as c holds it; a category must have the value.
func (e Env) single(value any, c *frame.Column) (*frame.Column, error) {
	if !c.DType.IsCategorical() {
		return Single(value, c.DType)
	}
	code := int32(-1)
	if !frame.IsMissing(value) {
		l, ok := frame.LabelOf(value)
		k, found := 0, false
		if ok {
			k, found = c.Dict.Code(l)
		}
		if !found {
			return nil, errs.New(errs.Type, "Cannot setitem on a Categorical with a new category (%s), set the categories first", pyText(value))
		}
		code = int32(k)
	}
	return frame.NewDict(c.DType, c.Dict, codeBlock(code, c.Codes), 0, 1, c.Codes), nil
}

// codeBlock is one code of a width.
func codeBlock(code int32, w frame.CodeWidth) *mem.Block {
	switch w {
	case 1:
		return mem.WrapOf([]int8{int8(code)})
	case 2:
		return mem.WrapOf([]int16{int16(code)})
	}
	return mem.WrapOf([]int32{code})
}

// Fill puts a value where c misses one. Errors: as Single, for a value that c does not hold.
func (e Env) Fill(c *frame.Column, value any) (*frame.Column, error) {
	null, some := Nulls(c)
	if !some {
		return c, nil
	}
	for i := range null {
		null[i] = !null[i]
	}
	return e.fillWhere(null, c, value, true)
}

// Put is c with a value where keep is false; a missing value is that of the dtype. Errors: as Single, for a
// value that c does not hold.
func (e Env) Put(keep []bool, c *frame.Column, value any) (*frame.Column, error) {
	return e.fillWhere(keep, c, value, true)
}
