package merge

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/op"
)

// fewGroups reports that the nearest rows of all further keys are not many more than a chunk.
func fewGroups(right []asofEnds) bool {
	groups, longest := int64(0), int64(0)
	for _, r := range right {
		groups, longest = groups+r.groups, max(longest, r.rows)
	}
	return groups <= 4*longest
}

// scan gives each left chunk the right chunks whose keys are among its own and, of all chunks before or
// behind them, the last or the first row of every further key: no other row of those can be the nearest. Rows
// that are kept of one chunk more are made of those that were kept before it, chunk by chunk. However many
// rows have one further key, they need not meet.
func (o *Asof) scan(t *op.Tiler, left, right []asofEnds, d join.Direction) op.Grid {
	chunks, keep := t.In(1).Edges, t.At(op.Combine)
	before, behind := make([]op.Edge, len(chunks)+1), make([]op.Edge, len(chunks)+1) // chunk k, and from chunk k on
	out := op.Grid{Shape: t.In(0).Shape}
	ready, from := 0, len(chunks)
	for k := range left { // chunks ascend: so does lo
		lo, hi := left[k].among(right)
		for ; d != join.Forward && ready < lo; ready++ {
			in := []op.Edge{chunks[ready]}
			if ready > 0 {
				in = []op.Edge{before[ready], chunks[ready]}
			}
			before[ready+1] = keep.Edge([]int{0, ready}, in...)
		}
		for ; d != join.Backward && from > hi; from-- {
			in := []op.Edge{chunks[from-1]}
			if from < len(chunks) {
				in = append(in, behind[from])
			}
			behind[from-1] = keep.Edge([]int{1, from - 1}, in...)
		}
		in := []op.Edge{t.In(0).Edges[k]}
		if d != join.Forward && lo > 0 {
			in = append(in, before[lo])
		}
		in = append(in, chunks[lo:hi]...)
		if d != join.Backward && hi < len(chunks) {
			in = append(in, behind[hi])
		}
		if len(in) == 1 { // none matches; the first chunk does not either
			in = append(in, chunks[0])
		}
		out.Edges = append(out.Edges, t.Edge([]int{k}, in...))
	}
	return out
}

// among are the right chunks lo to hi that are neither wholly before the rows of e nor wholly behind them.
func (e asofEnds) among(right []asofEnds) (lo, hi int) {
	if e.rows == 0 {
		return 0, 0
	}
	lo = len(right)
	for k := len(right) - 1; k >= 0; k-- {
		if r := right[k]; r.rows > 0 && !r.last.Less(e.first) {
			lo = k
		}
	}
	hi = lo
	for k := lo; k < len(right); k++ {
		if r := right[k]; r.rows > 0 && !e.last.Less(r.first) {
			hi = k + 1
		}
	}
	return lo, hi
}

// nearest puts the last row of every further key, with Index[0] the first, in the order of the rows.
func (o *Asof) nearest(x *op.Exec) error {
	f, err := frame.ConcatFrames(x.Mem(), x.Frames()...)
	if err != nil {
		return err
	}
	n, err := o.groupsOf(x, f, x.InMeta(0))
	if err != nil {
		return err
	}
	ids, kept := n.IDs[0], make([]bool, n.N)
	rows := make([]int64, n.N)
	if x.Index[0] == 1 {
		at := 0
		for i, id := range ids {
			if !kept[id] {
				rows[at], kept[id] = int64(i), true
				at++
			}
		}
	} else {
		at := n.N
		for i := len(ids) - 1; i >= 0; i-- {
			if id := ids[i]; !kept[id] {
				at--
				rows[at], kept[id] = int64(i), true
			}
		}
	}
	if f, err = f.Take(x.Mem(), rows); err != nil {
		return err
	}
	return x.Put(0, f)
}

// rightBy are the further keys of the right side.
func (o *Asof) rightBy() []frame.Label {
	if o.By != nil {
		return o.By
	}
	return o.RightBy
}

// groupsOf numbers the further keys of rows of the right side.
func (o *Asof) groupsOf(x *op.Exec, f *frame.Frame, m op.Meta) (*hash.Numbers, error) {
	by := o.rightBy()
	cols := make([]*frame.Column, len(by))
	for i := range by {
		k, _, err := keyOf(m, by, i, "right")
		if err != nil {
			return nil, err
		}
		cols[i] = keyColumn(f, k)
	}
	return hash.Number(x.Mem(), hash.Appearance, false, cols)
}
