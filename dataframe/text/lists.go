package text

import (
	"math"
	"strings"

	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Methods of texts that have an answer for lists too, which objects hold: get, slice, join and len, of what
// split gives.

// itemsOf are the items of a list or a tuple; false for other objects.
func itemsOf(v any) ([]any, bool) {
	switch v := v.(type) {
	case []any:
		return v, true
	case frame.Tuple:
		return v, true
	}
	return nil, false
}

// textOrList is textColumn; lists among objects have the answer of g.
func textOrList(x *op.Exec, f func(c *frame.Column, d dtype.DType) (*frame.Column, error), g func(items []any) any) error {
	if g == nil {
		return textColumn(x, f)
	}
	return textOrObject(x, f, func(v any) (any, bool) {
		items, ok := itemsOf(v)
		if !ok {
			return nil, false
		}
		return g(items), true
	})
}

// textOrObject is textColumn; other objects have the answer of g, where it has one.
func textOrObject(x *op.Exec, f func(c *frame.Column, d dtype.DType) (*frame.Column, error), g func(v any) (any, bool)) error {
	c := x.Frame(0).Cols[0]
	if !c.DType.IsObject() {
		return textColumn(x, f)
	}
	return schema.OneColumn(x, func(c *frame.Column) (*frame.Column, error) {
		t, err := asTexts(x, c)
		if err != nil {
			return nil, err
		}
		out, err := f(t, x.Out(0).Cols[0].Is)
		if err != nil {
			return nil, err
		}
		cells := unlessText(c, t, out).Cells()
		for i := range cells {
			if v, ok := g(c.Cell(i)); ok {
				cells[i] = v
			}
		}
		return frame.NewObjects(cells), nil
	})
}

// listLengths is the lengths of texts, lists and dicts among objects, pending where there is neither.
func listLengths(x *op.Exec, c *frame.Column, length func(s []byte) int64) (*frame.Column, error) {
	w, err := frame.NewBits(x.Mem(), c.Rows, true)
	if err != nil {
		return nil, err
	}
	n := make([]int64, c.Rows)
	for i := range n {
		v := c.Cell(i)
		if s, ok := v.(string); ok {
			n[i] = length([]byte(s))
		} else if items, ok := itemsOf(v); ok {
			n[i] = int64(len(items))
		} else if d, ok := v.(frame.Record); ok {
			n[i] = int64(len(d))
		} else {
			w.Clear(i)
		}
	}
	out := frame.Of(n)
	out.Valid = w.Bitmap()
	return out, nil
}

// itemAt is item i of a list, from the end where i is negative; NaN where there is none.
func itemAt(items []any, i int) any {
	if i < 0 {
		i += len(items)
	}
	if i < 0 || i >= len(items) {
		return math.NaN()
	}
	return items[i]
}

// joinedItems is the texts of a list with a separator between; NaN for a list of something else.
func joinedItems(items []any, sep string) any {
	parts := make([]string, len(items))
	for i, v := range items {
		s, ok := v.(string)
		if !ok {
			return math.NaN()
		}
		parts[i] = s
	}
	return strings.Join(parts, sep)
}
