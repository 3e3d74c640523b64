package merge

import (
	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/op"
)

// Groups aggregates over groups of the rows of a merge without making the merge: chunks find which rows meet,
// and take what they aggregate one column at a time.
type Groups struct {
	Join  Merge
	Group groupby.Agg
}

func init() {
	op.Register[Groups](op.Doc{
		Face: "inner",
		Name: "dataframe.merge_groupby", Sig: "merge_groupby(left, right, join=None, group=None)",
		Summary: "Aggregate over groups of the rows of a merge", Notes: "What merge(...).groupby(...).agg(...) is where nobody else reads the merge.",
	})
	op.AddRule(op.Rule{Name: "groups of a merge", Try: func(n *op.Node, uses op.Uses) (op.Value, bool) {
		g, m, ok := op.Over[groupby.Agg, Merge](n, uses)
		if !ok || len(n.In) != 1 || !overMerge(g, m, n.In[0].Meta()) {
			return op.Value{}, false
		}
		out := op.ApplyAt(n.Site, &Groups{*m, *g}, n.In[0].N.In...)
		return op.Value{N: out}, out.Err == nil
	}})
}

// overMerge reports that groups of a merge with this meta need no merge: chunks have partial aggregates,
// neither order nor labels of the merge count, and no dtype waits for all rows of the merge.
func overMerge(o *groupby.Agg, m *Merge, in op.Meta) bool {
	if h, err := join.Parse(m.How); err != nil || h != join.Inner && h != join.Left || m.Sort || m.Validate != "" || in.Open {
		return false
	}
	outs, err := o.Outs(in.Cols)
	if err != nil || o.Holistic() || o.Look(0) != op.Ignores || !*o.Observed {
		return false
	}
	for _, k := range o.By {
		if at := schema.PlaceOf(in.Cols, k.Label); k.In != 0 || k.Level != 0 || at < 0 || !in.Cols[at].Known() {
			return false
		}
	}
	for _, out := range outs {
		if out.Src >= 0 && !in.Cols[out.Src].Known() {
			return false
		}
	}
	return true
}

// merged is the meta of the merge.
func (o *Groups) merged(in []op.Meta) ([]op.Meta, error) { return o.Join.Infer(in) }

func (o *Groups) Infer(in []op.Meta) ([]op.Meta, error) {
	m, err := o.merged(in)
	if err != nil {
		return nil, err
	}
	if !overMerge(&o.Group, &o.Join, m[0]) {
		return nil, errs.New(errs.Invalid, "merge_groupby of what must be merged first")
	}
	return o.Group.Infer(m)
}

// StageMeta describes partial frames, which say what they are in the names of their columns.
func (o *Groups) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s == op.Chunk {
		return nil, nil
	}
	return []op.Meta{op.NewFrame(op.Sym(o.Group.Question()+s.String(), in...), op.FreshRange(op.Dim{}))}, nil
}

// Labels are looked at where they are keys of the merge.
func (o *Groups) Labels(i int) op.Look { return o.Join.Labels(i) }

// Look: the order of neither side counts.
func (o *Groups) Look(int) op.Look { return op.Ignores }

// ColumnsOf are the keys of both and what the wanted columns are made of.
func (o *Groups) ColumnsOf(i int, in []op.Meta, want []int) ([]int, bool) {
	m, err := o.merged(in)
	if err != nil {
		return nil, false
	}
	use, ok := o.Group.ColumnsOf(0, m, want)
	if !ok {
		return nil, false
	}
	return o.Join.ColumnsOf(i, in, use)
}

// Tile cuts the merge as it is cut alone, and the aggregates of its chunks as those of chunks that are there.
// Tasks of stage Final with two inputs are parts of a merge, which have partial aggregates as tasks of stage
// Map have.
func (o *Groups) Tile(t *op.Tiler) error {
	ins := []op.Meta{t.In(0).Meta, t.In(1).Meta}
	p, err := o.Join.Plan(ins)
	if err != nil {
		return t.Fail(err)
	}
	drive, other := o.Join.sides(p, t)
	var g op.Grid
	switch {
	case t.Small(other.Grid):
		t.Choose(broadcastJoin, "the right side is small")
		if drive.Grid.Len() == 1 {
			return t.Out(t.Map(drive.Grid, op.Whole(other.Grid)))
		}
		g = t.At(op.Map).Map(drive.Grid, op.Whole(other.Grid))
	case t.Err() != nil:
		return t.Err()
	case p.How == join.Inner && t.Small(drive.Grid):
		t.Choose(broadcastJoin, "the left side is small")
		g = t.At(op.Map).Map(op.Whole(drive.Grid), other.Grid)
	case t.Err() != nil:
		return t.Err()
	default:
		t.Choose(partitionedJoin, "neither side is small")
		if g = t.Shuffle(op.Free, drive, other); g.Len() == 1 {
			return t.Out(t.Map(t.One(drive.Grid), t.One(other.Grid)))
		}
	}
	return t.Out(groupby.Tiling{Keys: o.Group.KeyNames(), Sort: true}.Tile(t, g))
}
