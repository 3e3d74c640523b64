package chunk

import (
	"math"
	"math/bits"
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// CheckChunk refuses chunk sizes that do not fit the rank.
func CheckChunk(chunk []int, rank int) error {
	if len(chunk) > 1 && len(chunk) != rank {
		return errs.New(errs.Invalid, "chunk_size has %d lengths for %d dimensions", len(chunk), rank)
	}
	for _, n := range chunk {
		if n <= 0 {
			return errs.New(errs.Invalid, "chunk_size must be positive, not %d", n)
		}
	}
	return nil
}

// Lengths are the lengths of g, all known.
func Lengths(t *op.Tiler, g op.Grid) []op.Dim {
	out := make([]op.Dim, len(g.Shape))
	for a := range out {
		out[a] = op.Sum(t.Splits(g, a))
	}
	return out
}

// MetasOf are the metas of whole grids.
func MetasOf(gs []op.Grid) []op.Meta {
	ms := make([]op.Meta, len(gs))
	for i, g := range gs {
		ms[i] = g.Meta
	}
	return ms
}

// Fits reports that a broadcast of d with other shapes is d, as far as lengths are known.
func Fits(b, d []op.Dim) bool {
	if len(b) != len(d) {
		return false
	}
	for i := range b {
		if b[i].Known() && d[i].Known() && b[i] != d[i] {
			return false
		}
	}
	return true
}

// CheckShape refuses negative lengths.
func CheckShape(shape []int) error {
	if slices.ContainsFunc(shape, func(n int) bool { return n < 0 }) {
		return errs.New(errs.Invalid, "negative dimensions are not allowed")
	}
	return nil
}

// B2I is 1 for true.
func B2I(b bool) int {
	if b {
		return 1
	}
	return 0
}

// RealOf is the dtype of the parts of a complex number; others stay.
func RealOf(d dtype.DType) dtype.DType {
	switch d {
	case dtype.Complex64:
		return dtype.Float32
	case dtype.Complex128:
		return dtype.Float64
	}
	return d
}

// ErrTooLong is the error of a size that no array has.
var ErrTooLong = errs.New(errs.Invalid, "Maximum allowed size exceeded")

// Times is the length of n pieces of length k.
func Times(n, k int) (int, error) {
	if hi, lo := bits.Mul64(uint64(n), uint64(k)); hi == 0 && lo <= math.MaxInt {
		return int(lo), nil
	}
	return 0, ErrTooLong
}

// Broadcasts reports that v broadcasts to the shape of s, as far as lengths are known.
func Broadcasts(v, s op.Meta) bool {
	d, err := op.Broadcast(v, s)
	return err == nil && Fits(d, s.Dims)
}

// ReadOnly is the error of an assignment to a view that is only read.
func ReadOnly() error { return errs.New(errs.Invalid, "assignment destination is read-only") }
