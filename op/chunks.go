package op

import (
	"slices"
	"strconv"
)

// A Stage says which part of an operator a chunk is.
type Stage uint8

const (
	Chunk Stage = iota
	Map
	Combine
	Final
	Own // the first of those that an operator names itself: Own, Own+1 and so on. Its StageMeta describes all of them
)

// LastStage is the greatest there may be.
const LastStage Stage = 63

func (s Stage) String() string {
	if s >= Own {
		return "own " + strconv.Itoa(int(s-Own))
	}
	return [...]string{"chunk", "map", "combine", "final"}[s]
}

// StageOf is the name of a stage of an operand.
func StageOf(o Operand, s Stage) string {
	if n, ok := o.(StageNamer); ok && s >= Own {
		return n.StageName(s)
	}
	return s.String()
}

// An ID is a chunk operand in its Chunks.
type ID int32

// An Edge is one output of a chunk operand or, with Part >= 0, one part of a partitioned output.
type Edge struct {
	ID   ID
	Out  int32
	Part int32 // -1: all of it
}

// Chunks is the graph of chunk operands of one execute: structs of arrays, so that a million chunks are a few
// hundred bytes each and no pointers for the collector. It only grows; equal chunks are made once.
type Chunks struct {
	recs    []rec
	nodes   []*Node
	ops     []Operand
	opKeys  []Key
	ints    []int64 // indices and boxes
	edges   []Edge
	outs    []out
	dims    []Dim
	schemas []Meta
	byKey   map[Key]ID
	nodeID  map[*Node]int32
	salt    Key
	hash    Hasher
	memo    map[memoKey]memoVal
	watch   *Watch
	counted int // calls of add since the tiling began
	chosen  map[*Node]string
}

type rec struct {
	key        Key
	node       int32
	op         int32
	in, out    int32 // first edge, first out
	ints       int32 // index, then lo and full when boxed
	nin        int32
	nout       uint8
	rank       uint8 // of the index
	box        uint8 // rank of lo and full; 0 = no box
	stage      Stage
	structural bool
	stored     bool // made before: its key is that of its value
}

type out struct {
	schema int32
	dim    int32
	key    Key // of the stored value; zero until somebody asks
	rank   uint8
}

// NewChunks makes an empty graph. Keys are salted with the session, so that sessions share nothing.
func NewChunks(session string) *Chunks {
	c := &Chunks{byKey: map[Key]ID{}, nodeID: map[*Node]int32{}, memo: map[memoKey]memoVal{}}
	c.salt = c.hash.Reset().Str(session).Sum()
	return c
}

// Watch has somebody look at what is cut into chunks.
func (c *Chunks) Watch(w *Watch) { c.watch = w }

// Len is the number of chunk operands made so far; their IDs are 0..Len-1 and every input comes before its
// consumer.
func (c *Chunks) Len() int { return len(c.recs) }

// Op is the operand of a chunk, Node the node it belongs to, Stage its stage.
func (c *Chunks) Op(id ID) Operand  { return c.ops[c.recs[id].op] }
func (c *Chunks) Node(id ID) *Node  { return c.nodes[c.recs[id].node] }
func (c *Chunks) Stage(id ID) Stage { return c.recs[id].stage }

// Key is the key of a chunk operand; its outputs are chunks with keys derived from it.
func (c *Chunks) Key(id ID) Key { return c.recs[id].key }

// In are the inputs of a chunk operand. The slice must not be changed.
func (c *Chunks) In(id ID) []Edge {
	r := &c.recs[id]
	return c.edges[r.in : r.in+r.nin : r.in+r.nin]
}

// Outs is the number of outputs.
func (c *Chunks) Outs(id ID) int { return int(c.recs[id].nout) }

// Lots is how many outputs the rows of one chunk are in.
func (c *Chunks) Lots(id ID) int {
	if p, ok := c.Op(id).(*partition); ok {
		return p.lots()
	}
	return 1
}

// Index is the place of a chunk operand in the grid of its stage.
func (c *Chunks) Index(id ID) []int { r := &c.recs[id]; return c.getInts(r.ints, int(r.rank)) }

