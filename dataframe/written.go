package dataframe

import (
	"fmt"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// meant is what was written in a parameter, with handles in the place of references: the first of more is the
// input of number first.
func meant(w op.Written, first int, more []Handle) any {
	return op.Deep(w.V, func(v any) any {
		if r, ok := v.(op.Ref); ok && r.I() >= first && r.I()-first < len(more) {
			return more[r.I()-first]
		}
		return v
	})
}

// given is a parameter of a Go function as it is written, and the inputs with a handle that it is.
func given(in []Handle, v any) ([]Handle, op.Written) {
	if h, ok := v.(Handle); ok {
		return append(in, h), op.WrittenOf(op.In(len(in)))
	}
	if l, ok := frame.LabelOf(v); ok {
		v = l
	}
	return in, op.Written{V: op.WrittenOf(v).V, Is: v != nil}
}

// classOf is the name that Python has for the class of what was written.
func classOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "NoneType"
	case bool:
		return "bool"
	case int64, uint64:
		return "int"
	case float64:
		return "float"
	case string:
		return "str"
	case op.List:
		return "list"
	case op.Tuple:
		return "tuple"
	case op.Dict:
		return "dict"
	case *DataFrame:
		return "DataFrame"
	case *Series:
		return "Series"
	case *Index:
		return "Index"
	case *tensor.Tensor:
		return "Tensor"
	case frame.Timestamp:
		return "Timestamp"
	case frame.Timedelta:
		return "Timedelta"
	default:
		return fmt.Sprintf("%T", v)
	}
}

// inList is the values of a list or tuple.
func inList(v any) ([]any, bool) {
	switch v := v.(type) {
	case op.List:
		return v, true
	case op.Tuple:
		return v, true
	}
	return nil, false
}

// labelsWritten are the labels of a list; one label, tuples too, stands for itself.
func labelsWritten(v any) ([]frame.Label, error) {
	if l, ok := v.(op.List); ok {
		return schema.LabelList(tupled(l))
	}
	return schema.LabelList(tupled([]any{v}))
}

// tupled is values as labels take them: tuples as lists, and None for what is missing.
func tupled(vs []any) []any {
	out := make([]any, len(vs))
	for i, v := range vs {
		switch w := v.(type) {
		case op.Tuple:
			v = tupled(w)
		case frame.Missing:
			v = nil
		}
		out[i] = v
	}
	return out
}

// labelWritten is one label.
func labelWritten(v any) (frame.Label, error) {
	if _, ok := v.(op.List); ok {
		return frame.Label{}, errs.New(errs.Type, "unhashable type: 'list'")
	}
	return schema.LabelOf(tupled([]any{v})[0])
}

// rowsOfPlace is what has a value for each row of h and no labels, a list, an array or a tensor, under the
// labels of h and of its columns. Errors: Invalid for another shape.
func rowsOfPlace(h Handle, v any) (Handle, error) {
	d, s, err := asFrame(h)
	if err != nil {
		return nil, err
	}
	if l, ok := inList(v); ok {
		if v, err = arrayOf(l); err != nil {
			return nil, err
		}
	}
	t, ok := v.(*tensor.Tensor)
	if x, index := v.(*Index); index {
		t, ok = x.ToTensor(), true
	}
	if c, one := v.(*Series); one && s != nil { // a list of values that no tensor holds
		return d.Iloc(pick.AllPlaces, []int{}).Assign(C{0, c}).Col(0), nil
	}
	if !ok {
		return nil, errs.New(errs.Invalid, "Array conditional must be same shape as self")
	}
	switch dims := t.Value().Meta().Dims; {
	case len(dims) > 0 && dims[0].Known() && d.Rows() >= 0 && dims[0].N != d.Rows():
	case len(dims) == 1 && s != nil:
		return d.Iloc(pick.AllPlaces, []int{}).Assign(C{0, t}).Col(0), nil
	case len(dims) == 2 && s == nil && dims[1].N == len(colsOf(d)):
		var names []any
		for _, c := range colsOf(d) {
			names = append(names, c.Name)
		}
		return FromTensor(t, names...).SetLabels(d.Index()), nil
	}
	return nil, errs.New(errs.Invalid, "Array conditional must be same shape as self")
}

// listedSeries is a list of values as a series whose rows are met by place.
func listedSeries(l []any) (*Series, error) {
	c, err := chunk.Infer(l)
	if err != nil {
		return nil, err
	}
	return SeriesFromFrame(&frame.Frame{Index: frame.NewRange(0, 1, c.Rows), NRows: c.Rows, Names: []frame.Label{cells.Listed}, Cols: []*frame.Column{c}}), nil
}

// arrayOf is a list of values as a tensor of one axis, a list of lists as one of two.
func arrayOf(l []any) (*tensor.Tensor, error) {
	var flat []any
	shape := []int{len(l)}
	for i, e := range l {
		row, ok := inList(e)
		if !ok {
			flat = append(flat, e)
			continue
		}
		if i == 0 {
			shape = append(shape, len(row))
		}
		flat = append(flat, row...)
	}
	s, err := listedSeries(flat)
	if err != nil {
		return nil, err
	}
	t := s.ToTensor()
	if len(shape) > 1 {
		if shape[0]*shape[1] != len(flat) {
			return nil, errs.New(errs.Invalid, "the rows of a list of lists have different lengths")
		}
		t = tensor.Reshape(t, shape...)
	}
	return t, nil
}
