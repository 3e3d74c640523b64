package op

import "github.com/mars-project/mars-go/frame"

// Written is a parameter of which the operator itself reads what kind of thing it is: a value, a list, a
// mapping, a handle, or these in one another. The zero value is a parameter that was not given, which None is
// not.
//
// V is nil for None, a bool, int64, uint64, float64, complex128, string, []byte, a time of package frame, a
// dtype.DType, a *nd.Array, a *frame.Frame, or one of List, Tuple, Dict, Slice, Ellipsis, Pattern and Ref,
// which stands for an input of the operator.
type Written struct {
	V  any
	Is bool
}

// WrittenOf is a parameter that was given. Labels in it are the values that they stand for.
func WrittenOf(v any) Written { return Written{V: Deep(v, unlabeled), Is: true} }

// unlabeled is a label as a value, one of several levels as a tuple; other values stay.
func unlabeled(v any) any {
	l, ok := v.(frame.Label)
	switch {
	case !ok:
		return v
	case l.Kind() != frame.LabelTuple:
		return l.Value()
	}
	t := make(Tuple, l.Len())
	for i, e := range l.Elems() {
		t[i] = unlabeled(e)
	}
	return t
}

// List is a list of values.
type List []any

// Slice is start:stop:step; nil is an end that was left out.
type Slice struct{ Start, Stop, Step any }

// Ellipsis is what Python writes as three dots.
type Ellipsis struct{}

func (Ellipsis) String() string { return "..." }

// Pattern is a regular expression of Python's re, with its flags.
type Pattern struct {
	Text  string
	Flags int
}

// Deep is v with f of every value in it that is no list, tuple, mapping or slice.
func Deep(v any, f func(any) any) any {
	each := func(vs []any) []any {
		out := make([]any, len(vs))
		for i, e := range vs {
			out[i] = Deep(e, f)
		}
		return out
	}
	switch v := v.(type) {
	case List:
		return List(each(v))
	case Tuple:
		return Tuple(each(v))
	case Dict:
		out := make(Dict, len(v))
		for i, e := range v {
			out[i] = Entry{Deep(e.Key, f), Deep(e.Value, f)}
		}
		return out
	case Slice:
		return Slice{Deep(v.Start, f), Deep(v.Stop, f), Deep(v.Step, f)}
	}
	return f(v)
}
