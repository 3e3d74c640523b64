package op

import (
	"slices"

	"github.com/mars-project/mars-go/frame"
)

// Order is what a Shuffle promises about rows.
type Order int

const (
	ByKey   Order = iota // range partition: chunks in order of the first side's keys
	ByInput              // order of the first side's rows, restored when a consumer looks
	Free                 // none
)

// A RowKey is what rows are sent and ordered by: a column, an index level or, of arrays, the value.
type RowKey struct {
	Label      frame.Label
	Level      int // k > 0: index level k-1; 0: column Label, or the value of an array
	Desc       bool
	NullsFirst bool
	ByValue    bool // categories order by what they stand for, not by code
}

// A Side is a grid of a shuffle and the keys that send its rows.
type Side struct {
	Grid  Grid
	Keys  []RowKey
	Apart bool // of the only side, by key: rows with equal keys may go to neighbouring parts, cut by their order in the input
}

// By sends the rows of g by columns; without columns by the values of an array.
func By(g Grid, cols ...frame.Label) Side {
	s := Side{Grid: g}
	for _, c := range cols {
		s.Keys = append(s.Keys, RowKey{Label: c})
	}
	return s
}

// ByLevels sends the rows of g by all levels of the index.
func ByLevels(g Grid) Side {
	s := Side{Grid: g}
	for i := range g.Meta.Index.Levels {
		s.Keys = append(s.Keys, RowKey{Level: i + 1})
	}
	return s
}

// Sorted is a side with keys of its own.
func Sorted(g Grid, keys ...RowKey) Side { return Side{Grid: g, Keys: keys} }

// Cut is Sorted for tasks that do nothing but order rows: those with equal keys need not meet, and however
// many there are, no part is long for it. The grid is one of frames.
func Cut(g Grid, keys ...RowKey) Side { return Side{Grid: g, Keys: keys, Apart: true} }

// Ordinal numbers the rows of g, if somebody will look at the order of the result.
func (t *Tiler) Ordinal(g Grid) Grid {
	if !t.Ordered() || g.ord > 0 || !t.ok() {
		return g
	}
	o := g
	o.Edges, o.ord = make([]Edge, 0, len(g.Edges)), t.ordinalBits(g)
	for i, e := range g.Edges {
		o.Edges = append(o.Edges, t.make(&ordinal{Base: i, Bits: o.ord}, Chunk, []int{i}, []Edge{e}, nil, t.c.Meta(e)))
	}
	return o
}

// ordinalBits is ordinalBits of the rows of g, if they are known.
func (t *Tiler) ordinalBits(g Grid) int {
	rows := make([]int, len(g.Edges))
	for i, e := range g.Edges {
		f, ok := t.env.Facts(e)
		if !ok || len(f.Shape) == 0 {
			return ordBits
		}
		rows[i] = f.Shape[0]
	}
	return ordinalBits(rows)
}

// Shuffle partitions every side by its keys; Final task j gets part j of every side, in mapper order. One
// chunk on every side needs no partition. A Tiler at a stage of the operator's own makes tasks of that stage.
func (t *Tiler) Shuffle(o Order, sides ...Side) Grid { return t.ShuffleN(o, 0, sides...) }

// ShuffleN is Shuffle into n parts; 0 lets the chunk counts, and where they are known the bytes, decide.
func (t *Tiler) ShuffleN(o Order, n int, sides ...Side) Grid {
	return t.shuffle(o, n, sides, nil, nil)
}

// ShuffleAmong is Shuffle of one side, whose tasks have other values, whole, before their part and behind it.
func (t *Tiler) ShuffleAmong(o Order, side Side, before, behind []Grid) Grid {
	return t.shuffle(o, 0, []Side{side}, before, behind)
}

func (t *Tiler) shuffle(o Order, n int, sides []Side, before, behind []Grid) Grid {
	if !t.ok() {
		return Grid{}
	}
	sides = slices.Clone(sides)
	if n == 0 {
		n = t.parts(sides)
	}
	home := len(sides[0].Grid.Edges)
	if o == ByInput && (n > 1 || home > 1) {
		sides[0].Grid = t.Ordinal(sides[0].Grid)
	}
	parts := t.parted(o, n, sides)
	out := Grid{Shape: []int{n}, Edges: make([]Edge, 0, n)}
	final, at := t.At(max(t.stage, Final)), len(before)
	in := make([]Edge, at+len(sides)+len(behind))
	for i, g := range before {
		in[i] = t.One(g).Edges[0]
	}
	for i, g := range behind {
		in[at+len(sides)+i] = t.One(g).Edges[0]
	}
	for j := range n {
		for i, p := range parts {
			in[at+i] = p.Edges[j]
		}
		out.Edges = append(out.Edges, final.Edge([]int{j}, in...))
	}
	if o != ByInput || !t.ok() || sides[0].Grid.ord == 0 {
		return out
	}
	out.ord = sides[0].Grid.ord
	return t.Restore(out, home)
}