// Box says where output 0 lies in the whole value, and the shape of the whole: for sources and gathers. Nil
// when unknown.
func (c *Chunks) Box(id ID) (lo, full []int) {
	r := &c.recs[id]
	if r.box == 0 {
		return nil, nil
	}
	at := r.ints + int32(r.rank)
	return c.getInts(at, int(r.box)-1), c.getInts(at+int32(r.box)-1, int(r.box)-1)
}

// Place is Index and Box.
func (c *Chunks) Place(id ID) (index, lo, full []int) {
	r := &c.recs[id]
	n, m := int(r.rank), max(0, int(r.box)-1)
	all := c.getInts(r.ints, n+2*m)
	if index = all[:n:n]; r.box > 0 {
		lo, full = all[n:n+m:n+m], all[n+m:]
	}
	return index, lo, full
}

func (c *Chunks) getInts(at int32, n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = int(c.ints[int(at)+i])
	}
	return s
}

// Dims are the lengths of an edge's value as they were when it was made; a part has one unknown length first.
func (c *Chunks) Dims(e Edge) []Dim {
	o := c.outs[c.recs[e.ID].out+e.Out]
	d := c.dims[o.dim : o.dim+int32(o.rank) : o.dim+int32(o.rank)]
	if e.Part < 0 {
		return d
	}
	d = slices.Clone(d)
	d[0] = Dim{Sym: c.partSym(e)}
	return d
}

func (c *Chunks) partSym(e Edge) string {
	k := c.hash.Reset().Str("part").Key(c.recs[e.ID].key).Int(int(e.Out)).Int(int(e.Part)).Sum()
	return string(k[:atom])
}

// Meta describes the value of an edge.
func (c *Chunks) Meta(e Edge) Meta {
	m := c.unkeyed(e)
	m.Key = c.OutKey(e)
	return m
}

// unkeyed is Meta without the key, which costs a hash.
func (c *Chunks) unkeyed(e Edge) Meta {
	m := c.schemas[c.outs[c.recs[e.ID].out+e.Out].schema]
	m.Dims = c.Dims(e)
	return m
}

// Closed reports that schema and dtypes of an edge's value are known.
func (c *Chunks) Closed(e Edge) bool {
	return c.schemas[c.outs[c.recs[e.ID].out+e.Out].schema].Closed()
}

// Kind is the kind of an edge's value.
func (c *Chunks) Kind(e Edge) Kind {
	return c.schemas[c.outs[c.recs[e.ID].out+e.Out].schema].Kind
}

// SchemaName tells the schemas of edges apart: equal names mean equal kinds, dtypes and columns.
func (c *Chunks) SchemaName(e Edge) string {
	n := c.outs[c.recs[e.ID].out+e.Out].schema
	return string([]byte{byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)})
}

// OutKey is the key under which the value of an edge is stored; parts have keys of their own.
func (c *Chunks) OutKey(e Edge) Key {
	r := &c.recs[e.ID]
	if r.stored {
		return r.key
	}
	if e.Part >= 0 {
		return c.hash.Reset().Key(r.key).Int(int(e.Out)).Int(int(e.Part)).Sum()
	}
	o := &c.outs[r.out+e.Out]
	if o.key.IsZero() {
		o.key = c.hash.Reset().Key(r.key).Int(int(e.Out)).Sum()
	}
	return o.key
}

// setSchema replaces the schema of an edge's value, by identity of the meta it points at.
func (c *Chunks) setSchema(e Edge, schema int32) { c.outs[c.recs[e.ID].out+e.Out].schema = schema }

// schema interns the schema of m. Neighbours are mostly alike, so only the last few are compared.
func (c *Chunks) schema(m *Meta) int32 {
	for i := len(c.schemas) - 1; i >= max(0, len(c.schemas)-4); i-- {
		if sameSchema(&c.schemas[i], m) {
			return int32(i)
		}
	}
	c.schemas = append(c.schemas, *m)
	last := &c.schemas[len(c.schemas)-1]
	last.Dims, last.Key = nil, Key{}
	return int32(len(c.schemas) - 1)
}

