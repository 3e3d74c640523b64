package reduce

import (
	"slices"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Products are products of floats or complex numbers before they are rounded: arrays of float64 of one shape,
// one for each of ProductParts.
type Products []*nd.Array

// ProductParts is the names of folds that products of d are made of.
func ProductParts(d dtype.DType) []string {
	if d.IsComplex() {
		return []string{"prod:h", "prod:hi", "prod:l", "prod:li", "prod:x"}
	}
	return []string{"prod:h", "prod:l", "prod:x"}
}

// productFold is the fold of products of d.
func productFold(d dtype.DType) (Fold, bool) {
	switch {
	case d.IsComplex():
		return complexProduct(d), true
	case d == dtype.Float16:
		return floatProduct(dtype.Float32, d), true
	case d.IsFloat():
		return floatProduct(d, d), true
	}
	return Fold{}, false
}

// partialProduct is one of the arrays of Products of elements of d.
func partialProduct(part string, d dtype.DType) (Fold, bool) {
	f, ok := productFold(d)
	names := ProductParts(d)
	i := slices.Index(names, "prod:"+part)
	if !ok || i < 0 {
		return Fold{}, false
	}
	f.Out = dtype.Float64
	apart := d.IsComplex()
	f.out = func(dst, st unsafe.Pointer, w int) {
		to, all, n := slice[float64](dst, w), slice[float64](st, w*len(names)), len(names)
		for k := range to {
			if apart {
				to[k] = all[k*n+i]
			} else {
				to[k] = all[i*w+k]
			}
		}
	}
	return f, true
}

// states is products as the states of a fold.
func (p Products) states(al mem.Allocator) ([]float64, error) {
	w, n := p[0].Size(), len(p)
	st := make([]float64, w*n)
	for i, a := range p {
		c, err := a.Contig(al)
		if err != nil {
			return nil, err
		}
		for k, v := range numbers(c) {
			if n > 3 { // a turning
				st[k*n+i] = v
			} else {
				st[i*w+k] = v
			}
		}
	}
	return st, nil
}

// RoundProducts multiplies products of one shape by each other and rounds to dtype to, once.
func RoundProducts(al mem.Allocator, of []Products, to dtype.DType) (*nd.Array, error) {
	st, err := joinProducts(al, of)
	if err != nil {
		return nil, err
	}
	out, err := nd.New(al, to, of[0][0].Shape...)
	if err != nil || len(st) == 0 {
		return out, err
	}
	f, _ := productFold(to)
	f.out(unsafe.Pointer(&out.Block.Bytes()[0]), unsafe.Pointer(&st[0]), out.Size())
	return out, nil
}

// JoinProducts multiplies products of one shape by each other.
func JoinProducts(al mem.Allocator, of []Products) (Products, error) {
	st, err := joinProducts(al, of)
	if err != nil {
		return nil, err
	}
	w, n := of[0][0].Size(), len(of[0])
	var out Products
	for i := range n {
		a, err := nd.New(al, dtype.Float64, of[0][0].Shape...)
		if err != nil {
			return nil, err
		}
		for k := range numbers(a) {
			if n > 3 {
				numbers(a)[k] = st[k*n+i]
			} else {
				numbers(a)[k] = st[i*w+k]
			}
		}
		out = append(out, a)
	}
	return out, nil
}

func joinProducts(al mem.Allocator, of []Products) ([]float64, error) {
	st, err := of[0].states(al)
	if err != nil || len(st) == 0 {
		return nil, err
	}
	step := stepper(productStep[float64]{})
	if len(of[0]) > 3 {
		step = turningStep[float64]{}
	}
	for _, p := range of[1:] {
		more, err := p.states(al)
		if err != nil {
			return nil, err
		}
		step.merge(unsafe.Pointer(&st[0]), unsafe.Pointer(&more[0]), p[0].Size())
	}
	return st, nil
}
