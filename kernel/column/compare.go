package column

import (
	"bytes"
	"cmp"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/basic"
)

// compare settles eq ne lt le gt ge. A missing value is unequal to everything; beside a nullable dtype the
// answer is NA.
func compare(fn string, a, b Arg) (Op, error) {
	is := func(f func(dtype.DType) bool) bool { return f(a.DType) || f(b.DType) }
	out := dtype.Bool
	if a.DType.Null || b.DType.Null || a.missing() && a.Value == frame.NA && null(b) || b.missing() && b.Value == frame.NA && null(a) {
		out = out.Nullable()
	}
	switch {
	case is(dtype.DType.IsCategorical):
		return compareCategories(fn, a, b)
	case is(dtype.DType.IsObject) || is(dtype.DType.IsBinary), a.missing() || b.missing():
		if a.missing() || b.missing() {
			return never(fn, out), nil
		}
		return objectCompare(fn), nil
	case a.DType.IsString() && b.DType.IsString():
		return Op{Out: out, run: func(e Env, x, y *frame.Column) (*frame.Column, error) { return e.compareText(fn, out, x, y) }}, nil
	case is(dtype.DType.IsTemporal):
		return compareTimes(fn, out, a, b)
	case is(dtype.DType.IsString):
		return incomparable(fn, out, a, b)
	}
	types, err := compareTypes(a, b)
	if err != nil {
		return Op{}, err
	}
	if _, err := basic.Resolve(loops[fn], types[0], types[1]); err != nil {
		return Op{}, err
	}
	return plainly(fn, out, types), nil
}

// plainly compares fixed-width values.
func plainly(fn string, out dtype.DType, types [2]dtype.DType) Op {
	o := Op{Out: out, run: func(e Env, x, y *frame.Column) (*frame.Column, error) { return e.comparePlain(fn, out, types, x, y) }}
	if !out.Null {
		o.lower = func(b *kernel.Builder, x, y kernel.Reg) kernel.Reg { return compared(b, fn, types, x, y) }
	}
	return o
}

func compared(b *kernel.Builder, fn string, types [2]dtype.DType, x, y kernel.Reg) kernel.Reg {
	return b.Call(loops[fn], b.Cast(x, types[0]), b.Cast(y, types[1]))
}

func null(a Arg) bool { return a.DType.Null }

// compareTypes is meet, but an integer that the column's dtype does not hold is compared as int64.
func compareTypes(a, b Arg) ([2]dtype.DType, error) {
	types, err := meet(a, b)
	if errs.Is(err, errs.Invalid) {
		return [2]dtype.DType{a.DType.Base(), b.DType.Base()}, nil
	}
	return types, err
}

// comparePlain compares fixed-width values; NaN and NaT compare as NumPy has them.
func (e Env) comparePlain(fn string, out dtype.DType, types [2]dtype.DType, x, y *frame.Column) (*frame.Column, error) {
	if v, known := decided(fn, out, x, y); known {
		return e.All(v, x.Rows)
	}
	x, y, err := e.flatPair(x.Stored(), y.Stored())
	if err != nil {
		return nil, err
	}
	r, err := e.run(x.Rows, func(b *kernel.Builder, in []kernel.Reg) kernel.Reg { return compared(b, fn, types, in[0], in[1]) }, array(x), array(y))
	if err != nil {
		return nil, err
	}
	c := made(out, r, frame.Bitmap{})
	if out.Null {
		c.Valid, err = e.validPair(x, y)
	}
	return c, err
}

// never is the comparison with a missing value: false, but ne is true; NA where out is nullable.
func never(fn string, out dtype.DType) Op {
	return Op{Out: out, run: func(e Env, x, _ *frame.Column) (*frame.Column, error) {
		if out.Null {
			return e.nothing(out, x.Rows)
		}
		return e.All(fn == "ne", x.Rows)
	}}
}

// incomparable is the comparison of values of different kinds: none is equal, and none is less.
func incomparable(fn string, out dtype.DType, a, b Arg) (Op, error) {
	if fn != "eq" && fn != "ne" {
		col, other := a, b
		if a.Scalar {
			col, other = b, a
		}
		name := "ndarray"
		switch {
		case other.Scalar:
			name = PyType(other.Value)
		case other.DType.IsTemporal():
			name = other.pyName()
		}
		return Op{}, errs.New(errs.Type, "Invalid comparison between dtype=%s and %s", col.DType, errs.Phrase(name))
	}
	return Op{Out: out, run: func(e Env, x, y *frame.Column) (*frame.Column, error) {
		c, err := e.All(fn == "ne", x.Rows)
		if err != nil || !out.Null {
			return c, err
		}
		if c, err = c.Decode(e.Mem); err != nil {
			return nil, err
		}
		c.DType = out
		c.Valid, err = e.validPair(x, y)
		return c, err
	}}, nil
}

func compareTimes(fn string, out dtype.DType, a, b Arg) (Op, error) {
	ta, tb := a.DType, b.DType
	if s, ok := b.Value.(string); ok && b.Scalar {
		if v, ok := ParseTime(s, ta); ok {
			b = Scalar(v)
			o, err := compareTimes(fn, out, a, b)
			inner, lower := o.run, o.lower
			if lower != nil {
				o.lower = func(p *kernel.Builder, x, _ kernel.Reg) kernel.Reg { return lower(p, x, b.reg(p, 0)) }
			}
			o.run = func(e Env, x, _ *frame.Column) (*frame.Column, error) {
				y, err := Op{b: b}.operand(e, b, nil, x.Rows)
				if err != nil {
					return nil, err
				}
				return inner(e, x, y)
			}
			return o, err
		}
		return incomparable(fn, out, a, b)
	}
	if _, ok := a.Value.(string); ok && a.Scalar {
		return compareTimes(flipped[fn], out, b, a)
	}
	if ta.Kind != tb.Kind || ta.IsDatetime() && (ta.TZ == "") != (tb.TZ == "") {
		return incomparable(fn, out, a, b)
	}
	return plainly(fn, out, [2]dtype.DType{ta.Base(), tb.Base()}), nil
}

