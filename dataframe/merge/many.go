package merge

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/op"
)

const (
	manyTimes  = 4       // how many times the rows of both sides the result of a merge has, or a chunk the rows of one key, to be cut by what rows make
	manyChunks = 16      // the most chunks that the other side then fills, for every task has it whole
	keysDrawn  = 1 << 10 // of each chunk
	fewPairs   = 16      // of drawn rows that meet; fewer say nothing
)

// makesMany is meetsMany, but false where the other side is too long for every task to have it whole.
func (o *Merge) makesMany(t *op.Tiler, drive, other op.Side) bool {
	bytes := 0
	if t.Need(op.Stats, other.Grid, drive.Grid) != nil {
		return false
	}
	for k := range other.Grid.Edges {
		bytes += int(t.Facts(other.Grid, k).Bytes)
	}
	return bytes <= manyChunks*t.ChunkBytes() && !o.anti() && o.meetsMany(t, drive, other)
}

// meetsMany guesses from keys drawn from both sides that a merge makes far more rows than it has, or a key
// far more than a chunk: parts by key would be too long then, and so would be what is sent back to a chunk of
// the driving side.
func (o *Merge) meetsMany(t *op.Tiler, drive, other op.Side) bool {
	ds, os := drawing(t, drive, 1), drawing(t, other, 2)
	if t.Need(op.Values, ds, os) != nil {
		return false
	}
	left, n := drawn(t, ds)
	right, m := drawn(t, os)
	pairs, sum, most := 0, 0., 0.
	for h, l := range left {
		r := right[h]
		pairs += l.n * r.n
		sum += l.rows * r.rows
		most = max(most, l.rows*r.rows)
	}
	return pairs >= fewPairs && (sum > manyTimes*(n+m) || most > manyTimes*float64(t.RowsFit()))
}

// drawing asks for keys of all chunks of a side, which is 1 or 2.
func drawing(t *op.Tiler, s op.Side, side int) op.Grid {
	codes := keyCodes(s)
	g := op.Grid{Shape: []int{s.Grid.Len()}}
	for _, e := range s.Grid.Edges {
		g.Edges = append(g.Edges, t.At(sampleKeys).Edge(append([]int{side}, codes...), e))
	}
	return g
}

// sampleKeys puts the number of rows of a chunk and hashes of the keys of some; Index has the side and the
// places of its keys. The sides draw from different rows: those of one place may have one key because one
// side was made of the other.
func (o *Merge) sampleKeys(x *op.Exec) error {
	f, side, codes := x.Frame(0), x.Index[0], x.Index[1:]
	n := f.NRows
	rows := make([]int64, min(n, keysDrawn))
	if n <= keysDrawn {
		rows = chunk.EveryRow(n)
	} else {
		for i, row := range sort.Draws(n-side+1, keysDrawn) {
			rows[i] = row
		}
	}
	f, err := f.WithOrd(nil).Take(x.Mem(), rows)
	if err != nil {
		return err
	}
	hs, err := hash.Rows(x.Mem(), keysAt(f, codes)...)
	if err != nil {
		return err
	}
	out := op.Tuple{int64(n)}
	for _, h := range hs {
		out = append(out, int64(h))
	}
	return x.Put(0, out)
}

// keyDraws are how many drawn rows have a key, and for how many rows of the side they stand.
type keyDraws struct {
	n    int
	rows float64
}

func drawn(t *op.Tiler, g op.Grid) (of map[int64]keyDraws, rows float64) {
	of = map[int64]keyDraws{}
	for k := range g.Edges {
		v := t.ValueAt(g, k).(op.Tuple)
		n := float64(v[0].(int64))
		rows += n
		for _, h := range v[1:] {
			d := of[h.(int64)]
			d.n, d.rows = d.n+1, d.rows+n/float64(len(v)-1)
			of[h.(int64)] = d
		}
	}
	return of, rows
}