// Parted is what Shuffle by key sends to its Final tasks, part j of every side, for an operator that makes
// several tasks of a part.
func (t *Tiler) Parted(sides ...Side) []Grid {
	if !t.ok() {
		return make([]Grid, len(sides))
	}
	return t.parted(ByKey, t.parts(sides), slices.Clone(sides))
}

// Parts is the number of reducers that Shuffle has for g where it may choose.
func (t *Tiler) Parts(g Grid) int { return t.parts([]Side{{Grid: g}}) }

// parts is the number of reducers: as many as chunks of the widest side, fewer when the bytes are known to be
// few.
func (t *Tiler) parts(sides []Side) int {
	n, bytes, known := 1, 0, true
	for _, s := range sides {
		n = max(n, len(s.Grid.Edges))
		for _, e := range s.Grid.Edges {
			f, ok := t.env.Facts(e)
			if known = known && ok; known {
				bytes += int(f.Bytes)
			}
		}
	}
	if known {
		n = min(n, bytes/t.env.ChunkBytes()+1)
	}
	return n
}

// parted sends the rows of every side to n parts; those of one part are joined.
func (t *Tiler) parted(o Order, n int, sides []Side) []Grid {
	for i := range sides {
		if len(sides[i].Keys) == 0 {
			sides[i].Keys = []RowKey{{}}
		}
	}
	var bounds []Edge
	if o == ByKey && n > 1 {
		bounds = t.limits(sides[0], n)
	}
	out := make([]Grid, len(sides))
	for i, s := range sides {
		if n == 1 {
			out[i] = t.One(s.Grid)
			continue
		}
		cut := &partition{Keys: s.Keys, N: n}
		if o == ByKey {
			cut.Range, cut.Of, cut.Apart = true, sides[0].Keys, s.Apart
		}
		out[i] = t.sent(cut, s.Grid, bounds...)
	}
	return out
}

// limits samples the keys of every chunk and chooses n-1 bounds.
func (t *Tiler) limits(s Side, n int) []Edge {
	o := t.c.operand(&sample{Keys: s.Keys, N: sampleRows, Apart: s.Apart})
	samples := make([]Edge, 0, len(s.Grid.Edges))
	for i, e := range s.Grid.Edges {
		m := t.c.Meta(e)
		m = m.WithRows(Sym("sample", m))
		samples = append(samples, t.made(o, Map, []int{i}, []Edge{e}, nil, m))
	}
	m := t.c.Meta(samples[0])
	m = m.WithRows(Sym("limits", m))
	return []Edge{t.make(&limits{Keys: s.Keys, N: n, Apart: s.Apart}, Combine, nil, samples, nil, m)}
}

// sampleRows is how many rows of a chunk are looked at to choose bounds.
const sampleRows = 256

// exchange is the one node between M mappers and N reducers: a reducer has one edge to it, not M to the
// mappers.
func (t *Tiler) exchange(maps []Edge) ID {
	m := t.c.Meta(maps[0])
	return t.make(&exchange{}, Map, nil, maps, nil, m.WithRows(Sym("exchange", m))).ID
}

// Scatter lets an operator partition in its own way: each chunk of maps is a *Parts of n pieces, none of them
// nil, and chunk j of the result is piece j of all of them in order, joined along the first axis. It stands
// for one exchange, whatever n is.
func (t *Tiler) Scatter(maps Grid, n int) Grid {
	out := Grid{Shape: []int{n}}
	if !t.ok() {
		return out
	}
	ex := t.exchange(maps.Edges)
	for j := range n {
		out.Edges = append(out.Edges, Edge{ex, 0, int32(j)})
	}
	return out
}

// Restore sends the rows of g, which carry ordinals, back to the k chunks they came from and sorts them
// there.
func (t *Tiler) Restore(g Grid, k int) Grid {
	if !t.ok() {
		return g
	}
	if t.from == nil {
		t.from = map[ID][]Edge{}
	}
	back := Grid{Shape: []int{k}}
	o := t.c.operand(&restore{})
	if k == 1 || len(g.Edges) == 1 {
		e := t.One(g).Edges[0]
		back.Shape = []int{1}
		back.Edges = []Edge{t.made(o, Final, []int{0}, []Edge{e}, nil, t.c.Meta(e))}
		t.from[back.Edges[0].ID] = g.Edges
		return back
	}
	for j, e := range t.sent(&partition{N: k, Home: true, Bits: g.ord}, g).Edges {
		back.Edges = append(back.Edges, t.made(o, Final, []int{j}, []Edge{e}, nil, t.c.Meta(e)))
	}
	t.from[back.Edges[0].ID] = g.Edges
	for _, e := range back.Edges[1:] {
		t.from[e.ID] = []Edge{}
	}
	return back
}
