package reduce

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/reduce"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/reshape"
)

// Running is a running sum or product. A chunk's first output is its part of the result, the second one is
// what the next chunk of the row goes on from. Partials are the sums of the units of chunks.
type Running struct {
	Axis  *int
	Dtype dtype.DType
	name  string
}

func (o *Running) Row() string { return o.name }

func init() {
	for _, r := range []struct{ name, summary string }{
		{"cumsum", "Running sum along an axis"},
		{"cumprod", "Running product along an axis"},
		{"nancumsum", "Running sum along an axis, NaN counting as 0"},
		{"nancumprod", "Running product along an axis, NaN counting as 1"},
	} {
		d := op.Doc{Name: "tensor." + r.name, Like: "numpy." + r.name, Summary: r.summary, Sig: r.name + "(a, axis=None, dtype=None, out=None)"}
		if r.name[0] == 'c' {
			d.Methods = "Tensor." + r.name
		}
		op.Register[Running](d, Running{name: r.name})
	}
	op.AddRule(op.Rule{Name: "a running fold of all runs along one axis", Expands: true, Try: func(n *op.Node, _ op.Uses) (op.Value, bool) {
		o, ok := n.Op.(*Running)
		if !ok || o.Axis != nil {
			return op.Value{}, false
		}
		b := chunk.BuildAt(n.Site)
		v := b.Value(&Running{Axis: new(int), Dtype: o.Dtype, name: o.name}, b.Value(&reshape.Reshape{Shape: []int{-1}}, n.In...))
		return v, v.Err() == nil
	}})
}

// Normalize counts the axis from 0.
func (o *Running) Normalize(in []op.Meta) error {
	if o.Axis == nil {
		return nil
	}
	a, err := chunk.NormAxis(*o.Axis, len(in[0].Dims))
	o.Axis = &a
	return err
}

// fold is the reduction of a chunk.
func (o *Running) fold() *Fold {
	name := strings.Replace(o.name, "cum", "", 1)
	f := op.Lookup("tensor." + name).New().(*Fold)
	f.Dtype = o.Dtype
	if o.Axis != nil {
		f.Axis = []int{*o.Axis}
	}
	return f
}

func (o *Running) Infer(in []op.Meta) ([]op.Meta, error) {
	from := in[0].DType.Is
	d, err := o.fold().result(from)
	if err != nil {
		return nil, err
	}
	if o.Axis == nil {
		flat, err := (&reshape.Reshape{Shape: []int{-1}}).Infer(in)
		if err != nil {
			return nil, err
		}
		return []op.Meta{op.NewTensor(d, flat[0].Dims...)}, nil
	}
	return []op.Meta{op.NewTensor(d, in[0].Dims...)}, nil
}

// StageMeta: a chunk gives what is carried on beside its part of the result.
func (o *Running) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s == op.Map || s == op.Combine {
		return []op.Meta{op.NewObject()}, nil
	}
	if s != op.Final {
		return nil, nil
	}
	to, err := o.fold().result(in[0].DType.Is)
	if err != nil {
		return nil, err
	}
	levels, held, ok := reduce.CarryOf(o.name, in[0].DType.Is, to)
	if !ok {
		return nil, errs.New(errs.Internal, "no running fold of %v", to)
	}
	rest := append(op.Dims(levels), chunk.Reduced(in[0].Dims, []int{*o.Axis}, false)...)
	return []op.Meta{op.NewTensor(to, in[0].Dims...), op.NewTensor(held, rest...)}, nil
}

// waiting is how many chunks of a row wait for each other, a stretch of it, each for what the one before
// leaves; so a chunk is read once. What comes before a later stretch of sums is known from partials of the
// earlier ones, so stretches run at the same time.
const waiting = 64

