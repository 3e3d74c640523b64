package group

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/mem"
)

// Apart is every row as a group of its own: for a chunk whose keys hardly come twice, partials of which cost
// less than finding its groups.
func Apart(al mem.Allocator, rows int) (*Groups, error) {
	ids, _, err := mem.Scratch[int32](al, rows)
	if err != nil {
		return nil, err
	}
	first, _, err := mem.Scratch[int64](al, rows)
	if err != nil {
		return nil, err
	}
	for i := range ids {
		ids[i], first[i] = int32(i), int64(i)
	}
	return &Groups{IDs: ids, N: rows, First: first, full: true, apart: true}, nil
}

// apartRows is the rows from which on it is asked whether they are apart.
const apartRows = 1 << 17

// Mostly reports that the keys of most rows of a large chunk come once there: they do in samples of two
// sizes. Rows with missing keys must not drop out.
func Mostly(al mem.Allocator, keys []*frame.Column) (bool, error) {
	rows := keys[0].Rows
	if rows < apartRows {
		return false, nil
	}
	for _, n := range []int{1 << 12, 1 << 15} { // of a million keys the larger has 98.5 % once
		at := make([]int64, 0, n)
		for run := range 16 {
			lo := run * (rows / 16)
			for i := range n / 16 {
				at = append(at, int64(lo+i))
			}
		}
		some := make([]*frame.Column, len(keys))
		for i, k := range keys {
			c, err := k.Take(al, at)
			if err != nil {
				return false, err
			}
			some[i] = c
		}
		num, err := hash.Number(al, hash.Appearance, false, some)
		if err != nil {
			return false, err
		}
		if num.N < n-n/64 {
			return false, nil
		}
	}
	return true, nil
}

// alone is the partials of rows apart that are the column itself, and ones; nil where they are others.
func (a Agg) alone(al mem.Allocator, g *Groups, c *frame.Column) ([]*frame.Column, error) {
	if !g.apart || a.counted() {
		return nil, nil
	}
	wide := (c.Enc == frame.Plain || c.Enc == frame.Narrow) && c.Valid.IsZero() && (c.DType == dtype.Int64 || c.DType == dtype.Uint64 || c.DType == dtype.Float64)
	switch a.Func {
	case Size:
		return ones(al, g)
	case Count:
		if !c.HasNulls() {
			return ones(al, g)
		}
	case Sum: // NaN of a partial is no missing row
		if wide && !c.HasNulls() {
			return []*frame.Column{c}, nil
		}
	case Mean:
		if wide && c.DType == dtype.Float64 && !c.HasNulls() {
			one, err := ones(al, g)
			return append([]*frame.Column{c}, one...), err
		}
	case Min, Max, First, Last:
		if c.Enc == frame.Plain && !c.DType.IsObject() || c.Enc == frame.Dict || c.Enc == frame.Narrow {
			return []*frame.Column{c}, nil
		}
	}
	return nil, nil
}

func ones(al mem.Allocator, g *Groups) ([]*frame.Column, error) {
	n, err := g.Sizes(al)
	return []*frame.Column{n}, err
}
