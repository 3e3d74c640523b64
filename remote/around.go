package remote

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Around is Chunks of a function that gets rows ahead of its chunk and behind it too, and gives one for each
// row that it gets: those of the chunk are kept. The index of a task is the place of the chunk, how many rows
// lie ahead of it and how many behind.
type Around struct {
	Chunks
	Before int // rows ahead of a chunk, as far as there are such
	After  int // rows behind it
}

func init() {
	op.Register[Around](op.Doc{
		Face: "inner", Name: "remote.around", Gives: "dataframe",
		Sig:     "around(func, df, *inputs, args=None, apart=False, python='', style='', schema=None, kind='', guessed=False, aligned=False, whole=False, rows=None, by=None, log='', slots=0, memory=0, timeout=0, where=None, env=False, packages=False, before=0, after=0)",
		Summary: "Frame of what a function of a Python program gives for each chunk and the rows around it", Notes: "Nothing in the engine reads function and arguments.",
	})
}

func (o *Around) Infer(in []op.Meta) ([]op.Meta, error) {
	if !o.Aligned || o.Whole || len(o.By) > 0 || o.Kind == "index" || o.Before < 0 || o.After < 0 {
		return nil, errs.New(errs.Invalid, "%d rows before a chunk and %d after it, of a function that gives no row for each", o.Before, o.After)
	}
	return o.Chunks.Infer(in)
}

// Look is at all: rows of a chunk depend on those of others.
func (o *Around) Look(int) op.Look { return op.Looks }

// Labels is at all: functions may look at them.
func (o *Around) Labels(int) op.Look { return op.Looks }

// Tile is a task for each chunk that has rows.
func (o *Around) Tile(t *op.Tiler) error {
	in := slices.Clone(t.Ins())
	for i := range in {
		if in[i] = t.Labels(in[i]); t.Err() == nil && i != 1 {
			in[i] = t.One(in[i])
		}
		if t.Err() != nil {
			return t.Err()
		}
	}
	wide, own, sides := t.Overlap(in[1], []int{o.Before}, []int{o.After}, false)
	if t.Err() != nil {
		return t.Err()
	}
	out := op.Grid{Shape: []int{len(own[0])}}
	for k, n := range own[0] {
		es := []op.Edge{in[0].Edges[0], wide.Edges[k]}
		for _, whole := range in[2:] {
			es = append(es, whole.Edges[0])
		}
		out.Edges = append(out.Edges, t.Sized(n.N, []int{k, sides[0][k][0], sides[0][k][1]}, es...))
	}
	return t.Out(out)
}

// Exec has the worker call the function, which gives the rows of the chunk alone.
func (o *Around) Exec(x *op.Exec) error {
	in := x.Frame(1)
	return o.exec(x, in.Slice(x.Index[1], in.NRows-x.Index[2]))
}
