package op

import (
	"slices"
	"sort"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/nd"
)

// piece is a box of one input and where it goes in the output, both counted in the chunk.
type piece struct {
	In                   int
	From, Step, To, Size []int
	Flat                 bool
}

// whole reports that p is all of an input at the output's origin.
func (p *piece) whole(size []int) bool {
	if p.Flat {
		return false
	}
	for a := range p.To {
		if p.To[a] != 0 || p.Step[a] != 1 || p.From[a] != 0 {
			return false
		}
	}
	return slices.Equal(p.Size, size)
}

// gather assembles a chunk from pieces.
type gather struct {
	structural
	Size   []int
	Pieces []piece
}

func (o *gather) Exec(x *Exec) error {
	if x.Out(0).Kind != Tensor {
		return o.frames(x)
	}
	if len(o.Pieces) == 1 && !o.Pieces[0].Flat { // one box of one chunk is a view
		p := &o.Pieces[0]
		if slices.Equal(p.Size, o.Size) {
			return x.Put(0, cutBox(x.Array(p.In), p))
		}
	}
	if len(o.Pieces) == 1 { // so is a range of one
		p := &o.Pieces[0]
		if v, ok := rangeOf(x.Array(p.In), p, o.Size); ok {
			return x.Put(0, v)
		}
	}
	out := x.Alloc(x.Out(0).DType.Is, o.Size...)
	for i := range o.Pieces {
		p := &o.Pieces[i]
		if err := o.place(x, out, p); err != nil {
			return err
		}
	}
	return x.Put(0, out)
}

func (o *gather) place(x *Exec, out *nd.Array, p *piece) error {
	if !p.Flat {
		return nd.Copy(out.Box(p.To, p.Size), cutBox(x.Array(p.In), p))
	}
	src, err := x.Array(p.In).Contig(x.Mem())
	if err != nil {
		return err
	}
	from, ok := src.Reshape(src.Size())
	to, ok2 := out.Reshape(out.Size())
	if !ok || !ok2 {
		return errs.New(errs.Internal, "a contiguous array has no flat view")
	}
	return nd.Copy(to.Box(p.To, p.Size), from.Box(p.From, p.Size))
}

// rangeOf is a view of the range p of a contiguous array as a whole chunk.
func rangeOf(a *nd.Array, p *piece, size []int) (*nd.Array, bool) {
	if !p.Flat || !a.Contiguous() || p.Size[0] != nd.Size(size) {
		return nil, false
	}
	v, ok := a.Reshape(a.Size())
	if !ok {
		return nil, false
	}
	return v.Slice(0, p.From[0], p.From[0]+p.Size[0], 1).Reshape(size...)
}

// cutBox is the view of a that p names, steps included.
func cutBox(a *nd.Array, p *piece) *nd.Array {
	for ax := range p.Size {
		stop := p.From[ax] + (p.Size[ax]-1)*p.Step[ax] + 1 // just past the last place
		if p.Step[ax] < 0 {
			stop -= 2
		}
		a = a.Slice(ax, p.From[ax], stop, p.Step[ax])
	}
	return a
}

func (o *gather) frames(x *Exec) error {
	ps := slices.Clone(o.Pieces)
	sort.SliceStable(ps, func(i, j int) bool { return ps[i].To[0] < ps[j].To[0] })
	var fs []*frame.Frame
	for _, p := range ps {
		f := x.Frame(p.In)
		if p.Step[0] == 1 {
			fs = append(fs, f.Slice(p.From[0], p.From[0]+p.Size[0]))
			continue
		}
		rows := make([]int64, p.Size[0])
		for k := range rows {
			rows[k] = int64(p.From[0] + k*p.Step[0])
		}
		g, err := f.Take(x.Mem(), rows)
		if err != nil {
			return err
		}
		fs = append(fs, g)
	}
	if len(fs) == 1 {
		return x.Put(0, fs[0])
	}
	if len(fs) == 0 {
		return errs.New(errs.Internal, "a frame gathered from nothing")
	}
	out, err := frame.ConcatFrames(x.Mem(), fs...)
	if err != nil {
		return err
	}
	return x.Put(0, out)
}

// joined stacks a grid of chunks whose lengths are known only now.
type joined struct {
	Grid []int
}

func (*joined) Infer(in []Meta) ([]Meta, error) { return in[:1], nil }
func (*joined) Tile(t *Tiler) error             { return structural{}.Tile(t) }
func (o *joined) Exec(x *Exec) error {
	v, err := x.Join(o.Grid, x.in)
	if err != nil {
		return err
	}
	return x.Put(0, v)
}
