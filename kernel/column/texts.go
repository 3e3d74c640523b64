package column

import (
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// textArith settles str + str and str * int.
func textArith(fn string, a, b Arg) (Op, error) {
	text := func(x Arg) bool { return x.DType.IsString() || x.missing() }
	times := func(x Arg) bool { return x.DType.IsInteger() && !x.missing() }
	number := func(x, text Arg) bool { return times(x) && !text.Scalar } // a column is not multiplied with one text
	out := dtype.Str
	if a.DType == dtype.NullStr || b.DType == dtype.NullStr {
		out = dtype.NullStr
	}
	switch {
	case fn == "add" && text(a) && text(b):
		return Op{Out: out, run: func(e Env, x, y *frame.Column) (*frame.Column, error) { return e.join(out, x, y) }}, nil
	case fn == "mul" && a.DType.IsString() && number(b, a):
		return Op{Out: out, run: func(e Env, x, y *frame.Column) (*frame.Column, error) { return e.repeat(out, x, y) }}, nil
	case fn == "mul" && number(a, b) && b.DType.IsString():
		return Op{Out: out, run: func(e Env, x, y *frame.Column) (*frame.Column, error) { return e.repeat(out, y, x) }}, nil
	}
	if fn == "mul" && a.DType.IsString() && b.DType.IsString() {
		return Op{}, errs.New(errs.Type, "Can only string multiply by an integer.")
	}
	if !a.DType.IsString() || a.Scalar && !b.Scalar && b.DType.IsString() {
		a, b = b, a
	}
	return Op{}, errs.New(errs.Type, "operation '%s' not supported for dtype '%s' with %s", fn, a.DType, b.describe())
}

// join is the texts of x followed by those of y.
func (e Env) join(d dtype.DType, x, y *frame.Column) (*frame.Column, error) {
	b := frame.NewStrBuilder(e.Mem, d)
	var buf []byte
	for i := range x.Rows {
		if x.IsNull(i) || y.IsNull(i) {
			b.AppendNull()
			continue
		}
		buf = append(append(buf[:0], x.Text(i)...), y.Text(i)...)
		b.AppendBytes(buf)
	}
	return b.Column()
}

// repeat is the texts of x as often as y says.
func (e Env) repeat(d dtype.DType, x, y *frame.Column) (*frame.Column, error) {
	y, err := e.Flat(y)
	if err != nil {
		return nil, err
	}
	n, err := e.floats(y.Rows, array(y))
	if err != nil {
		return nil, err
	}
	b := frame.NewStrBuilder(e.Mem, d)
	for i := range x.Rows {
		if x.IsNull(i) || y.IsNull(i) {
			b.AppendNull()
			continue
		}
		b.Append(strings.Repeat(x.Str(i), max(0, int(n.at(i)))))
	}
	return b.Column()
}

// byValue computes f on the dictionary of a column and sends the answers to its rows; miss stands where a row
// is missing. Other encodings are computed row by row.
func (e Env) byValue(c *frame.Column, miss bool, f func(c *frame.Column, i int) bool) (*frame.Column, error) {
	if c.Enc == frame.Const && c.Rows > 0 {
		v := miss
		if !c.IsNull(0) {
			v = f(c, 0)
		}
		return e.All(v, c.Rows)
	}
	out, vs, err := e.bools(dtype.Bool, c.Rows)
	if err != nil {
		return nil, err
	}
	if c.Enc != frame.Dict {
		for i := range vs {
			if vs[i] = miss; !c.IsNull(i) {
				vs[i] = f(c, i)
			}
		}
		return out, nil
	}
	of := make([]bool, c.Dict.Len())
	for k := range of {
		of[k] = f(c.Dict.Values, k)
	}
	toRows(c, of, miss, vs)
	return out, nil
}

// toRows writes what a dictionary's values have to the rows of its column, miss where a row is missing.
func toRows[T any](c *frame.Column, of []T, miss T, out []T) {
	switch c.Codes {
	case 1:
		var by [256]T // no bounds to check
		copy(by[:], of)
		by[255] = miss // of code -1
		for i, k := range frame.CodesOf[int8](c)[:len(out)] {
			out[i] = by[uint8(k)]
		}
	case 2:
		spread(frame.CodesOf[int16](c), of, miss, out)
	default:
		spread(frame.CodesOf[int32](c), of, miss, out)
	}
}

func spread[C int16 | int32, T any](codes []C, of []T, miss T, out []T) {
	for i, k := range codes[:len(out)] {
		if out[i] = miss; k >= 0 {
			out[i] = of[k]
		}
	}
}
