package merge

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/op"
)

// The tasks of a merge. The driving side is the one whose order counts.
const (
	joinChunk = op.Chunk // a chunk of the driving side with all of the other one
	joinPart  = op.Final // parts of both sides with equal keys. Index may name a window of the rows, see inKeyOrder
)

// Its own stages.
const (
	joinSwapped  = op.Own + iota // a chunk of the other side with all of the driving one
	joinKeys                     // as joinPart, of keysOnly: columns of the driving side come later
	materialise                  // a chunk of the driving side, with what joinKeys sent back to it, and otherSchema
	keysOnly                     // keys and row numbers of a chunk of the driving side
	otherColumns                 // a chunk of the other side without labels that nobody needs
	otherSchema                  // none of its rows
	countPart                    // tells Tile how many rows a part of ascending keys makes
	countRepeats                 // tells how often the most frequent key of a side repeats
	cutChunk                     // tells how many rows of a chunk go together
	sampleKeys                   // tells some keys of a chunk
)

var mergeTasks = [...]string{
	"join swapped", "join keys", "materialise", "keys only", "other columns", "other schema", "count part", "count repeats", "cut chunk", "sample keys",
}

// StageName names a task.
func (*Merge) StageName(s op.Stage) string { return mergeTasks[s-op.Own] }

// StageMeta sees the chunks as Exec gets them.
func (o *Merge) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	switch s {
	case joinSwapped:
		return o.Infer([]op.Meta{in[1], in[0]})
	case joinChunk, joinPart:
		if o.swaps() {
			return o.Infer([]op.Meta{in[1], in[0]})
		}
		return nil, nil
	case countPart, countRepeats, cutChunk, sampleKeys:
		return []op.Meta{op.NewObject()}, nil
	}
	return o.lateMeta(s, in)
}

// Exec runs a task.
func (o *Merge) Exec(x *op.Exec) error {
	switch x.Stage {
	case countPart:
		return o.makes(x)
	case countRepeats:
		return o.repeats(x)
	case cutChunk:
		return o.cuts(x)
	case sampleKeys:
		return o.sampleKeys(x)
	case keysOnly:
		return o.keysOnly(x)
	case otherColumns, otherSchema:
		return o.otherColumns(x)
	case joinKeys:
		return o.joinKeys(x)
	case materialise:
		return o.materialise(x)
	}
	return o.join(x)
}

// join puts rows of the result.
func (o *Merge) join(x *op.Exec) error {
	l := o.drive()
	if x.Stage == joinSwapped {
		l = 1 - l
	}
	r := 1 - l
	p, err := o.Plan([]op.Meta{x.InMeta(l), x.InMeta(r)})
	if err != nil {
		return err
	}
	m := merging{p: p, x: x, sides: [2]*frame.Frame{x.Frame(l), x.Frame(r)}}
	if x.Stage == joinPart && len(x.Index) == 3 {
		m.window = &join.Window{From: x.Index[1], N: x.Index[2]}
	}
	if p.How == join.Cross {
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
	if o.sorted(p.How) {
		return x.Put(0, f)
	}
	if f, err = x.Follow(f, 0, m.rows[l]); err != nil {
		return err
	}
	return x.Put(0, f)
}
