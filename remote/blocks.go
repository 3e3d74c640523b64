package remote

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// Blocks calls a function, its first input, once for each block of the tensors behind it, which broadcast and
// are cut alike. The others are what its arguments have in the cluster, as those of Spawn; each comes whole.
// Nothing in the engine reads function and arguments; what the function gives is checked by Exec.
type Blocks struct {
	op.Opaque
	op.Process
	op.Placement
	Args   []byte   // the pickle of the arguments of the style
	Apart  bool     // that is the last input instead
	Python string   // the version of the interpreter that has pickled it, "3.11"
	Style  string   // how the function is called; see op.FuncCall
	Parts  int      // how many inputs are cut
	Core   []int    // how many last axes of each of them are never cut; none: none
	Outs   []Output // what comes out; the axes that are cut come before those of an output
	Free   bool     // instead, the axes of the one output are all of its own, and cut as the first ones of the one part
	Whole  bool     // all is one block
	Log    string   // under which name what it writes is kept
}

// An Output is what a function of blocks gives.
type Output struct {
	DType dtype.DType
	Shape []int // of its own axes; -1 is a length that the function makes up
}

func init() {
	op.Register[Blocks](op.Doc{
		Face: "inner", Name: "remote.blocks", Gives: "tensor",
		Sig:     "blocks(func, *inputs, args=None, apart=False, python='', style='', parts=0, core=None, outs=None, free=False, whole=False, log='', slots=0, memory=0, timeout=0, where=None, env=False, packages=False)",
		Summary: "Tensors of what a function of a Python program gives for each block", Notes: "Nothing in the engine reads function and arguments.",
	})
}

func (o *Blocks) Infer(in []op.Meta) ([]op.Meta, error) {
	if err := callable(in, o.Apart, o.Env); err != nil {
		return nil, err
	}
	last := len(in)
	for _, behind := range []bool{o.Apart, o.Env} {
		if behind {
			last--
		}
	}
	switch {
	case o.Parts < 1 || o.Parts >= last || len(o.Core) != 0 && len(o.Core) != o.Parts:
		return nil, errs.New(errs.Invalid, "%d blocks of %d inputs", o.Parts, last)
	case len(o.Outs) == 0 || len(o.Outs) > maxOutputs || o.Free && (o.Parts > 1 && !o.Whole || len(o.Outs) > 1):
		return nil, errs.New(errs.Invalid, "%d outputs of %d parts", len(o.Outs), o.Parts)
	}
	if err := o.CheckPlacement(); err != nil {
		return nil, err
	}
	loops, err := o.loops(in)
	if err != nil {
		return nil, err
	}
	outs := make([]op.Meta, len(o.Outs))
	for i, out := range o.Outs {
		if !out.DType.Fixed() {
			return nil, errs.New(errs.Type, "a tensor of %s of a function; there are those of numbers, bools and times", out.DType)
		}
		var dims []op.Dim
		if !o.Free {
			dims = slices.Clone(loops)
		}
		for a, n := range out.Shape {
			d := op.Dim{N: n}
			switch {
			case n < -1:
				return nil, errs.New(errs.Invalid, "negative dimensions are not allowed")
			case n < 0:
				d = op.Sym(fmt.Sprintf("blocks %d %d %d", o.Nonce, i, a), in...)
			}
			dims = append(dims, d)
		}
		outs[i] = op.NewTensor(out.DType, dims...)
	}
	return outs, nil
}

// loops are the lengths of the axes that are cut.
func (o *Blocks) loops(in []op.Meta) ([]op.Dim, error) {
	ms := make([]op.Meta, o.Parts)
	for i := range ms {
		m := in[1+i]
		if m.Kind != op.Tensor || len(m.Dims) < o.core(i) || o.core(i) < 0 {
			return nil, errs.New(errs.Type, "part %d is no tensor of %d axes", i, o.core(i))
		}
		ms[i] = m.WithDims(m.Dims[:len(m.Dims)-o.core(i)]...)
	}
	return op.Broadcast(ms...)
}

func (o *Blocks) core(i int) int {
	if len(o.Core) == 0 {
		return 0
	}
	return o.Core[i]
}

// StageMeta describes a block of a free output: lengths are those of the whole where the axis has one chunk,
// or is as long as that of the part.
func (o *Blocks) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s != op.Map {
		return nil, nil
	}
	out := o.Outs[0]
	m := op.NewTensor(out.DType)
	for a := range out.Shape {
		m.Dims = append(m.Dims, op.Sym(fmt.Sprintf("blocks %d 0 %d", o.Nonce, a), in...))
	}
	return []op.Meta{m}, nil
}

// Needs are workers with the interpreter that has pickled the function, and what its environment takes.
func (o *Blocks) Needs() []string { return o.Calls(o.Python) }

