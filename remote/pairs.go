package remote

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Pairs is Chunks of a function that gets a chunk of the second input and one of the third, for each pair of
// them: all pairs of the first chunk of the second input come first.
type Pairs struct {
	Chunks
}

func init() {
	op.Register[Pairs](op.Doc{
		Face: "inner", Name: "remote.pairs", Gives: "dataframe",
		Sig:     "pairs(func, df, other, *inputs, args=None, apart=False, python='', style='', schema=None, kind='', guessed=False, aligned=False, whole=False, rows=None, by=None, log='', slots=0, memory=0, timeout=0, where=None, env=False, packages=False)",
		Summary: "Frame of what a function of a Python program gives for each pair of chunks", Notes: "Nothing in the engine reads function and arguments.",
	})
}

func (o *Pairs) Infer(in []op.Meta) ([]op.Meta, error) {
	if len(in) < 3 || in[2].Kind != op.Frame && in[2].Kind != op.Series && in[2].Kind != op.Index {
		return nil, errs.New(errs.Type, "the third input is neither frame nor series nor index")
	}
	if o.Aligned || o.Whole || len(o.By) > 0 {
		return nil, errs.New(errs.Invalid, "pairs of chunks that are aligned, whole or of groups")
	}
	return o.Chunks.Infer(in)
}

// Tile is a task for each pair.
func (o *Pairs) Tile(t *op.Tiler) error {
	in := slices.Clone(t.Ins())
	for i := range in {
		if in[i] = t.Labels(in[i]); t.Err() == nil && i != 1 && i != 2 {
			in[i] = t.One(in[i])
		}
		if t.Err() != nil {
			return t.Err()
		}
	}
	g := op.Grid{}
	for _, left := range in[1].Edges {
		for _, right := range in[2].Edges {
			es := []op.Edge{in[0].Edges[0], left, right}
			for _, whole := range in[3:] {
				es = append(es, whole.Edges[0])
			}
			g.Edges = append(g.Edges, t.Edge([]int{len(g.Edges)}, es...))
		}
	}
	g.Shape = []int{len(g.Edges)}
	return t.Out(g)
}

// Exec has the worker call the function. A pair of which one has no rows is answered without a call.
func (o *Pairs) Exec(x *op.Exec) error {
	if x.Frame(2).NRows > 0 {
		return o.Chunks.Exec(x)
	}
	none, err := o.Schema.Clone(x.Mem())
	if err != nil {
		return err
	}
	return o.put(x, x.Frame(1), none)
}
