package op

import (
	"math"
	"math/bits"
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// Kind says what a value is.
type Kind uint8

const (
	Tensor Kind = iota + 1
	Frame
	Series
	Index
	Object
)

func (k Kind) String() string {
	return [...]string{"none", "tensor", "dataframe", "series", "index", "object"}[min(int(k), 5)]
}

// A Type is a dtype or, while When is set, a pending one: Is if no chunk misses a value, else Or.
type Type struct {
	Is, Or dtype.DType
	When   string // symbols of the question; empty when the dtype is known
}

// T is a known dtype.
func T(d dtype.DType) Type { return Type{Is: d} }

// mine marks a pending dtype whose question the engine asks of the operator's own chunks.
const mine = "mine"

// Pending is the dtype is until the operator's own chunks show a missing value, then or.
func Pending(is, or dtype.DType) Type { return Type{is, or, mine} }

// Known reports that the dtype is not pending.
func (t Type) Known() bool { return t.When == "" }

// String is the dtype; a pending one names both.
func (t Type) String() string {
	if t.Known() {
		return t.Is.String()
	}
	return t.Is.String() + " or " + t.Or.String()
}

// Col is a column of a frame, or a level of an index.
type Col struct {
	Name frame.Label
	Type
}

// IndexMeta describes the row labels of a frame.
type IndexMeta struct {
	Kind   frame.IndexKind
	Levels []Col // names and dtypes; a range has one level of int64
	Token  Key   // equal tokens mean equal labels, row for row
	Start  int   // first label and step of a range
	Step   int
	Loose  bool // chunks number their rows from 0: Tiler.Labels gives the true ones
}

// Meta describes a value, or one chunk of it. An operator fills Kind, Dims, DType, Cols, Index and Open; the
// rest is the engine's.
type Meta struct {
	Kind  Kind
	Dims  []Dim         // frames have one, the rows
	DType Type          // of tensors
	Cols  []Col         // of frames; a series has one
	Index IndexMeta     // of frames; an index value has its labels here
	Axis  []frame.Label // names of the levels of column labels, as far as they are known; nil where none has one
	Open  bool          // more columns may exist
	Key   Key           // identity
}

// NewTensor describes a tensor.
func NewTensor(d dtype.DType, dims ...Dim) Meta { return Meta{Kind: Tensor, Dims: dims, DType: T(d)} }

// countable refuses what has a negative length, or more elements or bytes than can be counted.
func (m *Meta) countable() error {
	size := uint64(1)
	if m.Kind == Tensor {
		size = uint64(max(1, m.DType.Is.Size()))
	}
	empty := slices.ContainsFunc(m.Dims, func(d Dim) bool { return d.Known() && d.N == 0 })
	for _, d := range m.Dims {
		switch {
		case !d.Known():
		case d.N < 0:
			return errs.New(errs.Invalid, "negative dimensions are not allowed")
		case empty:
		default:
			hi, lo := bits.Mul64(size, uint64(d.N))
			if hi > 0 || lo > math.MaxInt64 {
				return errs.New(errs.Invalid, "array is too big; `arr.size * arr.dtype.itemsize` is larger than the maximum possible size.")
			}
			size = lo
		}
	}
	return nil
}

// NewFrame describes a frame.
func NewFrame(rows Dim, ix IndexMeta, cols ...Col) Meta {
	return Meta{Kind: Frame, Dims: []Dim{rows}, Index: ix, Cols: cols}
}

// NewSeries describes a series.
func NewSeries(rows Dim, ix IndexMeta, col Col) Meta {
	return Meta{Kind: Series, Dims: []Dim{rows}, Index: ix, Cols: []Col{col}}
}

// NewObject describes a Go or Python object.
func NewObject() Meta { return Meta{Kind: Object} }

// FreshRange is the index 0..rows-1. Of a known length its token says so, and equal ranges are equal
// everywhere; of an unknown one it belongs to the symbol.
func FreshRange(rows Dim) IndexMeta {
	var h Hasher
	ix := IndexMeta{Kind: frame.RangeIndex, Levels: []Col{{Type: T(dtype.Int64)}}, Step: 1, Loose: !rows.Known()}
	ix.Token = h.Str("range").Int(rows.N).Str(rows.Sym).Sum()
	return ix
}

// Derive is the index after an operation that the question and the values decide: take, filter, sort. A range
// becomes its integer labels, which the chunks must have: the operator Looks at the labels of its input.
func (ix IndexMeta) Derive(question string, of ...Meta) IndexMeta {
	var h Hasher
	h.Str(question).Key(ix.Token)
	for _, m := range of {
		h.Key(m.Key)
	}
	ix.Token = h.Sum()
	if ix.Kind == frame.RangeIndex {
		ix.Kind = frame.IntIndex
	}
	ix.Start, ix.Step, ix.Loose = 0, 0, false
	return ix
}

// Rows is the first dim, or 1 for a scalar.
func (m Meta) Rows() Dim {
	if len(m.Dims) == 0 {
		return Dim{N: 1}
	}
	return m.Dims[0]
}

// WithRows is m with another first dim.
func (m Meta) WithRows(d Dim) Meta {
	m.Dims = slices.Clone(m.Dims)
	m.Dims[0] = d
	return m
}

// WithDims is m with other dims.
func (m Meta) WithDims(d ...Dim) Meta { m.Dims = d; return m }

// Shape is the known shape; ok is false when a dim is a symbol.
func (m Meta) Shape() (s []int, ok bool) {
	ok, s = true, make([]int, len(m.Dims))
	for i, d := range m.Dims {
		s[i], ok = d.N, ok && d.Known()
	}
	return s, ok
}

// Find is the place of the first column of that name, -1 when there is none. Labels match as in Python: 1
// finds 1.0.
func (m Meta) Find(name frame.Label) int {
	if i := slices.IndexFunc(m.Cols, func(c Col) bool { return c.Name == name }); i >= 0 {
		return i
	}
	return slices.IndexFunc(m.Cols, func(c Col) bool { return c.Name.Same(name) })
}

// Col looks a column up. In an open schema an unknown one passes with an open dtype, to be checked by a later
// Infer.
func (m Meta) Col(name frame.Label) (Col, error) {
	if i := m.Find(name); i >= 0 {
		return m.Cols[i], nil
	}
	if m.Open {
		return Col{name, Type{dtype.Float64, dtype.Float64, open}}, nil
	}
	names := make([]frame.Label, len(m.Cols))
	for i, c := range m.Cols {
		names[i] = c.Name
	}
	return Col{}, noColumn(name, names)
}

// OpenColumn is Type.When of a column that an open schema may have.
const OpenColumn = "open"

const open = OpenColumn

func noColumn(name frame.Label, have []frame.Label) error {
	s := ""
	for i, l := range have {
		if i == 8 {
			s += ", ..."
			break
		}
		if i > 0 {
			s += ", "
		}
		s += l.String()
	}
	return errs.New(errs.NotFound, "no column %s; the columns are %s", name.String(), s)
}

// Settled reports that nothing is left for data to tell: all lengths, columns and dtypes are known.
func (m Meta) Settled() bool {
	if m.Open || slices.ContainsFunc(m.Dims, func(d Dim) bool { return !d.Known() }) {
		return false
	}
	known := true
	m.types(func(t *Type) { known = known && t.Known() })
	return known
}

// Closed reports that schema and dtypes are known.
func (m *Meta) Closed() bool {
	ok := !m.Open && m.DType.Known()
	for _, c := range m.Cols {
		ok = ok && c.Known()
	}
	for _, c := range m.Index.Levels {
		ok = ok && c.Known()
	}
	return ok
}

// types calls f with every dtype of m, in place.
func (m *Meta) types(f func(*Type)) {
	f(&m.DType)
	for i := range m.Cols {
		f(&m.Cols[i].Type)
	}
	for i := range m.Index.Levels {
		f(&m.Index.Levels[i].Type)
	}
}

// clone is m whose dims, columns and levels may be changed.
func (m Meta) clone() Meta {
	m.Dims, m.Cols, m.Index.Levels = slices.Clone(m.Dims), slices.Clone(m.Cols), slices.Clone(m.Index.Levels)
	return m
}

// inferred is a clone of what Infer gives. Names of a column axis are those of frames: what an operand says
// of a column of one may have them still.
func (m Meta) inferred() Meta {
	if m = m.clone(); m.Kind != Frame {
		m.Axis = nil
	}
	return m
}

// sameSchema reports that a and b differ in dims and key at most.
func sameSchema(a, b *Meta) bool {
	return a.Kind == b.Kind && a.DType == b.DType && a.Open == b.Open && slices.Equal(a.Cols, b.Cols) &&
		a.Index.Kind == b.Index.Kind && a.Index.Token == b.Index.Token && a.Index.Start == b.Index.Start &&
		a.Index.Step == b.Index.Step && a.Index.Loose == b.Index.Loose && slices.Equal(a.Index.Levels, b.Index.Levels) && slices.Equal(a.Axis, b.Axis)
}

// Question is the symbol under which the engine asks the value's own chunks whether column i misses a value.
func (m *Meta) Question(i int) string {
	var h Hasher
	k := h.Key(m.Key).Int(i + 1).Sum()
	return string(k[:atom])
}
