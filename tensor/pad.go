package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/pick"
)

type pad struct {
	op.Recipe `known:"lengths"`
	PadWidth  op.Written
	Mode      string     // The default is constant
	Kwargs    op.Written `go:"Values"` // what the mode takes, by name
}

func init() {
	op.Register[pad](op.Doc{
		Name: "tensor.pad", Like: "numpy.pad", Sig: "pad(array, pad_width, mode='constant', **kwargs)", Forms: "pad_width=plain mode=mode kwargs=plain",
		Summary: "Tensor with places around it", Text: "Modes are constant (constant_values), edge, empty, linear_ramp (end_values), maximum, mean, median, minimum (stat_length), reflect, " +
			"symmetric (reflect_type) and wrap. Widths and values are one for all ends, a pair for all axes, a pair for each axis, or widths by axis. Lengths must be known.",
		Notes: "The mode is no function.", Go: "Pad(array, pad_width, PadOptions)",
	})
}

// padTakes is the parameter that a mode takes.
var padTakes = map[string]string{
	"empty": "", "edge": "", "wrap": "", "constant": "constant_values", "linear_ramp": "end_values", "reflect": "reflect_type", "symmetric": "reflect_type",
	"maximum": "stat_length", "mean": "stat_length", "median": "stat_length", "minimum": "stat_length",
}

func (o *pad) Build(a *Tensor) (*Tensor, error) {
	shape := a.Shape()
	takes, ok := padTakes[o.Mode]
	if !ok {
		return nil, errs.New(errs.Invalid, "mode '%s' is not supported", o.Mode)
	}
	var value any
	for _, e := range dictIn(o.Kwargs.V) {
		if e.Key != takes {
			return nil, errs.New(errs.Invalid, "unsupported keyword arguments for mode '%s': {'%v'}", o.Mode, e.Key)
		}
		value = e.Value
	}
	widths, err := padWidths(o.PadWidth.V, len(shape))
	if err != nil {
		return nil, err
	}
	values, err := endsBy(value, len(shape))
	if err != nil {
		return nil, err
	}
	odd := value == "odd"
	if takes == "reflect_type" && !odd && value != nil && value != "even" {
		return nil, errs.New(errs.Invalid, "reflect_type is 'even' or 'odd', not %v", value)
	}
	for axis, n := range shape {
		w := widths[axis]
		switch {
		case w[0] < 0 || w[1] < 0:
			return nil, errs.New(errs.Invalid, "index can't contain negative values")
		case w[0] == 0 && w[1] == 0:
			continue
		case n == 0 && o.Mode != "constant" && o.Mode != "empty":
			return nil, errs.New(errs.Invalid, "can't extend empty axis %d using modes other than 'constant' or 'empty'", axis)
		}
		switch o.Mode {
		case "edge", "wrap", "reflect", "symmetric":
			a = o.repeated(a, axis, n, w, odd)
		default:
			if a, err = o.joined(a, axis, w, values[axis]); err != nil {
				return nil, err
			}
		}
	}
	return a, nil
}

// joined puts what a mode makes of an axis at both ends of it.
func (o *pad) joined(a *Tensor, axis int, w [2]int, values [2]any) (*Tensor, error) {
	ts := []*Tensor{nil, a, nil}
	for end, n := range w {
		shape := slices.Clone(a.Shape())
		shape[axis] = n
		var t *Tensor
		switch o.Mode {
		case "constant", "empty":
			v := values[end]
			if v == nil {
				v = int64(0)
			}
			t = Full(shape, v)
		case "linear_ramp":
			v := values[end]
			if v == nil {
				v = int64(0)
			}
			samples, _ := Spread(v, edgeOf(a, axis, end, 1), SpreadOptions{Num: &n, Endpoint: new(bool), DType: a.DType()})
			t = Moveaxis(Reshape(samples, slices.Insert(slices.Delete(slices.Clone(shape), axis, axis+1), 0, n)...), []int{0}, []int{axis})
			if end == 1 {
				t = Flip(t, axis)
			}
		default:
			length := a.Shape()[axis]
			if v := values[end]; v != nil {
				k, ok := chunk.Number(v).(int64)
				if !ok || k < 0 {
					return nil, errs.New(errs.Invalid, "index can't contain negative values")
				}
				if k == 0 && (o.Mode == "maximum" || o.Mode == "minimum") {
					return nil, errs.New(errs.Invalid, "stat_length of 0 yields no value for padding")
				}
				length = min(length, int(k))
			}
			t = statOf(o.Mode, edgeOf(a, axis, end, length), axis)
			if a.DType().IsInteger() && !t.DType().IsInteger() {
				t = Rint(t)
			}
			t = BroadcastTo(t, shape...)
		}
		ts[2*end] = AsType(t, a.DType())
	}
	return Concatenate(ts, axis), nil
}