// flipped is the function with its operands changed over.
var flipped = map[string]string{"eq": "eq", "ne": "ne", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}

// holds reports that a three-way comparison has the answer of fn.
func holds(fn string, c int) bool {
	switch fn {
	case "eq":
		return c == 0
	case "ne":
		return c != 0
	case "lt":
		return c < 0
	case "le":
		return c <= 0
	case "gt":
		return c > 0
	}
	return c >= 0
}

// compareText compares by bytes, which is the order of code points.
func (e Env) compareText(fn string, out dtype.DType, x, y *frame.Column) (c *frame.Column, err error) {
	switch {
	case y.Enc == frame.Const && y.Rows > 0 && !y.IsNull(0):
		t := y.Text(0)
		c, err = e.byValue(x, fn == "ne", func(v *frame.Column, i int) bool { return holds(fn, bytes.Compare(v.Text(i), t)) })
	case x.Enc == frame.Const && x.Rows > 0 && !x.IsNull(0):
		return e.compareText(flipped[fn], out, y, x)
	default:
		var vs []bool
		if c, vs, err = e.bools(dtype.Bool, x.Rows); err != nil {
			return nil, err
		}
		for i := range vs {
			if vs[i] = fn == "ne"; !x.IsNull(i) && !y.IsNull(i) {
				vs[i] = holds(fn, bytes.Compare(x.Text(i), y.Text(i)))
			}
		}
	}
	if err != nil || !out.Null {
		return c, err
	}
	if c, err = c.Decode(e.Mem); err != nil {
		return nil, err
	}
	c.DType = out
	c.Valid, err = e.validPair(x, y)
	return c, err
}

// compareCategories compares categories with a value, or with a column of the same categories.
func compareCategories(fn string, a, b Arg) (Op, error) {
	equality := fn == "eq" || fn == "ne"
	switch {
	case !a.DType.IsCategorical():
		return compareCategories(flipped[fn], b, a)
	case !equality && !a.DType.Ordered:
		return Op{}, errs.New(errs.Type, "Unordered Categoricals can only compare equality or not")
	case b.DType.IsCategorical():
		return Op{Out: dtype.Bool, run: func(e Env, x, y *frame.Column) (*frame.Column, error) { return e.compareCodes(fn, x, y) }}, nil
	case !b.Scalar:
		if !equality {
			return Op{}, errs.New(errs.Type, "Cannot compare a Categorical for op __%s__ with type <class 'numpy.ndarray'>.\nIf you want to compare values, use 'np.asarray(cat) <op> other'.", fn)
		}
		return Op{Out: dtype.Bool, run: func(e Env, x, y *frame.Column) (*frame.Column, error) {
			return e.cells(fn == "ne", x, y, func(p, q any) (bool, error) { return cellCompare(fn, p, q) })
		}}, nil
	case b.missing():
		return never(fn, dtype.Bool), nil
	}
	return Op{Out: dtype.Bool, run: func(e Env, x, _ *frame.Column) (*frame.Column, error) {
		l, ok := frame.LabelOf(b.Value)
		code, found := -1, false
		if ok {
			code, found = x.Dict.Code(l)
		}
		if !found && !equality {
			return nil, errs.New(errs.Type, "Cannot compare a Categorical with a scalar, which is not a category.")
		}
		if !found {
			code = -2
		}
		return e.byCode(x, fn == "ne", func(k int) bool { return holds(fn, cmp.Compare(k, code)) })
	}}, nil
}

// byCode computes f on the codes of rows that are there.
func (e Env) byCode(c *frame.Column, miss bool, f func(k int) bool) (*frame.Column, error) {
	out, vs, err := e.bools(dtype.Bool, c.Rows)
	if err != nil {
		return nil, err
	}
	of := make([]bool, c.Dict.Len())
	for k := range of {
		of[k] = f(k)
	}
	toRows(c, of, miss, vs)
	return out, nil
}

// compareCodes compares two columns of the same categories, in the same order when their order counts.
func (e Env) compareCodes(fn string, x, y *frame.Column) (*frame.Column, error) {
	_, maps, err := frame.MergeDicts(e.Mem, x, y)
	if err != nil {
		return nil, err
	}
	if x.Dict.Len() != y.Dict.Len() || len(maps[1]) > 0 && (x.DType.Ordered || maxOf(maps[1]) >= x.Dict.Len()) {
		return nil, errs.New(errs.Type, "Categoricals can only be compared if 'categories' are the same.")
	}
	out, vs, err := e.bools(dtype.Bool, x.Rows)
	if err != nil {
		return nil, err
	}
	for i := range vs {
		p, q := x.Code(i), y.Code(i)
		if vs[i] = fn == "ne"; p < 0 || q < 0 {
			continue
		}
		if maps[1] != nil {
			q = int(maps[1][q])
		}
		vs[i] = holds(fn, cmp.Compare(p, q))
	}
	return out, nil
}

func maxOf(vs []int32) int {
	m := int32(-1)
	for _, v := range vs {
		m = max(m, v)
	}
	return int(m)
}

// True are the rows of a bool column that are true; a missing one is not.
func True(e Env, c *frame.Column) ([]int64, error) {
	m, err := MaskOf(e, c)
	if err != nil {
		return nil, err
	}
	return m.Places(), nil
}
