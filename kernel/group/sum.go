package group

import (
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// counts is the number of rows that are there by group.
func counts(ids []int32, there []bool, n []int64) {
	if there == nil {
		for _, id := range ids {
			if id >= 0 {
				n[id]++
			}
		}
		return
	}
	for i, id := range ids {
		if id >= 0 && there[i] {
			n[id]++
		}
	}
}

// sumOf is the column of sums of any dtype that can be summed; missing rows are skipped.
func sumOf(al mem.Allocator, g *Groups, c *frame.Column) (*frame.Column, error) {
	switch d := c.DType; {
	case d.IsObject():
		return sumObjects(g, c, frame.IsMissing)
	case d.IsString():
		return sumTexts(al, g, c)
	case d.IsFloat():
		v, err := floats(al, c)
		if err != nil {
			return nil, err
		}
		return floatSums(al, g, v)
	case d.IsComplex():
		return complexSums(al, g, c, true)
	}
	d := dtype.Int64
	switch {
	case c.DType.IsUint():
		d = dtype.Uint64
	case c.DType.IsTemporal():
		d = c.DType
	}
	if c.Enc == frame.Const && c.Rows > 0 && !c.HasNulls() {
		return constSums(al, g, c, d)
	}
	p, err := c.Stored().Decode(al)
	if err != nil {
		return nil, err
	}
	there, err := present(al, p)
	if err != nil {
		return nil, err
	}
	sum, out, err := column[int64](al, d, g.N)
	if err != nil {
		return nil, err
	}
	clear(sum)
	sumWhole(g, p, there, sum)
	return out, nil
}

// constSums is the sums of a column of one whole number: sizes of groups, times the number.
func constSums(al mem.Allocator, g *Groups, c *frame.Column, d dtype.DType) (*frame.Column, error) {
	one, _, err := integers(al, c.Slice(0, 1))
	if err != nil {
		return nil, err
	}
	n, err := g.Sizes(al)
	if err != nil {
		return nil, err
	}
	sum, out, err := column[int64](al, d, g.N)
	if err != nil {
		return nil, err
	}
	for i, k := range frame.Values[int64](n) {
		sum[i] = k * one[0]
	}
	return out, nil
}

// complexSums is the column of sums of complex numbers; skip leaves out those that are missing.
func complexSums(al mem.Allocator, g *Groups, c *frame.Column, skip bool) (*frame.Column, error) {
	p, err := c.Decode(al)
	if err != nil {
		return nil, err
	}
	sum, out, err := column[complex128](al, dtype.Complex128, g.N)
	if err != nil {
		return nil, err
	}
	clear(sum)
	for i, id := range g.IDs {
		if id < 0 || skip && p.IsNull(i) {
			continue
		}
		sum[id] += complexAt(p, i)
	}
	return out, nil
}

func complexAt(c *frame.Column, i int) complex128 {
	if c.DType == dtype.Complex64 {
		return complex128(frame.Values[complex64](c)[i])
	}
	return frame.Values[complex128](c)[i]
}

// sumTexts concatenates texts by group; a group without any is "".
func sumTexts(al mem.Allocator, g *Groups, c *frame.Column) (*frame.Column, error) {
	rows, bounds, err := g.Rows(al)
	if err != nil {
		return nil, err
	}
	b := frame.NewStrBuilder(al, c.DType)
	var s []byte
	for k := range g.N {
		s = s[:0]
		for _, r := range rows[bounds[k]:bounds[k+1]] {
			s = append(s, c.Text(int(r))...)
		}
		b.AppendBytes(s)
	}
	return b.Column()
}

// joinSums adds partial sums. Their NaNs are no missing rows but what arithmetic made, of infinities of both
// signs, and stay.
func joinSums(al mem.Allocator, g *Groups, c *frame.Column) (*frame.Column, error) {
	switch d := c.DType; {
	case d.IsObject():
		return sumObjects(g, c, func(v any) bool { return v == nil })
	case d.IsComplex():
		return complexSums(al, g, c, false)
	}
	out, err := sumOf(al, g, c)
	if err != nil {
		return nil, err
	}
	return out, keepNaN(al, g, c, out)
}

// keepNaN makes every group of out NaN that one of the partial floats of c is NaN of.
func keepNaN(al mem.Allocator, g *Groups, c, out *frame.Column) error {
	if !c.DType.IsFloat() || !c.HasNulls() {
		return nil
	}
	v, err := floats(al, c)
	if err != nil {
		return err
	}
	to := frame.Values[float64](out)
	for i, id := range g.IDs {
		if x := v[i]; id >= 0 && x != x {
			to[id] = x
		}
	}
	return nil
}

// sumObjects adds numbers or texts as Python's + does; None for groups of nothing.
func sumObjects(g *Groups, c *frame.Column, missing func(v any) bool) (*frame.Column, error) {
	out := make([]any, g.N)
	parts := make([][]string, g.N)
	for i, id := range g.IDs {
		v := c.Objects[i]
		if id < 0 || missing(v) {
			continue
		}
		if s, ok := v.(string); ok && (out[id] == nil || parts[id] != nil) {
			parts[id] = append(parts[id], s)
			out[id] = s
			continue
		}
		r, ok := plus(out[id], v)
		if !ok || parts[id] != nil {
			return nil, errs.New(errs.Type, "unsupported operand type(s) for +: '%s' and '%s'", pyType(out[id]), pyType(v))
		}
		out[id] = r
	}
	for id, p := range parts {
		if p != nil {
			out[id] = strings.Join(p, "")
		}
	}
	return frame.NewObjects(out), nil
}

// orZero is sums of objects with 0 for groups of nothing.
func orZero(c *frame.Column) *frame.Column {
	out := make([]any, c.Rows)
	for i, v := range c.Objects {
		if out[i] = v; v == nil {
			out[i] = int64(0)
		}
	}
	return frame.NewObjects(out)
}

// plus adds two Python numbers; integers that overflow become floats.
func plus(a, b any) (any, bool) {
	if a == nil {
		a = int64(0)
	}
	x, xi := asInt(a)
	y, yi := asInt(b)
	if xi && yi {
		s := x + y
		if (s > x) == (y > 0) {
			return s, true
		}
		return float64(x) + float64(y), true
	}
	p, ok := asFloat(a)
	q, ok2 := asFloat(b)
	return p + q, ok && ok2
}

func asInt(v any) (int64, bool) {
	switch v := v.(type) {
	case int64:
		return v, true
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	}
	return 0, false
}

func asFloat(v any) (float64, bool) {
	switch v := v.(type) {
	case float64:
		return v, true
	case uint64:
		return float64(v), true
	}
	i, ok := asInt(v)
	return float64(i), ok
}

// pyType is the name of the Python type of a value.
func pyType(v any) string {
	switch v.(type) {
	case nil, int64, uint64:
		return "int"
	case bool:
		return "bool"
	case float64:
		return "float"
	case string:
		return "str"
	case []byte:
		return "bytes"
	case frame.Timestamp:
		return "Timestamp"
	case frame.Timedelta:
		return "Timedelta"
	case frame.Tuple:
		return "tuple"
	}
	return "object"
}

// prodOf is the column of products; integers wrap.
func prodOf(al mem.Allocator, g *Groups, c *frame.Column) (*frame.Column, error) {
	if c.DType.IsFloat() {
		v, err := floats(al, c)
		if err != nil {
			return nil, err
		}
		p, out, err := column[float64](al, dtype.Float64, g.N)
		if err != nil {
			return nil, err
		}
		for i := range p {
			p[i] = 1
		}
		for i, id := range g.IDs {
			if x := v[i]; id >= 0 && x == x {
				p[id] *= x
			}
		}
		return out, nil
	}
	v, there, err := integers(al, c)
	if err != nil {
		return nil, err
	}
	d := dtype.Int64
	if c.DType.IsUint() {
		d = dtype.Uint64
	}
	b, err := al.Alloc(8 * g.N)
	if err != nil {
		return nil, err
	}
	p := mem.View[int64](b, 0, g.N)
	for i := range p {
		p[i] = 1
	}
	for i, id := range g.IDs {
		if id >= 0 && (there == nil || there[i]) {
			p[id] *= v[i]
		}
	}
	return frame.NewPlain(d, b, 0, g.N, frame.Bitmap{}), nil
}

func countOf(al mem.Allocator, g *Groups, there []bool) (*frame.Column, error) {
	if there == nil {
		return g.Sizes(al)
	}
	n, out, err := column[int64](al, dtype.Int64, g.N)
	if err != nil {
		return nil, err
	}
	clear(n)
	counts(g.IDs, there, n)
	return out, nil
}
