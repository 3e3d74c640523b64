package merge

import (
	"slices"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/op"
)

// fewRepeats is how many rows of a key do not make a chunk of the result much longer than one of the input.
const fewRepeats = 4

// fit cuts chunks of the driving side whose rows meet so many rows of the other side, which every chunk gets
// whole, that the result would be far more than a chunk. It first asks how often keys of the other side
// repeat, and the chunks what they meet only where that may be too much.
func (o *Merge) fit(t *op.Tiler, drive, other op.Side) op.Grid {
	whole := t.One(other.Grid)
	if t.Err() != nil || o.anti() {
		return drive.Grid
	}
	most, longest := t.RowsFit(), 0
	for _, d := range t.Splits(drive.Grid, 0) {
		if longest = max(longest, d.N); !d.Known() {
			longest = 0
			break
		}
	}
	rows := op.Sum(t.Splits(whole, 0))
	if longest > 0 && rows.Known() && longest*rows.N <= 2*most {
		return drive.Grid
	}
	most = max(most, rows.N) // to look rows up among so many is no more work than to write them
	dkeys, okeys := keyCodes(drive), keyCodes(other)
	e := whole.Edges[0]
	again := op.Grid{Shape: []int{1}, Edges: []op.Edge{t.At(countRepeats).Edge(okeys, e)}}
	if t.Need(op.Values, again) != nil {
		return drive.Grid
	}
	repeats := int(t.Value(again).(op.Tuple)[0].(int64))
	if repeats <= fewRepeats || longest > 0 && longest*repeats <= 2*most {
		return drive.Grid
	}
	cuts := op.Grid{Shape: []int{drive.Grid.Len()}}
	for _, d := range drive.Grid.Edges {
		cuts.Edges = append(cuts.Edges, t.At(cutChunk).Edge(slices.Concat([]int{most}, dkeys, okeys), d, e))
	}
	if t.Need(op.Values, cuts) != nil {
		return drive.Grid
	}
	var splits []op.Dim
	for k := range cuts.Edges {
		for _, n := range t.ValueAt(cuts, k).(op.Tuple) {
			splits = append(splits, op.Dim{N: int(n.(int64))})
		}
	}
	return t.Rechunk(drive.Grid, splits)
}

func (o *Merge) anti() bool { return o.How == "left_anti" || o.How == "right_anti" }

// keyCodes tell a task where keys are: twice the place of a column, one less than twice the number of a
// level.
func keyCodes(s op.Side) []int {
	out := make([]int, len(s.Keys))
	for i, k := range s.Keys {
		if out[i] = 2*k.Level - 1; k.Level == 0 {
			out[i] = 2 * s.Grid.Meta.Find(k.Label)
		}
	}
	return out
}

func keysAt(f *frame.Frame, codes []int) []*frame.Column {
	out := make([]*frame.Column, len(codes))
	for i, c := range codes {
		if c%2 == 0 {
			out[i] = f.Cols[c/2]
		} else {
			out[i] = f.Index.Level(c / 2)
		}
	}
	return out
}

// repeats puts how many rows of a side have its most frequent key. The places of the keys are in Index.
func (o *Merge) repeats(x *op.Exec) error {
	n, err := join.Repeats(x.Mem(), keysAt(x.Frame(0), x.Index))
	if err != nil {
		return err
	}
	return x.Put(0, op.Tuple{int64(n)})
}

// cuts puts how many rows of a chunk of the driving side go together: the rows of the result that they make
// are at most Index[0]. The places of the keys of both sides follow.
func (o *Merge) cuts(x *op.Exec) error {
	most, codes := x.Index[0], x.Index[1:]
	k := len(codes) / 2
	lengths, err := join.Cuts(x.Mem(), keysAt(x.Frame(0), codes[:k]), keysAt(x.Frame(1), codes[k:]), most)
	if err != nil {
		return err
	}
	out := make(op.Tuple, len(lengths))
	for i, n := range lengths {
		out[i] = int64(n)
	}
	return x.Put(0, out)
}
