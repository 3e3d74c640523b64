package op

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/nd"
)

// Facts are what is known of a chunk once it has run: they travel with chunk meta and steer tiling.
type Facts struct {
	Shape  []int       // lengths; a frame has one
	Bytes  int64       // of memory
	Cols   []ColFacts  // of a frame's columns, in order, then of the levels of its index
	Parts  []PartFacts // of a partitioned value
	Schema *Meta       // of a frame whose schema was open
}

// ColFacts are the statistics of a column that cost little to keep.
type ColFacts struct {
	Nulls    int64
	DType    dtype.DType // as it came out: of a pending column either of the two
	Sorted   bool        // known to ascend
	Unique   bool        // known to hold no value twice
	Min, Max frame.Label // bounds of the rows that are there, NaN aside; nil when not known
}

// PartFacts are those of one part.
type PartFacts struct {
	Rows  int
	Bytes int64
}

// Observe draws facts from a value.
func Observe(v any) Facts {
	switch v := v.(type) {
	case *nd.Array:
		return Facts{Shape: append([]int{}, v.Shape...), Bytes: int64(v.Bytes())}
	case *frame.Frame:
		f := Facts{Shape: []int{v.NRows}, Bytes: v.Size(), Cols: make([]ColFacts, len(v.Cols))}
		for i, c := range v.Cols {
			b := c.Bounds()
			f.Cols[i] = ColFacts{Nulls: int64(c.NullCount()), DType: c.DType, Sorted: b.Sorted, Unique: b.Unique, Min: brief(b.Min), Max: brief(b.Max)}
		}
		return f
	case *Pickled:
		return Facts{Shape: []int{}, Bytes: v.Bytes()}
	case Tuple:
		f := Facts{Shape: []int{}}
		for _, x := range v {
			f.Bytes += Observe(x).Bytes
		}
		return f
	case *Parts:
		f := Facts{Shape: []int{0}, Parts: make([]PartFacts, len(v.P))}
		for i, x := range v.P {
			if x == nil {
				continue
			}
			g := Observe(x)
			if len(g.Shape) > 0 {
				f.Parts[i].Rows = g.Shape[0]
				f.Shape[0] += g.Shape[0]
			}
			f.Parts[i].Bytes = g.Bytes
			f.Bytes += g.Bytes
		}
		return f
	}
	return Facts{Shape: []int{}, Bytes: objectBytes}
}

// brief is a bound without long texts, which would travel with every chunk.
func brief(l frame.Label) frame.Label {
	if k := l.Kind(); k == frame.LabelString || k == frame.LabelTuple || k == frame.LabelBytes {
		return frame.Label{}
	}
	return l
}

// objectBytes stands for the size of a Go object that nobody measured.
const objectBytes = 256

// Answers reports that column i answers the question of a pending dtype with Or: it came out so, or it misses
// rows that Is cannot miss.
func (f *Facts) Answers(i int, t Type) bool {
	if i >= len(f.Cols) {
		return false
	}
	c := f.Cols[i]
	return c.Nulls > 0 && !frame.CanMiss(t.Is) || c.DType == t.Or && t.Or != t.Is
}

// SchemaOf describes a frame as it is: what an open schema turned out to be.
func SchemaOf(f *frame.Frame) *Meta {
	m := &Meta{Kind: Frame, Dims: Dims(f.NRows), Index: IndexOf(f.Index), Axis: f.Axis}
	for i, c := range f.Cols {
		m.Cols = append(m.Cols, Col{f.Names[i], T(c.DType)})
	}
	return m
}

// IndexOf describes the index of a frame as it is, without a token.
func IndexOf(x *frame.Index) IndexMeta {
	ix := IndexMeta{Kind: x.Kind, Start: int(x.Start), Step: int(x.Step)}
	for i, n := range x.Names {
		ix.Levels = append(ix.Levels, Col{n, T(x.Level(i).DType)})
	}
	return ix
}

// Same reports labels that are known to be equal, row for row: those of no token are not known.
func (ix *IndexMeta) Same(as *IndexMeta) bool { return ix.Token == as.Token && !ix.Token.IsZero() }

// Identify is ix with the token of given labels: equal labels in equal order have equal tokens.
func (ix IndexMeta) Identify(x *frame.Index) IndexMeta {
	var h Hasher
	f := &frame.Frame{Index: x, NRows: x.N}
	ix.Token = h.Str("labels").Bytes(digest(f)).Sum()
	return ix
}