// Tile is a task for each block.
func (o *Blocks) Tile(t *op.Tiler) error {
	in := slices.Clone(t.Ins())
	for i, g := range in {
		g = t.Labels(g)
		if t.Err() != nil {
			return t.Err()
		}
		switch {
		case i == 0 || i > o.Parts:
			g = op.Whole(g)
		case o.Whole:
			g = t.WholeAxes(g)
		case o.core(i-1) > 0:
			axes := make([]int, o.core(i-1))
			for k := range axes {
				axes[k] = len(g.Shape) - 1 - k
			}
			g = t.WholeAxes(g, axes...)
		}
		in[i] = g
	}
	if t.Err() != nil {
		return t.Err()
	}
	if o.Free {
		return o.free(t, in)
	}
	var g op.Grid
	if len(o.Core) == 0 {
		g = t.Map(in...)
	} else {
		g = o.zip(t, in)
	}
	if t.Err() != nil {
		return t.Err()
	}
	outs := make([]op.Grid, len(o.Outs))
	for i := range outs {
		outs[i] = g.Out(i)
		outs[i].Shape = append(slices.Clone(g.Shape), slices.Repeat([]int{1}, len(o.Outs[i].Shape))...)
	}
	return t.Out(outs...)
}

// zip makes the blocks of parts whose first axes are of equal lengths, and are cut as those of the first one.
func (o *Blocks) zip(t *op.Tiler, in []op.Grid) op.Grid {
	n := len(in[1].Shape) - o.core(0)
	splits := t.AllSplits(in[1])[:n]
	for i := 1; i < o.Parts; i++ {
		in[1+i] = t.Rechunk(in[1+i], append(slices.Clone(splits), make([][]op.Dim, o.core(i))...)...)
	}
	g := op.Grid{Shape: slices.Clone(in[1].Shape[:n])}
	for k := range in[1].Edges {
		g.Edges = append(g.Edges, t.Edge(indexOf(g.Shape, k), o.edges(t, in, k)...))
	}
	return g
}

// edges are the inputs of block k.
func (o *Blocks) edges(t *op.Tiler, in []op.Grid, k int) []op.Edge {
	es := make([]op.Edge, len(in))
	for i, g := range in {
		switch {
		case t.Err() != nil:
			return nil
		case i > 0 && i <= o.Parts:
			es[i] = g.Edges[k]
		default:
			es[i] = t.One(g).Edges[0]
		}
	}
	return es
}

// indexOf is the place of block k, in C order.
func indexOf(shape []int, k int) []int {
	at := make([]int, len(shape))
	for a := len(shape) - 1; a >= 0; a-- {
		at[a], k = k%shape[a], k/shape[a]
	}
	return at
}

// Exec has the worker call the function. A block without elements is answered without a call.
func (o *Blocks) Exec(x *op.Exec) error {
	if shapes := o.empty(x); shapes != nil {
		for i, s := range shapes {
			if err := x.Put(i, x.Alloc(o.Outs[i].DType, s...)); err != nil {
				return err
			}
		}
		return nil
	}
	return o.call(x, x.Index)
}

// call calls the function for the block of a place.
func (o *Blocks) call(x *op.Exec, place []int) error {
	c, err := callOf(x, o.Args, o.Apart, o.Env)
	if err != nil {
		return err
	}
	c.Python, c.Style, c.At, c.Spread = o.Python, o.Style, x.Index, len(o.Outs) > 1
	c.Log, c.Chunk = o.Log, placeOf(place)
	c.Outs = slices.Repeat([]string{"tensor"}, len(o.Outs))
	o.Limit(&c)
	outs, err := x.Call(c)
	if err != nil {
		return err
	}
	for i, v := range outs {
		a, ok := v.(*nd.Array)
		if !ok || a.DType != o.Outs[i].DType {
			return errs.New(errs.Internal, "a %T of a function, not a tensor of %s", v, o.Outs[i].DType)
		}
		if want := x.Out(i).Dims; !fits(a.Shape, want) {
			return errs.New(errs.Type, "a result of shape %s was promised, and the function returned one of shape %s in chunk %s",
				op.ShapeString(want), op.ShapeString(op.Dims(a.Shape...)), op.ShapeString(op.Dims(place...)))
		}
		if err := x.Put(i, a); err != nil {
			return err
		}
	}
	return nil
}

// placeOf is how logs name the chunk of a place.
func placeOf(place []int) string {
	at := make([]string, len(place))
	for a, i := range place {
		at[a] = fmt.Sprint(i)
	}
	return strings.Join(at, ",")
}

// fits reports whether a shape is as promised, as far as lengths were.
func fits(shape []int, want []op.Dim) bool {
	return slices.EqualFunc(shape, want, func(n int, d op.Dim) bool { return !d.Known() || d.N == n })
}

// empty are the shapes of the outputs of a block of no elements along an axis that is cut; nil: it has some.
func (o *Blocks) empty(x *op.Exec) [][]int {
	none := false
	for i := range o.Parts {
		s := x.Array(1 + i).Shape
		none = none || slices.Contains(s[:len(s)-o.core(i)], 0)
	}
	if !none || o.Whole {
		return nil
	}
	shapes := make([][]int, len(o.Outs))
	for i := range shapes {
		shapes[i] = []int{}
		for a, d := range x.Out(i).Dims {
			switch s := x.Array(1).Shape; {
			case d.Known():
				shapes[i] = append(shapes[i], d.N)
			case a < len(s):
				shapes[i] = append(shapes[i], s[a])
			default:
				shapes[i] = append(shapes[i], 0)
			}
		}
	}
	return shapes
}
