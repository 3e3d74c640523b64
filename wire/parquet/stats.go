package parquet

import (
	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/mars-project/mars-go/frame"
)

// stats are those of a column chunk.
func (c *Column) stats(m *format.ColumnMetaData, nulls, rows int64) Stats {
	s := Stats{Nulls: -1}
	if c.max == 0 {
		s.Nulls = 0
	}
	st := &m.Statistics
	if nulls >= 0 && nulls <= rows {
		s.Nulls = nulls
	}
	lo, hi := st.MinValue, st.MaxValue
	if lo == nil && hi == nil && c.plain.kind != pq.ByteArray && c.plain.what != unsigned {
		lo, hi = st.Min, st.Max // written by signed comparison
	}
	if lo == nil || hi == nil || c.Err != nil {
		return s
	}
	s.Min, s.Max = c.bounds(lo, hi)
	return s
}

// bounds are stored bounds as labels; None where they say nothing.
func (c *Column) bounds(lo, hi []byte) (least, most frame.Label) {
	least, most = c.label(lo), c.label(hi)
	if least.IsNil() || most.IsNil() || most.Less(least) {
		return frame.Label{}, frame.Label{}
	}
	return least, most
}

// An Op compares a column with a value.
type Op string

// The comparisons, as pandas writes them.
const (
	Equal        Op = "=="
	NotEqual     Op = "!="
	Less         Op = "<"
	LessEqual    Op = "<="
	Greater      Op = ">"
	GreaterEqual Op = ">="
)

// May reports whether some row of the group may satisfy "column op value"; false only where the statistics
// rule it out. Missing rows satisfy != and nothing else.
func (f *File) May(group, column int, op Op, value frame.Label) bool {
	return f.Groups[group].Stats[column].may(f.Groups[group].Rows, op, value)
}

// may is May of so many rows.
func (s Stats) may(rows int64, op Op, value frame.Label) bool {
	if rows == 0 {
		return false
	}
	if op == NotEqual {
		return s.Nulls != 0 || s.Min.IsNil() || s.Min.Compare(s.Max) != 0 || !sortable(s.Min, value) || !same(s.Min, value) || floats(s.Min)
	}
	if s.Nulls == rows {
		return false
	}
	if value.IsMissing() {
		return false
	}
	if s.Min.IsNil() || !sortable(s.Min, value) {
		return true
	}
	lo, hi := value.Compare(s.Min), value.Compare(s.Max)
	switch op {
	case Equal:
		return lo >= 0 && hi <= 0 || same(value, s.Min) || same(value, s.Max)
	case Less:
		return lo > 0 && !same(value, s.Min)
	case LessEqual:
		return lo >= 0 || same(value, s.Min)
	case Greater:
		return hi < 0 && !same(value, s.Max)
	case GreaterEqual:
		return hi <= 0 || same(value, s.Max)
	}
	return true
}

// same is Python's ==, which is not that of labels of different kinds.
func same(a, b frame.Label) bool { return a.Same(b) }

// floats reports bounds that are floats: NaN may hide behind them.
func floats(l frame.Label) bool { return l.Kind() == frame.LabelFloat }

// sortable reports labels whose order means something: both numbers, both texts, both times with or without
// zones.
func sortable(a, b frame.Label) bool {
	class := func(l frame.Label) int {
		switch l.Kind() {
		case frame.LabelBool, frame.LabelInt, frame.LabelUint, frame.LabelFloat:
			return 1
		case frame.LabelString:
			return 2
		case frame.LabelTime:
			if t, ok := l.Value().(frame.Timestamp); ok && t.TZ != "" {
				return 4
			}
			return 3
		case frame.LabelDelta:
			return 5
		}
		return 0
	}
	k := class(a)
	return k != 0 && k == class(b)
}
