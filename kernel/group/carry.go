package group

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// Carries reports that running aggregates of a column of dtype d may start from what groups stood at in rows
// before, with the same bits: sums and products of floats depend on what was rounded on the way.
func (f Cum) Carries(d dtype.DType) bool {
	r, err := f.Result(d)
	return err == nil && (f == CumMin || f == CumMax || !r.IsFloat())
}

// Totals is what every group stands at behind its last row: float64, or Int64 or UInt64 that is missing where
// a group has no value yet. Carries must hold.
func (f Cum) Totals(al mem.Allocator, g *Groups, c *frame.Column) (*frame.Column, error) {
	d, err := f.Result(c.DType)
	if err != nil {
		return nil, err
	}
	if d.IsFloat() {
		return f.bests(al, g, c)
	}
	v, there, err := integers(al, c)
	if err != nil {
		return nil, err
	}
	if f == CumSum && there == nil && g.full {
		sum, out, err := column[int64](al, stateType(d), g.N)
		if err != nil {
			return nil, err
		}
		clear(sum)
		sumOfWhole(g.IDs, v, nil, sum)
		return out, nil
	}
	at, err := standing(al, g.N, nil)
	if err != nil {
		return nil, err
	}
	defer at.free()
	missing := func(i int) bool { return g.IDs[i] < 0 || there != nil && !there[i] }
	f.integers(g, v, nil, missing, d.IsUint(), at)
	acc, out, err := column[int64](al, stateType(d), g.N)
	if err != nil {
		return nil, err
	}
	copy(acc, at.acc)
	return miss(al, out, func(i int) bool { return !at.begun[i] })
}

// stateType is the dtype of what groups with results of d stand at.
func stateType(d dtype.DType) dtype.DType {
	if d.IsUint() {
		return dtype.Uint64.Nullable()
	}
	return dtype.Int64.Nullable()
}

// bests is Totals of floats: infinite where a group has no value yet.
func (f Cum) bests(al mem.Allocator, g *Groups, c *frame.Column) (*frame.Column, error) {
	v, err := floats(al, c)
	if err != nil {
		return nil, err
	}
	acc, out, err := column[float64](al, dtype.Float64, g.N)
	if err != nil {
		return nil, err
	}
	if err := f.floatsFrom(al, acc, nil); err != nil {
		return nil, err
	}
	for i, id := range g.IDs {
		if x := v[i]; id >= 0 && x == x {
			acc[id] = f.better(acc[id], x)
		}
	}
	return out, nil
}

func (f Cum) better(a, b float64) float64 {
	if f == CumMin {
		return min(a, b)
	}
	return max(a, b)
}

// floatsFrom writes what groups of floats start from.
func (f Cum) floatsFrom(al mem.Allocator, acc []float64, from *frame.Column) error {
	if from != nil {
		v, err := values[float64](al, from)
		copy(acc, v)
		return err
	}
	start := [...]float64{CumSum: 0, CumProd: 1, CumMin: math.Inf(1), CumMax: math.Inf(-1)}[f]
	for i := range acc {
		acc[i] = start
	}
	return nil
}

// Before is what groups stood at before each chunk, of the totals of all chunks, end to end, which g groups
// by their keys.
func (f Cum) Before(al mem.Allocator, g *Groups, totals *frame.Column) (*frame.Column, error) {
	if totals.DType.IsFloat() {
		return f.bestsBefore(al, g, totals)
	}
	v, there, err := integers(al, totals)
	if err != nil {
		return nil, err
	}
	at, err := standing(al, g.N, nil)
	if err != nil {
		return nil, err
	}
	defer at.free()
	o, out, err := column[int64](al, stateType(totals.DType), len(v))
	if err != nil {
		return nil, err
	}
	begun, free, err := mem.Scratch[bool](al, len(v))
	if err != nil {
		return nil, err
	}
	defer free()
	for i, id := range g.IDs {
		o[i], begun[i] = at.acc[id], at.begun[id]
		if there == nil || there[i] {
			f.step(at, id, v[i], totals.DType.IsUint())
		}
	}
	return miss(al, out, func(i int) bool { return !begun[i] })
}

func (f Cum) bestsBefore(al mem.Allocator, g *Groups, totals *frame.Column) (*frame.Column, error) {
	v, err := values[float64](al, totals)
	if err != nil {
		return nil, err
	}
	acc, free, err := mem.Scratch[float64](al, g.N)
	if err != nil {
		return nil, err
	}
	defer free()
	if err := f.floatsFrom(al, acc, nil); err != nil {
		return nil, err
	}
	o, out, err := column[float64](al, dtype.Float64, len(v))
	if err != nil {
		return nil, err
	}
	for i, id := range g.IDs {
		o[i] = acc[id]
		acc[id] = f.better(acc[id], v[i])
	}
	return out, nil
}

// An integerState is what groups of integers stand at.
type integerState struct {
	acc   []int64
	begun []bool // the group has a value
	free  func()
}

// standing is the state of n groups that start from what Before gave; nil: from nothing.
func standing(al mem.Allocator, n int, from *frame.Column) (*integerState, error) {
	acc, free, err := zeros[int64](al, n)
	if err != nil {
		return nil, err
	}
	begun, back, err := zeros[bool](al, n)
	if err != nil {
		free()
		return nil, err
	}
	at := &integerState{acc, begun, func() { free(); back() }}
	if from == nil {
		return at, nil
	}
	v, there, err := integers(al, from)
	if err != nil {
		at.free()
		return nil, err
	}
	for i := range acc {
		if there == nil || there[i] {
			acc[i], begun[i] = v[i], true
		}
	}
	return at, nil
}

// Lasts is the last row of every group, or the first.
func (g *Groups) Lasts(al mem.Allocator, first bool) ([]int64, error) {
	if first {
		return g.First, nil
	}
	last, _, err := mem.Scratch[int64](al, g.N)
	for i, id := range g.IDs {
		if id >= 0 && err == nil {
			last[id] = int64(i)
		}
	}
	return last, err
}