// Tile tells each chunk where it lies, because the order of additions goes by that.
func (o *Running) Tile(t *op.Tiler) error {
	g, axis := t.In(0), *o.Axis
	if g.Shape[axis] > 1 {
		if err := t.Need(op.Rows, g); err != nil {
			return err
		}
	}
	from := t.MetaOf(g.Edges[0]).DType.Is
	to, err := o.fold().result(from)
	if err != nil {
		return err
	}
	l := &runningLine{t: t, g: g, axis: axis, splits: t.Splits(g, axis), out: make([]op.Edge, len(g.Edges)), cuts: reduce.Cuts(o.name, from, to)}
	lines := slices.Clone(g.Shape)
	lines[axis] = 1
	nd.Each(lines, func(idx []int) { l.tile(slices.Clone(idx)) })
	return t.Out(op.Grid{Shape: g.Shape, Edges: l.out})
}

// runningLine makes the tasks of the chunks that follow each other along the axis.
type runningLine struct {
	t      *op.Tiler
	g      op.Grid
	axis   int
	splits []op.Dim
	out    []op.Edge
	cuts   bool // there are partials
}

// tile makes those of the line in which idx is the first chunk.
func (l *runningLine) tile(idx []int) {
	var parts, carry, start []op.Edge // partials of this stretch, what the chunk before leaves, what comes before this stretch
	lo, full := make([]int, len(idx)), make([]int, len(idx))
	if len(l.splits) > 1 {
		full[l.axis] = op.Sum(l.splits).N
	}
	for k, d := range l.splits {
		if l.t.Err() != nil {
			return
		}
		idx[l.axis] = k
		x := l.g.At(idx...)
		if k%waiting == 0 && k > 0 && l.cuts {
			start = []op.Edge{l.t.At(op.Combine).Edge(idx, append(start, parts...)...)}
			carry, parts = start, nil
		}
		place := l.t.Place(lo, full)
		at := 0
		for a, i := range idx {
			at = at*l.g.Shape[a] + i
		}
		id := place.At(op.Final).Task(idx, nil, append([]op.Edge{x}, carry...)...)
		l.out[at], carry = op.Edge{ID: id, Part: -1}, []op.Edge{{ID: id, Out: 1, Part: -1}}
		if l.cuts && k/waiting < (len(l.splits)-1)/waiting {
			parts = append(parts, place.At(op.Map).Edge(idx, x))
		}
		lo[l.axis] += d.N
	}
}

// Exec runs over a chunk, or makes partials and what they come to: tuples of numbers and the positions that
// these are about.
func (o *Running) Exec(x *op.Exec) error {
	if x.Stage == op.Combine {
		return o.carry(x)
	}
	a, at := x.Array(0), x.Lo()[*o.Axis]
	to, err := o.fold().result(a.DType)
	if err != nil {
		return err
	}
	opt := reduce.ScanOptions{DType: to, At: at, Parallel: x.Parallel}
	if x.Stage == op.Map {
		part, err := reduce.ScanPart(x.Mem(), o.name, a, *o.Axis, opt)
		if err != nil {
			return err
		}
		return x.Put(0, op.Tuple{part, nd.Of([]int64{int64(at), int64(a.Shape[*o.Axis])})})
	}
	opt.Rest = x.Want(1)
	if x.Len() > 1 {
		switch c := x.In(1).(type) {
		case op.Tuple:
			opt.Carry = c[0].(*nd.Array)
		case *nd.Array:
			if opt.Carry, err = c.Contig(x.Mem()); err != nil {
				return err
			}
		}
	}
	out, rest, err := reduce.Scan(x.Mem(), o.name, a, *o.Axis, opt)
	if err != nil {
		return err
	}
	if opt.Rest {
		_ = x.Put(1, rest)
	}
	return x.Put(0, out)
}

// carry adds partials to what comes before them, which is there when it has one position.
func (o *Running) carry(x *op.Exec) error {
	var sum *nd.Array
	end := 0
	for _, p := range x.Tuples() {
		part, at := p[0].(*nd.Array), nd.Data[int64](p[1].(*nd.Array))
		if len(at) == 1 {
			sum, end = part, int(at[0])
			continue
		}
		var err error
		if part, err = part.Contig(x.Mem()); err != nil {
			return err
		}
		if sum, err = reduce.ScanJoin(x.Mem(), o.name, sum, int(at[0]), part, int(at[1])); err != nil {
			return err
		}
		end = int(at[0] + at[1])
	}
	return x.Put(0, op.Tuple{sum, nd.Of([]int64{int64(end)})})
}
