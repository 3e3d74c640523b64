package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// SlidingWindowView is the windows of some lengths that begin at each place of axes, by default of all.
// Behind the axes of x, which count windows, stands an axis for each length. Errors: Invalid for a window
// that is longer than its axis, and for another number of axes.
func SlidingWindowView(x any, windowShape []int, axes ...int) *Tensor {
	return made(&slidingWindow{WindowShape: windowShape, Axis: axes}, x)
}

// slidingWindow is the windows of a length that begin at each place of an axis.
type slidingWindow struct {
	op.Recipe   `known:"lengths"`
	WindowShape []int
	Axis        []int
}

func init() {
	op.Register[slidingWindow](op.Doc{
		Name: "tensor.sliding_window_view", Like: "numpy.lib.stride_tricks.sliding_window_view",
		Sig: "sliding_window_view(x, window_shape, axis=None, *, subok=False, writeable=False)", Forms: "subok=any writeable=any",
		Summary: "Windows that begin at each place of axes", Text: "Behind the axes of x, which count windows, stands an axis for each length of window_shape.",
		Notes: "It is a copy, not a view.",
	})
}

func (o *slidingWindow) Build(x *Tensor) (*Tensor, error) {
	rank, windows := len(x.Shape()), o.WindowShape
	for _, w := range windows {
		if w < 0 {
			return nil, errs.New(errs.Invalid, "`window_shape` cannot contain negative values")
		}
	}
	var along []int
	switch {
	case o.Axis == nil && len(windows) != rank:
		return nil, errs.New(errs.Invalid, "Since axis is None, must provide window_shape for all dimensions of `x`; got %d window_shape elements and `x.ndim` is %d.", len(windows), rank)
	case o.Axis == nil:
		for a := range rank {
			along = append(along, a)
		}
	case len(o.Axis) != len(windows):
		return nil, errs.New(errs.Invalid, "Must provide matching length window_shape and axis; got %d window_shape elements and %d axes elements.", len(windows), len(o.Axis))
	default:
		for _, a := range o.Axis {
			k, err := chunk.NormAxis(a, rank)
			if err != nil {
				return nil, err
			}
			along = append(along, k)
		}
	}
	for i, a := range along {
		n := x.Shape()[a] - windows[i] + 1
		if n < 1 {
			return nil, errs.New(errs.Invalid, "window shape cannot be larger than input array shape")
		}
		places := Add(Reshape(Arange(0, n, 1), n, 1), Arange(0, windows[i], 1))
		x = Moveaxis(Take(x, places, TakeOptions{Axis: &a}), []int{a + 1}, []int{-1})
	}
	return x, nil
}
