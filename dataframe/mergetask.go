package dataframe

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/op"
)

// A mergeTask is what a chunk operand of a merge does. Tilings ask different things in one stage: what they ask shows in what they hand over.
type mergeTask uint8

const (
	meetRows     mergeTask = iota // rows of both sides become rows of the result
	countPart                     // how many rows a part of ascending keys makes
	countRepeats                  // how often the most frequent key of a side repeats
	cutChunk                      // how many rows of a chunk go together
	drawKeys                      // some keys of a chunk
	keysAlone                     // keys and row numbers of a chunk of the driving side
	otherAlone                    // a chunk of the other side without what nobody needs
	meetKeys                      // as meetRows, of keysAlone: columns of the driving side come later
	completeRows                  // what meetKeys sent back beside the rows of a chunk of the driving side
)

// ask is a task that tells Tile something of chunks: Index has its number, the task and args. Only such tasks take three chunks in the first stage, by which
// StageMeta knows them; where fewer are asked the last one stands for the others.
func ask(t *op.Tiler, what mergeTask, k int, args []int, in ...op.Edge) op.Edge {
	for len(in) < 3 {
		in = append(in, in[len(in)-1])
	}
	return t.At(op.Map).Edge(append([]int{k, int(what)}, args...), in...)
}

// mergeTaskOf is the task of an operand.
func mergeTaskOf(x *op.Exec) mergeTask {
	switch n := x.Len(); {
	case x.Stage == op.Map && n == 3: // see ask
		return mergeTask(x.Index[1])
	case x.Stage == op.Map && n == 1:
		return keysAlone
	case x.Stage == op.Map, x.Stage == op.Combine && n == 1:
		return otherAlone
	case x.Stage == op.Final && n == 3:
		return completeRows
	case x.Stage == op.Final && isLate(x.InMeta(0)):
		return meetKeys
	}
	return meetRows
}

// Exec runs the task of an operand.
func (o *merge) Exec(x *op.Exec) error {
	switch mergeTaskOf(x) {
	case countPart:
		return o.makes(x)
	case countRepeats:
		return o.repeats(x)
	case cutChunk:
		return o.cuts(x)
	case drawKeys:
		return o.drawnKeys(x)
	case keysAlone:
		return o.keysAlone(x)
	case otherAlone:
		return o.otherAlone(x)
	case meetKeys:
		return o.meet(x)
	case completeRows:
		return o.complete(x)
	}
	return o.meetRows(x)
}

// meetRows puts the result of two chunks, one of each side.
func (o *merge) meetRows(x *op.Exec) error {
	l, r := 0, 1
	if o.swaps() || x.Stage == op.Combine {
		l, r = 1, 0
	}
	p, err := o.plan([]op.Meta{x.InMeta(l), x.InMeta(r)})
	if err != nil {
		return err
	}
	m := merging{p: p, x: x, sides: [2]*frame.Frame{x.Frame(l), x.Frame(r)}}
	if p.how == join.Cross {
		f, err := m.cross()
		if err != nil {
			return err
		}
		return x.Put(0, f)
	}
	if err := m.match(o); err != nil {
		return err
	}
	f, err := m.result()
	if err != nil {
		return err
	}
	if o.Sort || p.how == join.Outer {
		return x.Put(0, f)
	}
	if f, err = x.Follow(f, 0, m.rows[l]); err != nil {
		return err
	}
	return x.Put(0, f)
}