// statOf is what a mode makes of the places at an end.
func statOf(mode string, a *Tensor, axis int) *Tensor {
	along := Reduce{Axis: Axes(axis), Keepdims: true}
	switch mode {
	case "maximum":
		return Max(a, along)
	case "minimum":
		return Min(a, along)
	case "mean":
		return Mean(a, along)
	}
	return Median(a, QuantileOptions{Axis: Axes(axis), Keepdims: true})
}

// edgeOf is the n first or last places of an axis; of one place it is without the axis for a ramp.
func edgeOf(a *Tensor, axis, end, n int) *Tensor {
	s := To(n)
	if end == 1 {
		s = From(a.Shape()[axis] - n)
	}
	return a.Get(append(slices.Repeat([]pick.Index{Whole}, axis), s)...)
}

// repeated continues an axis of n places by those that it has, which are counted on beyond it.
func (o *pad) repeated(a *Tensor, axis, n int, w [2]int, odd bool) *Tensor {
	i, period := Arange(-w[0], n+w[1], 1), n
	if o.Mode == "reflect" {
		period = n - 1
	}
	var at *Tensor
	switch {
	case o.Mode == "edge":
		at = Clip(i, 0, n-1)
	case o.Mode == "wrap":
		at = Remainder(i, n)
	case period == 0:
		at = Multiply(i, 0)
	case o.Mode == "symmetric":
		m := Remainder(i, 2*n)
		at = Minimum(m, Subtract(2*n-1, m))
	default:
		m := Remainder(i, 2*n-2)
		at = Minimum(m, Subtract(2*n-2, m))
	}
	v := Take(a, at, TakeOptions{Axis: &axis})
	if !odd || period == 0 {
		return v
	}
	// Every period that is turned about an edge continues from the one before: the elements between edges
	// rise on by as much as they did.
	turn := lying(FloorDivide(i, period), a.Rank(), axis)
	first, last := edgeOf(a, axis, 0, 1), edgeOf(a, axis, 1, 1)
	rise := Subtract(last, first)
	even := Add(v, Multiply(rise, turn))
	about := Add(Subtract(Multiply(last, 2), v), Multiply(rise, Subtract(turn, 1)))
	return AsType(Where(Equal(Remainder(turn, 2), 0), even, about), a.DType())
}

// dictIn is the mapping that a caller wrote.
func dictIn(v any) op.Dict {
	d, _ := v.(op.Dict)
	return d
}

// padWidths are the places before and after each axis.
func padWidths(v any, rank int) ([][2]int, error) {
	if d, ok := v.(op.Dict); ok {
		list := slices.Repeat(op.List{op.List{int64(0), int64(0)}}, rank)
		for _, e := range d {
			k, whole := chunk.Number(e.Key).(int64)
			axis, err := chunk.NormAxis(int(k), rank)
			if !whole || err != nil {
				return nil, errs.New(errs.Type, "pad_width is for axes, not for %v", e.Key)
			}
			list[axis] = e.Value
			if _, pair := chunk.ItemsIn(e.Value); !pair {
				list[axis] = op.List{e.Value, e.Value}
			}
		}
		v = list
	}
	ends, err := endsBy(v, rank)
	if err != nil {
		return nil, err
	}
	out := make([][2]int, rank)
	for i, pair := range ends {
		for k, e := range pair {
			n, ok := chunk.Number(e).(int64)
			if !ok {
				return nil, errs.New(errs.Type, "`pad_width` must be of integral type.")
			}
			out[i][k] = int(n)
		}
	}
	return out, nil
}

// endsBy is a value for both ends of each axis: one for all, one in a list, a pair for all axes, or one or
// two for each axis.
func endsBy(v any, rank int) ([][2]any, error) {
	if v == nil {
		return make([][2]any, rank), nil
	}
	items, list := chunk.ItemsIn(v)
	if !list {
		return slices.Repeat([][2]any{{v, v}}, rank), nil
	}
	pair := func(v any) (p [2]any, ok bool) {
		e, list := chunk.ItemsIn(v)
		switch {
		case !list:
			return [2]any{v, v}, true
		case len(e) == 1:
			return [2]any{e[0], e[0]}, true
		case len(e) == 2:
			return [2]any{e[0], e[1]}, true
		}
		return p, false
	}
	_, deep := chunk.ItemsIn(append(slices.Clone(items), nil)[0])
	switch {
	case !deep:
		if p, ok := pair(v); ok {
			return slices.Repeat([][2]any{p}, rank), nil
		}
	case len(items) == 1 || len(items) == rank:
		out := make([][2]any, rank)
		for i := range out {
			p, ok := pair(items[i%len(items)])
			if !ok {
				return nil, errs.New(errs.Invalid, "operands could not be broadcast together: %v for %d axes", v, rank)
			}
			out[i] = p
		}
		return out, nil
	}
	return nil, errs.New(errs.Invalid, "operands could not be broadcast together: %v for %d axes", v, rank)
}