// A spec is what a Tiler says of one chunk operand.
type spec struct {
	op       int32
	node     int32
	stage    Stage
	index    []int
	in       []Edge
	outs     []Meta
	lo, full []int
}

// room makes place for n more chunks of one output, so that many are not copied again and again.
func (c *Chunks) room(n, rank int) {
	c.count(n)
	c.counted -= n // add counts them
	c.recs, c.outs = slices.Grow(c.recs, n), slices.Grow(c.outs, n)
	c.ints, c.dims = slices.Grow(c.ints, 3*rank*n), slices.Grow(c.dims, rank*n)
	if len(c.byKey) == 0 {
		c.byKey = make(map[Key]ID, n)
	}
}

// add makes a chunk operand, or finds the equal one.
func (c *Chunks) add(s spec, structural bool) ID {
	c.count(1)
	h := c.hash.Reset().Key(c.salt).Key(c.opKeys[s.op]).Int(int(s.stage)).Ints(s.index)
	for _, e := range s.in {
		h.Key(c.recs[e.ID].key).Int(int(e.Out)).Int(int(e.Part))
	}
	if s.lo != nil {
		h.Ints(s.lo).Ints(s.full)
	}
	if (len(s.in) == 0 || s.full != nil) && len(s.outs) > 0 {
		for _, d := range s.outs[0].Dims {
			h.Int(d.N)
		}
	}
	key := h.Sum()
	if id, ok := c.byKey[key]; ok {
		return id
	}
	r := rec{
		key: key, node: s.node, op: s.op, in: int32(len(c.edges)), nin: int32(len(s.in)), out: int32(len(c.outs)),
		nout: uint8(len(s.outs)), ints: int32(len(c.ints)), rank: uint8(len(s.index)), stage: s.stage, structural: structural,
	}
	c.edges = append(c.edges, s.in...)
	for _, v := range s.index {
		c.ints = append(c.ints, int64(v))
	}
	if s.lo != nil {
		r.box = uint8(len(s.lo) + 1)
		full := s.full
		if full == nil {
			full = make([]int, len(s.lo))
		}
		for _, v := range s.lo {
			c.ints = append(c.ints, int64(v))
		}
		for _, v := range full {
			c.ints = append(c.ints, int64(v))
		}
	}
	for i := range s.outs {
		c.outs = append(c.outs, out{schema: c.schema(&s.outs[i]), dim: int32(len(c.dims)), rank: uint8(len(s.outs[i].Dims))})
		c.dims = append(c.dims, s.outs[i].Dims...)
	}
	id := ID(len(c.recs))
	c.recs = append(c.recs, r)
	c.byKey[key] = id
	return id
}

// operand interns an operand for the chunks of a node: its parameters are hashed once, however many chunks
// there are.
func (c *Chunks) operand(o Operand) int32 {
	h := c.hash.Reset()
	if d := DefOf(o); d != nil {
		h.Key(d.hash)
	} else {
		h.Str(NameOf(o))
	}
	k := h.params(o).Sum()
	c.ops, c.opKeys = append(c.ops, o), append(c.opKeys, k)
	return int32(len(c.ops) - 1)
}

// addNode interns a node; a node that is tiled again keeps its number.
func (c *Chunks) addNode(n *Node) int32 {
	if i, ok := c.nodeID[n]; ok {
		return i
	}
	i := int32(len(c.nodes))
	c.nodes, c.nodeID[n] = append(c.nodes, n), i
	return i
}

// EstimateBytes is the size of a value of known lengths; unknown of unknown ones, parts among them.
func (c *Chunks) EstimateBytes(e Edge, known func(string) (int, bool), unknown int) int64 {
	m := &c.schemas[c.outs[c.recs[e.ID].out+e.Out].schema]
	item := m.DType.Is.Size()
	switch m.Kind {
	case Tensor:
	case Object:
		return objectBytes
	default:
		item = rowBytes(*m)
	}
	if e.Part >= 0 { // its rows have a symbol of their own, which costs a hash
		return int64(unknown)
	}
	n := item
	for _, d := range c.Dims(e) {
		if d = d.Resolve(known); !d.Known() {
			return int64(unknown)
		}
		n *= d.N
	}
	return int64(n)
}
