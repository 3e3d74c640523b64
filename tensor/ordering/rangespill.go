package ordering

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/kernel/spill"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// orderOf is the places of parts in the order of their keys. Where there is no room for all keys beside them
// it orders range by range, through scratch space, with the same result.
func orderOf(x *op.Exec, parts []sort.Placed) (out *nd.Array, err error) {
	err = x.Try(func(y *op.Exec) (err error) {
		out, err = sort.JoinOrder(y.Mem(), parts, y.Parallel)
		return err
	})
	if !errs.Is(err, errs.Pressure) {
		return out, err
	}
	s, err := x.Scratch()
	if err != nil {
		return nil, err
	}
	n := 0
	for _, p := range parts {
		n += p.Keys.Shape[0]
	}
	out = x.Alloc(dtype.Int64, n)
	return out, orderThrough(x, s, parts, out)
}

// Elements that go through scratch space: how many a batch has at most, a range about, and how many are drawn
// for each range to choose bounds.
const (
	spilledBatch = 1 << 16
	spilledRange = 1 << 16
	spilledDraws = 32
)

// orderThrough writes the places of parts in order to the vector out. Keys and places go to scratch space by
// range; then one range after the other is put in order. Equal elements are divided by place, so that no
// range is long because of them.
func orderThrough(x *op.Exec, s op.Scratch, parts []sort.Placed, out *nd.Array) error {
	n := out.Shape[0]
	ranges := min(256, max(16, n/spilledRange))
	return x.Briefly(func(y *op.Exec) error {
		b, err := drawBounds(y, parts, n, ranges)
		if err != nil {
			return err
		}
		for _, p := range parts {
			if err := sendRanges(y, s, p, b); err != nil {
				return err
			}
		}
		at := 0
		for k := range ranges {
			err := y.Briefly(func(z *op.Exec) error {
				m, err := takeRange(z, s, k, out.Slice(0, at, n, 1))
				at += m
				return err
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// drawBounds chooses the bounds of ranges of the n elements of parts.
func drawBounds(x *op.Exec, parts []sort.Placed, n, ranges int) (sort.Bounds, error) {
	var keys, places []*nd.Array
	for _, p := range parts {
		k, at, err := sort.Sample(x.Mem(), p, 1+spilledDraws*ranges*p.Keys.Shape[0]/max(1, n), false)
		if err != nil {
			return sort.Bounds{}, err
		}
		keys, places = append(keys, k), append(places, at)
	}
	return sort.BoundsOf(x.Mem(), ranges, keys, places)
}

// sendRanges appends p to scratch space by range, in batches.
func sendRanges(x *op.Exec, s op.Scratch, p sort.Placed, b sort.Bounds) error {
	n := p.Keys.Shape[0]
	batch := min(spilledBatch, max(1<<12, n/16))
	for lo := 0; lo < n; lo += batch {
		err := x.Briefly(func(y *op.Exec) error {
			cut, err := sort.CutOrder(y.Mem(), p.Slice(lo, min(n, lo+batch)), b)
			if err != nil {
				return err
			}
			for k, c := range cut {
				if c.Keys.Shape[0] == 0 {
					continue
				}
				f, err := columnsOf(y, c.Keys, c.Places)
				if err != nil {
					return err
				}
				if err := s.Append(k, f); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// takeRange writes the places of range k of scratch space to the begin of out, and says how many they are.
func takeRange(x *op.Exec, s op.Scratch, k int, out *nd.Array) (int, error) {
	var runs []sort.Placed
	err := s.Read(k, func(v any) error {
		f, err := v.(*frame.Frame).Clone(x.Mem())
		if err != nil {
			return err
		}
		p, err := placedIn(x, f)
		runs = append(runs, p)
		return err
	})
	if err != nil || len(runs) == 0 {
		return 0, err
	}
	o, err := sort.JoinOrder(x.Mem(), runs, x.Parallel)
	if err != nil {
		return 0, err
	}
	n := o.Shape[0]
	if err := nd.Copy(out.Slice(0, 0, n, 1), o); err != nil {
		return 0, err
	}
	return n, s.Drop(k)
}

// orderAlong is sort.Argsort which, lane by lane, takes what it has no room for through scratch space.
func orderAlong(x *op.Exec, a *nd.Array, axis int) (out *nd.Array, err error) {
	err = x.Try(func(y *op.Exec) (err error) {
		out, err = sort.Argsort(y.Mem(), a, axis, y.Parallel)
		return err
	})
	if !errs.Is(err, errs.Pressure) {
		return out, err
	}
	s, err := x.Scratch()
	if err != nil {
		return nil, err
	}
	out = x.Alloc(dtype.Int64, a.Shape...)
	return out, eachLane(a, out, axis, func(from, to *nd.Array) error { return laneThrough(x, s, from, to) })
}

// laneThrough writes the positions that sort a vector to out.
func laneThrough(x *op.Exec, s op.Scratch, a, out *nd.Array) error {
	if sort.Keyed(a.DType, false) {
		return orderThrough(x, s, []sort.Placed{{Keys: a}}, out)
	}
	return x.Briefly(func(y *op.Exec) error {
		c, err := frame.FromArray(y.Mem(), a)
		if err != nil {
			return err
		}
		rows, err := spill.Order(y.Mem(), s, []order.Key{{Col: c}}, c.Rows)
		if err != nil {
			return err
		}
		return nd.Copy(out, nd.Of(rows, len(rows)))
	})
}

// eachLane calls f with the vectors along an axis of two arrays of one shape.
func eachLane(a, b *nd.Array, axis int, f func(a, b *nd.Array) error) (err error) {
	others := append([]int{}, a.Shape...)
	others[axis] = min(1, others[axis])
	nd.Each(others, func(at []int) {
		if err != nil {
			return
		}
		from, to := a, b
		for d := len(at) - 1; d >= 0; d-- {
			if d != axis {
				from, to = from.Index(d, at[d]), to.Index(d, at[d])
			}
		}
		err = f(from, to)
	})
	return err
}
