package op

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Join stacks values laid out as a grid into one, in the subtask's scope.
func (x *Exec) Join(grid []int, vs []any) (any, error) { return Stack(x.Mem(), grid, vs) }

// Stack joins chunks laid out in C order as grid: arrays along their axes, frames by rows. nil chunks, empty
// parts, are left out of a grid of one axis.
func Stack(al mem.Allocator, grid []int, vs []any) (any, error) {
	if len(grid) == 1 {
		vs = present(vs)
	}
	if len(vs) == 0 {
		return nil, errs.New(errs.Internal, "a value joined from no chunks")
	}
	if len(vs) == 1 {
		return vs[0], nil
	}
	switch vs[0].(type) {
	case *frame.Frame:
		fs := make([]*frame.Frame, len(vs))
		for i, v := range vs {
			fs[i] = v.(*frame.Frame)
		}
		if err := agree(al, fs); err != nil {
			return nil, err
		}
		return frame.ConcatFrames(al, fs...)
	case *nd.Array:
		return stackArrays(al, grid, vs)
	}
	return nil, errs.New(errs.Internal, "%d chunks of type %T cannot be joined", len(vs), vs[0])
}

// agree settles columns whose dtype waits for all chunks. Where chunks that are joined have both dtypes that
// it may be, the one that misses rows holds for all of them.
func agree(al mem.Allocator, fs []*frame.Frame) error {
	for k, c := range fs[0].Cols {
		other := func(f *frame.Frame) bool { return k < len(f.Cols) && f.Cols[k].DType != c.DType }
		if !slices.ContainsFunc(fs, other) {
			continue
		}
		for i, f := range fs {
			if k >= len(f.Cols) {
				continue // whoever joins them says so
			}
			g := *f
			g.Cols = slices.Clone(f.Cols)
			var err error
			if g.Cols[k], err = g.Cols[k].Settle(al, true); err != nil {
				return err
			}
			fs[i] = &g
		}
	}
	return nil
}

// Arrived is what an exchange sends to c: pieces in order of the mappers, joined unless the operand takes
// them apart.
func (c *Call) Arrived(al mem.Allocator, pieces []any) (any, error) {
	if a, ok := c.Op.(Aparter); ok && a.Apart(c.Stage) {
		return Tuple(present(pieces)), nil
	}
	return Stack(al, []int{len(pieces)}, pieces)
}

func present(vs []any) []any {
	out := make([]any, 0, len(vs))
	for _, v := range vs {
		if v != nil {
			out = append(out, v)
		}
	}
	return out
}

func stackArrays(al mem.Allocator, grid []int, vs []any) (any, error) {
	as := make([]*nd.Array, len(vs))
	for i, v := range vs {
		as[i] = v.(*nd.Array)
	}
	if len(grid) == 1 {
		return nd.Concat(al, 0, as...)
	}
	full, at := make([]int, len(grid)), make([][]int, len(grid))
	for a := range grid {
		step := 1
		for _, n := range grid[a+1:] {
			step *= n
		}
		for i := range grid[a] {
			at[a] = append(at[a], full[a])
			full[a] += as[i*step].Shape[a]
		}
	}
	out, err := nd.New(al, as[0].DType, full...)
	if err != nil {
		return nil, err
	}
	k := 0
	each(grid, func(i []int) bool {
		to := make([]int, len(i))
		for a := range i {
			to[a] = at[a][i[a]]
		}
		err = nd.Copy(out.Box(to, as[k].Shape), as[k])
		k++
		return err == nil
	})
	return out, err
}
