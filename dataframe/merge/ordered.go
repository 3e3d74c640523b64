package merge

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/op"
)

// inKeyOrder is a merge by ascending key: rows of both sides are sent by ranges of the keys of the driving
// side. Where drawn keys say that rows meet many, see meetsMany, the parts are asked how many rows they make,
// and one that makes far more than a chunk is merged by several tasks, each of which puts a window of the
// rows. The Index of a task that puts a window is its part, its first row and how many.
func (o *Merge) inKeyOrder(t *op.Tiler, drive, other op.Side) op.Grid {
	most := t.RowsFit()
	d, e := op.Sum(t.Splits(drive.Grid, 0)), op.Sum(t.Splits(other.Grid, 0))
	few := d.Known() && e.Known() && d.N*e.N <= 2*most
	if few || o.anti() || !o.meetsMany(t, drive, other) {
		return t.Shuffle(op.ByKey, drive, other)
	}
	parts := t.Parted(drive, other)
	asks := op.Grid{Shape: []int{parts[0].Len()}}
	for k, part := range parts[0].Edges {
		asks.Edges = append(asks.Edges, t.At(countPart).Edge([]int{k}, part, parts[1].Edges[k]))
	}
	if t.Need(op.Values, asks) != nil {
		return drive.Grid
	}
	final := t.At(joinPart)
	var out []op.Edge
	for k, part := range parts[0].Edges {
		v := t.ValueAt(asks, k).(op.Tuple)
		n, step := int(v[0].(int64)), max(most, int(v[1].(int64)))
		if n <= 2*most {
			out = append(out, final.Sized(n, []int{k}, part, parts[1].Edges[k]))
			continue
		}
		for from := 0; from < n; from += step {
			rows := min(step, n-from)
			out = append(out, final.Sized(rows, []int{k, from, rows}, part, parts[1].Edges[k]))
		}
	}
	return op.Grid{Shape: []int{len(out)}, Edges: out}
}

// makes puts how many rows a part of a merge by ascending key has, and how many the longer side: a task that
// numbers the keys of so many rows can as well write as many.
func (o *Merge) makes(x *op.Exec) error {
	d := o.drive()
	m := merging{x: x}
	m.sides[d], m.sides[1-d] = x.Frame(0), x.Frame(1)
	var err error
	if m.p, err = o.Plan(o.inOrder(x.InMeta(0), x.InMeta(1))); err != nil {
		return err
	}
	left, right := m.keys()
	n, err := join.Count(x.Mem(), m.p.How, left, right)
	if err != nil {
		return err
	}
	return x.Put(0, op.Tuple{int64(n), int64(max(m.sides[0].NRows, m.sides[1].NRows))})
}

// keys are the columns of both sides that rows meet by.
func (m *merging) keys() (left, right []*frame.Column) {
	for _, k := range m.p.Keys {
		left, right = append(left, keyColumn(m.sides[0], k.L)), append(right, keyColumn(m.sides[1], k.R))
	}
	return left, right
}
