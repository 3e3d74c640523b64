package sort

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// JoinOrder is the places of what parts hold in the order of their keys; places ascend from part to part.
func JoinOrder(al mem.Allocator, parts []Placed, par parallel.Func) (*nd.Array, error) {
	out, err := nd.New(al, dtype.Int64, lengths(parts))
	if err != nil || out.Size() == 0 {
		return out, err
	}
	err = joinOrderOf(al, parts, out, par)
	return out, err
}

func lengths(parts []Placed) (n int) {
	for _, p := range parts {
		n += p.Keys.Shape[0]
	}
	return n
}

func joinOrderOf(al mem.Allocator, parts []Placed, out *nd.Array, par parallel.Func) (err error) {
	e := byWord(
		parts[0].Keys.DType,
		func() { err = joinOrder[uint8](al, parts, out, par) },
		func() { err = joinOrder[uint16](al, parts, out, par) },
		func() { err = joinOrder[uint32](al, parts, out, par) },
		func() { err = joinOrder[uint64](al, parts, out, par) },
	)
	if e != nil {
		return e
	}
	return err
}

func joinOrder[W word](al mem.Allocator, parts []Placed, out *nd.Array, par parallel.Func) error {
	o := nd.Data[int64](out)
	keys, free, err := mem.Scratch[W](al, len(o))
	if err != nil {
		return err
	}
	defer free()
	places, freePlaces, err := mem.Scratch[int64](al, len(o))
	if err != nil {
		return err
	}
	defer freePlaces()
	n := 0
	for _, p := range parts {
		copy(keys[n:], nd.Data[W](p.Keys))
		copy(places[n:], nd.Data[int64](p.Places))
		n += p.Keys.Shape[0]
	}
	if err := orderKeys(al, keys, o, false, par); err != nil {
		return err
	}
	return par.Spans(n, span, func(lo, hi int) {
		s := o[lo:hi]
		for i, k := range s {
			s[i] = places[k]
		}
	})
}

// JoinValues puts the values of exact keys of d, which parts hold, in order. What a kernel needs no room for
// is sorted where it is.
func JoinValues(al mem.Allocator, d dtype.DType, parts []*nd.Array, par parallel.Func) (*nd.Array, error) {
	all, err := nd.Concat(al, 0, parts...)
	if err != nil {
		return nil, err
	}
	out := *all
	out.DType = d
	e := byWord(
		d,
		func() { err = joinValues[uint8](al, &out, par) },
		func() { err = joinValues[uint16](al, &out, par) },
		func() { err = joinValues[uint32](al, &out, par) },
		func() { err = joinValues[uint64](al, &out, par) },
	)
	if e != nil {
		return nil, e
	}
	return &out, err
}

func joinValues[W word](al mem.Allocator, a *nd.Array, par parallel.Func) error {
	s, f := nd.Data[W](asWords(a)), formOf[W](a.DType, true)
	if k := kernelOf[W](asm.Active()); k != nil {
		return quick[W]{k, &f}.sortKeys(s, par)
	}
	sortOrQuick(al, s)
	decodeForm(nil, s, s, &f)
	return nil
}
