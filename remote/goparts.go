package remote

import (
	"reflect"

	"github.com/fxamacker/cbor/v2"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// A head is what a value of a Go program begins with where it lies in the cluster. Behind it is one part: the
// elements of an array, or all else as CBOR, as its exported fields say.
type head struct {
	DType string `cbor:"1,keyasint,omitempty"` // of an array
	Shape []int  `cbor:"2,keyasint,omitempty"`
}

// give is a value as its parts.
func give(v any) (parts [][]byte, err error) {
	var h head
	var body []byte
	if a := arrayOf(v); a != nil {
		if !a.DType.Fixed() {
			return nil, errs.New(errs.Type, "an array of %s does not travel", a.DType)
		}
		if a, err = a.Clone(mem.Heap); err != nil {
			return nil, err
		}
		h.DType, h.Shape = a.DType.String(), a.Shape
		body = a.Block.Bytes()[:a.Bytes()]
	} else if body, err = cbor.Marshal(v); err != nil {
		return nil, errs.Wrap(errs.Type, err, "a %T does not travel", v)
	}
	top, err := cbor.Marshal(h)
	return [][]byte{top, body}, err
}

// arrayOf is an array, or a slice of elements of one, as an array; nil for all else.
func arrayOf(v any) *nd.Array {
	switch v := v.(type) {
	case *nd.Array:
		return v
	case []float64:
		return nd.Of(v, len(v))
	case []float32:
		return nd.Of(v, len(v))
	case []int64:
		return nd.Of(v, len(v))
	case []int32:
		return nd.Of(v, len(v))
	case []uint64:
		return nd.Of(v, len(v))
	case []uint32:
		return nd.Of(v, len(v))
	case []uint8:
		return nd.Of(v, len(v))
	case []complex128:
		return nd.Of(v, len(v))
	}
	return nil
}

// take makes an A of what a call has given, or of an input that lies in the cluster.
func take[A any](v any) (a A, err error) {
	if same, ok := v.(A); ok {
		return same, nil
	}
	switch v := v.(type) {
	case *op.Pickled:
		parts := make([][]byte, len(v.Parts))
		for i, b := range v.Parts {
			parts[i] = b.Bytes()
		}
		return taken[A](parts)
	case *nd.Array:
		return elementsOf[A](v)
	case *frame.Frame:
		return a, errs.New(errs.Type, "a frame is no %T: take a *frame.Frame", a)
	}
	from, to := reflect.ValueOf(v), reflect.TypeFor[A]()
	if v == nil || !from.CanConvert(to) || from.Kind() == reflect.String != (to.Kind() == reflect.String) {
		return a, errs.New(errs.Type, "a %T is no %s", v, to)
	}
	return from.Convert(to).Interface().(A), nil
}

// taken is the inverse of give.
func taken[A any](parts [][]byte) (a A, err error) {
	var h head
	if len(parts) != 2 || cbor.Unmarshal(parts[0], &h) != nil {
		return a, errs.New(errs.Type, "an object of a Python program is no %T", a)
	}
	if h.DType == "" {
		if err := cbor.Unmarshal(parts[1], &a); err != nil {
			return a, errs.Wrap(errs.Type, err, "a value is no %T", a)
		}
		return a, nil
	}
	d, err := dtype.Parse(h.DType)
	if err != nil || !d.Fixed() {
		return a, errs.New(errs.Internal, "an array of %q", h.DType)
	}
	x := &nd.Array{DType: d, Shape: h.Shape, Strides: nd.Strides(h.Shape), Block: mem.Wrap(parts[1])}
	if x.Bytes() != len(parts[1]) {
		return a, errs.New(errs.Internal, "an array of shape %v in %d bytes", h.Shape, len(parts[1]))
	}
	return elementsOf[A](x)
}

// elementsOf is an array as an A: itself, its elements as a slice, or the one that it has.
func elementsOf[A any](x *nd.Array) (a A, err error) {
	switch p := any(&a).(type) {
	case **nd.Array:
		*p = x
	case *[]float64:
		err = copied(p, x)
	case *[]float32:
		err = copied(p, x)
	case *[]int64:
		err = copied(p, x)
	case *[]int32:
		err = copied(p, x)
	case *[]uint64:
		err = copied(p, x)
	case *[]uint32:
		err = copied(p, x)
	case *[]uint8:
		err = copied(p, x)
	case *[]complex128:
		err = copied(p, x)
	case *float64:
		err = single(p, x)
	case *int64:
		err = single(p, x)
	case *float32:
		err = single(p, x)
	case *int32:
		err = single(p, x)
	case *bool:
		err = single(p, x)
	case *int:
		var n int64
		err = single(&n, x)
		*p = int(n)
	default:
		err = errs.New(errs.Type, "a tensor of %s is no %T: take a slice of its elements, or an *nd.Array", x.DType, a)
	}
	return a, err
}

// copied is the elements in C order, in memory of the function's own.
func copied[T dtype.Elem](to *[]T, x *nd.Array) error {
	if !dtype.Holds[T](x.DType) {
		return errs.New(errs.Type, "elements of %s are no %T: AsType converts", x.DType, *new(T))
	}
	c, err := x.Clone(mem.Heap)
	if err == nil {
		*to = nd.Data[T](c)
	}
	return err
}

func single[T dtype.Elem](to *T, x *nd.Array) error {
	var all []T
	if err := copied(&all, x); err != nil {
		return err
	}
	if len(all) != 1 {
		return errs.New(errs.Type, "a tensor of %d elements is no %T", len(all), *to)
	}
	*to = all[0]
	return nil
}
