package nd

import (
	"fmt"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
)

// An Array is a window on a block: element (i, j, ...) is at Offset + i*Strides[0] + j*Strides[1] + ...
// elements from its start. Strides may be zero (broadcast) or negative. Views share the block; nothing here
// retains or releases it.
type Array struct {
	DType   dtype.DType
	Shape   []int
	Strides []int // in elements
	Block   *mem.Block
	Offset  int // in elements
}

// New is a C-ordered array with undefined contents from al. Errors: a dtype that nd cannot hold (Type), a
// negative or overflowing shape (Invalid), and those of al.
func New(al mem.Allocator, d dtype.DType, shape ...int) (*Array, error) {
	if err := check(d); err != nil {
		return nil, err
	}
	n, err := bytes(d, shape)
	if err != nil {
		return nil, err
	}
	b, err := al.Alloc(n)
	if err != nil {
		return nil, err
	}
	return &Array{DType: d, Shape: clone(shape), Strides: Strides(shape), Block: b}, nil
}

// Zeros is New filled with zero bytes: false, 0, 1970-01-01.
func Zeros(al mem.Allocator, d dtype.DType, shape ...int) (*Array, error) {
	a, err := New(al, d, shape...)
	if err == nil {
		clear(a.Block.Bytes()[:a.Size()*d.Size()])
	}
	return a, err
}

// Of wraps data, which is Go memory and stays shared, as a C-ordered array. It panics when the shape does not
// fit the data. No shape at all means one dimension; an empty, non-nil one spread into the call means none.
func Of[T dtype.Elem](data []T, shape ...int) *Array {
	return OfType(dtype.Of[T](), data, shape...)
}

// OfType is Of for a dtype that is stored as T: datetime64 and timedelta64 over int64.
func OfType[T dtype.Elem](d dtype.DType, data []T, shape ...int) *Array {
	if !dtype.Holds[T](d) {
		panic(fmt.Sprintf("nd: %v is not stored as %v", d, dtype.Of[T]()))
	}
	if shape == nil {
		shape = []int{len(data)}
	}
	if Size(shape) != len(data) {
		panic(fmt.Sprintf("nd: %d elements do not fill shape %s", len(data), ShapeString(shape)))
	}
	return &Array{DType: d, Shape: clone(shape), Strides: Strides(shape), Block: mem.WrapOf(data)}
}

// Scalar is a zero-dimensional array of v.
func Scalar[T dtype.Elem](v T) *Array {
	return &Array{DType: dtype.Of[T](), Shape: []int{}, Strides: []int{}, Block: mem.WrapOf([]T{v})}
}

// Size is the number of elements.
func (a *Array) Size() int { return Size(a.Shape) }

// Rank is the number of dimensions.
func (a *Array) Rank() int { return len(a.Shape) }

// Bytes is the size of the elements in bytes, as a contiguous copy would take.
func (a *Array) Bytes() int { return a.Size() * a.DType.Size() }

// Contiguous reports that elements lie in C order without gaps. Arrays without elements are contiguous.
func (a *Array) Contiguous() bool { return contiguous(a.Shape, a.Strides) }

// FContiguous reports that elements lie in Fortran order without gaps.
func (a *Array) FContiguous() bool {
	want := 1
	for i, n := range a.Shape {
		if n == 0 {
			return true
		}
		if n != 1 && a.Strides[i] != want {
			return false
		}
		want *= n
	}
	return true
}

// Data is the elements of a C-contiguous array. It panics for other layouts and for a T that does not hold
// the dtype: both are bugs of the caller.
func Data[T dtype.Elem](a *Array) []T {
	if !a.Contiguous() {
		panic("nd: Data of a strided array")
	}
	return view[T](a, a.Size())
}

// Window is the elements between the lowest and the highest address of a, and the position of element (0, 0,
// ...) in it.
func Window[T dtype.Elem](a *Array) (data []T, first int) {
	lo, hi := a.span()
	if hi == lo {
		return nil, 0
	}
	mustHold[T](a)
	return mem.View[T](a.Block, a.Offset+lo, hi-lo), -lo
}

// span is the range of element offsets, relative to Offset, that a touches; hi is exclusive.
func (a *Array) span() (lo, hi int) {
	for i, n := range a.Shape {
		if n == 0 {
			return 0, 0
		}
		if s := a.Strides[i] * (n - 1); s < 0 {
			lo += s
		} else {
			hi += s
		}
	}
	return lo, hi + 1
}

func view[T dtype.Elem](a *Array, n int) []T {
	mustHold[T](a)
	if n <= 0 {
		return nil
	}
	return mem.View[T](a.Block, a.Offset, n)
}

func mustHold[T dtype.Elem](a *Array) {
	if !dtype.Holds[T](a.DType) {
		panic(fmt.Sprintf("nd: an array of %v is not %v", a.DType, dtype.Of[T]()))
	}
}

// check says which dtypes an array may have.
func check(d dtype.DType) error {
	switch {
	case d.Null:
		return errs.New(errs.Type, "an array cannot hold the nullable dtype %v; use a frame's column", d)
	case d.IsObject():
		return errs.New(errs.Type, "an array cannot hold objects; use a frame's column, or a dtype of fixed width")
	case !d.Fixed():
		return errs.New(errs.Type, "an array cannot hold %v; use a frame's column", d)
	}
	return nil
}
