package dataframe

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/op"
)

// fewRepeats is how many rows of a key do not make a chunk of the result much longer than one of the input.
const fewRepeats = 4

// fit cuts chunks of the driving side whose rows meet so many rows of the other side, which every chunk gets whole, that the result would be far more than
// a chunk. It first asks how often keys of the other side repeat, and the chunks what they meet only where that may be too much. Both are tasks of three
// inputs in stage Map; see counted.
func (o *merge) fit(t *op.Tiler, drive, other op.Side) op.Grid {
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
	e, asks := whole.Edges[0], t.At(op.Map)
	again := op.Grid{Shape: []int{1}, Edges: []op.Edge{asks.Edge(append([]int{0, 0}, okeys...), e, e, e)}}
	if t.Need(op.Values, again) != nil {
		return drive.Grid
	}
	repeats := int(t.Value(again).(op.Tuple)[0].(int64))
	if repeats <= fewRepeats || longest > 0 && longest*repeats <= 2*most {
		return drive.Grid
	}
	cuts := op.Grid{Shape: []int{drive.Grid.Len()}}
	for k, d := range drive.Grid.Edges {
		cuts.Edges = append(cuts.Edges, asks.Edge(append(append([]int{k, most}, dkeys...), okeys...), d, e, e))
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

func (o *merge) anti() bool { return o.How == "left_anti" || o.How == "right_anti" }

// keyCodes tell a task where keys are: twice the place of a column, one less than twice the number of a level.
func keyCodes(s op.Side) []int {
	out := make([]int, len(s.Keys))
	for i, k := range s.Keys {
		if out[i] = 2*k.Level - 1; k.Level == 0 {
			out[i] = 2 * place(s.Grid.Meta, k.Label)
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

// counted puts keys drawn from a chunk, see drawnKeys, or how often the most frequent key of a side repeats or, for a chunk of the driving side, how many of its rows go together: the rows of the
// result that they make are at most Index[1]. The places of the keys follow in Index.
func (o *merge) counted(x *op.Exec) error {
	most, codes := x.Index[1], x.Index[2:]
	switch {
	case most < 0:
		return drawnKeys(x, -most, codes)
	case most == 0:
		n, err := join.Repeats(x.Mem(), keysAt(x.Frame(0), codes))
		if err != nil {
			return err
		}
		return x.Put(0, op.Tuple{int64(n)})
	}
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
