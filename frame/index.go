package frame

import (
	"fmt"
	"sync/atomic"

	"github.com/mars-project/mars-go/dtype"
)

// An IndexKind is the class of a pandas index.
type IndexKind uint8

// The kinds. Int, Float and the rest are told by the dtype of the one level.
const (
	RangeIndex IndexKind = iota
	IntIndex
	FloatIndex
	BoolIndex
	StrIndex
	DatetimeIndex
	TimedeltaIndex
	CategoricalIndex
	ObjectIndex // object, binary and complex labels
	MultiIndex
)

func (k IndexKind) String() string {
	return [...]string{"range", "int", "float", "bool", "str", "datetime", "timedelta", "categorical", "object", "multi"}[k]
}

// An Index is the row labels of a frame. A RangeIndex is Start, Step and N without data. The others have one
// column per level, in any encoding: a level of a MultiIndex is mostly a dictionary column, which is pandas'
// codes and levels, but a plain one is as good.
type Index struct {
	Kind   IndexKind
	Names  []Label   // one per level
	Levels []*Column // nil for a RangeIndex
	Start  int64     // RangeIndex: row i has the label Start + i*Step
	Step   int64     // not zero
	N      int       // rows
	Token  Token     // identity; see Token
	Freq   string    // of times at equal distance (D, h): slices keep it, and chunks put together

	facts  atomic.Pointer[indexFacts]
	lookup atomic.Pointer[indexTable]
}

// indexFacts are flags found once.
type indexFacts struct{ unique, rising, falling bool }

// NewRange is the RangeIndex 0, 1, ... without a name. Its token is that of its numbers: equal ranges have
// equal tokens.
func NewRange(start, step int64, n int) *Index {
	if step == 0 {
		panic("frame: RangeIndex with step 0")
	}
	x := &Index{Kind: RangeIndex, Names: make([]Label, 1), Start: start, Step: step, N: n}
	x.Token = rangeToken(start, step, n)
	return x
}

func rangeToken(start, step int64, n int) Token {
	switch n {
	case 0:
		start, step = 0, 1
	case 1:
		step = 1
	}
	return NewToken(fmt.Sprintf("range:%d:%d:%d", start, step, n))
}

// NewIndex is the index of one column. An int64 column of Range encoding becomes a RangeIndex; other kinds
// follow the dtype.
func NewIndex(name Label, c *Column) *Index {
	if c.Enc == Range && c.DType == dtype.Int64 && c.Step != 0 {
		x := NewRange(c.Start, c.Step, c.Rows)
		x.Names[0] = name
		return x
	}
	return &Index{Kind: IndexKindOf(c.DType), Names: []Label{name}, Levels: []*Column{c}, N: c.Rows}
}

// NewMulti is the MultiIndex of its level columns; names may be nil.
func NewMulti(names []Label, levels ...*Column) *Index {
	if len(levels) == 0 {
		panic("frame: a MultiIndex needs levels")
	}
	ns := make([]Label, len(levels))
	copy(ns, names)
	return &Index{Kind: MultiIndex, Names: ns, Levels: levels, N: levels[0].Rows}
}

// IndexKindOf is the kind of an index whose one level has dtype d and is no range.
func IndexKindOf(d dtype.DType) IndexKind {
	switch {
	case d.IsInteger():
		return IntIndex
	case d.IsFloat():
		return FloatIndex
	case d.IsBool():
		return BoolIndex
	case d.IsString():
		return StrIndex
	case d.IsDatetime():
		return DatetimeIndex
	case d.IsTimedelta():
		return TimedeltaIndex
	case d.IsCategorical():
		return CategoricalIndex
	}
	return ObjectIndex
}

// DType is the dtype of a one-level index; of a MultiIndex it is object.
func (x *Index) DType() dtype.DType {
	switch {
	case x.Kind == RangeIndex:
		return dtype.Int64
	case x.Kind == MultiIndex:
		return dtype.Object
	}
	return x.Levels[0].DType
}

// NLevels is the number of levels.
func (x *Index) NLevels() int { return len(x.Names) }

// Level is the labels of level k as a column; of a RangeIndex a column of Range encoding.
func (x *Index) Level(k int) *Column {
	if x.Kind == RangeIndex {
		return NewRangeColumn(dtype.Int64, x.Start, x.Step, x.N)
	}
	return x.Levels[k]
}

// Label is the label of row i, a tuple for a MultiIndex.
func (x *Index) Label(i int) Label {
	switch {
	case x.Kind == RangeIndex:
		return L(x.Start + int64(i)*x.Step)
	case x.Kind != MultiIndex:
		return x.Levels[0].Label(i)
	}
	ls := make([]Label, len(x.Levels))
	for k, c := range x.Levels {
		ls[k] = c.Label(i)
	}
	return TupleOf(ls)
}

// WithNames is x with other level names; the data and the identity are shared.
func (x *Index) WithNames(names ...Label) *Index {
	if len(names) != x.NLevels() {
		panic(fmt.Sprintf("frame: %d names for %d levels", len(names), x.NLevels()))
	}
	y := x.shallow()
	y.Names = names
	return y
}

// WithFreq is x whose labels, times, are known to stand so far from each other.
func (x *Index) WithFreq(freq string) *Index {
	y := x.shallow()
	y.Freq = freq
	return y
}

// over is x with its labels in other columns. The hash of labels stays behind: it reads the old columns,
// whose blocks may be freed before the new ones.
func (x *Index) over(levels []*Column) *Index {
	y := x.shallow()
	y.Levels = levels
	y.lookup.Store(nil)
	return y
}

// shallow copies x with what is known of it.
func (x *Index) shallow() *Index {
	y := &Index{Kind: x.Kind, Names: x.Names, Levels: x.Levels, Start: x.Start, Step: x.Step, N: x.N, Token: x.Token, Freq: x.Freq}
	y.facts.Store(x.facts.Load())
	y.lookup.Store(x.lookup.Load())
	return y
}
