package frame

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/mars-project/mars-go/dtype"
)

// A LabelKind is the Python type of a label.
type LabelKind uint8

// The kinds of labels. The numbers are part of the encoding.
const (
	LabelNil LabelKind = iota
	LabelBool
	LabelInt
	LabelUint // only values beyond int64
	LabelFloat
	LabelString
	LabelTime
	LabelDelta
	LabelTuple
	LabelBytes
	LabelInterval
)

// A Label names a column, a level or a row: what pandas allows as a key. The zero Label is None. Labels are
// comparable with ==, and NaN equals NaN. Labels of different kinds differ even where Python says 1 == 1.0,
// and so do 0.0 and -0.0; Same has Python's answer.
type Label struct {
	kind LabelKind
	unit dtype.Unit
	num  uint64
	str  string // a string, bytes, a time zone, or the encoded elements of a tuple or an interval
}

// L is the label of a Go value: nil, bool, any integer or float, string, []byte, Timestamp, Timedelta,
// Interval, Label, []any or []Label (tuples). It panics on other types: what a user gives goes through
// LabelOf.
func L(v any) Label {
	l, ok := LabelOf(v)
	if !ok {
		panic(fmt.Sprintf("frame: no label of %T", v))
	}
	return l
}

// Labels is L over a list.
func Labels(vs ...any) []Label {
	ls := make([]Label, len(vs))
	for i, v := range vs {
		ls[i] = L(v)
	}
	return ls
}

// TextLabels are texts as labels, nil for none.
func TextLabels(vs []string) []Label {
	var ls []Label
	for _, v := range vs {
		ls = append(ls, L(v))
	}
	return ls
}

// Tup is the tuple label of its elements.
func Tup(vs ...any) Label { return TupleOf(Labels(vs...)) }

// TupleOf is the tuple label of labels.
func TupleOf(ls []Label) Label {
	var b []byte
	for _, l := range ls {
		e := l.append(nil)
		b = binary.AppendUvarint(b, uint64(len(e)))
		b = append(b, e...)
	}
	return Label{kind: LabelTuple, num: uint64(len(ls)), str: string(b)}
}

// Leveled is the label with these elements, one for each level: of one level its element.
func Leveled(ls []Label) Label {
	if len(ls) == 1 {
		return ls[0]
	}
	return TupleOf(ls)
}

// LabelOf is L that reports an unfit type instead of panicking.
func LabelOf(v any) (Label, bool) {
	switch v := v.(type) {
	case nil:
		return Label{}, true
	case Label:
		return v, true
	case bool:
		if v {
			return Label{kind: LabelBool, num: 1}, true
		}
		return Label{kind: LabelBool}, true
	case int:
		return Label{kind: LabelInt, num: uint64(v)}, true
	case int8:
		return Label{kind: LabelInt, num: uint64(v)}, true
	case int16:
		return Label{kind: LabelInt, num: uint64(v)}, true
	case int32:
		return Label{kind: LabelInt, num: uint64(v)}, true
	case int64:
		return Label{kind: LabelInt, num: uint64(v)}, true
	case uint8:
		return Label{kind: LabelInt, num: uint64(v)}, true
	case uint16:
		return Label{kind: LabelInt, num: uint64(v)}, true
	case uint32:
		return Label{kind: LabelInt, num: uint64(v)}, true
	case uint64:
		if v > math.MaxInt64 {
			return Label{kind: LabelUint, num: v}, true
		}
		return Label{kind: LabelInt, num: v}, true
	case float32:
		return labelFloat(float64(v)), true
	case float64:
		return labelFloat(v), true
	case string:
		return Label{kind: LabelString, str: v}, true
	case []byte:
		return Label{kind: LabelBytes, str: string(v)}, true
	case Timestamp:
		return Label{kind: LabelTime, num: uint64(v.Ticks), unit: v.Unit, str: v.TZ}, true
	case Timedelta:
		return Label{kind: LabelDelta, num: uint64(v.Ticks), unit: v.Unit}, true
	case Interval:
		return v.label(), true
	case []Label:
		return TupleOf(v), true
	case Tuple:
		return LabelOf([]any(v))
	case []any:
		ls := make([]Label, len(v))
		for i, e := range v {
			l, ok := LabelOf(e)
			if !ok {
				return Label{}, false
			}
			ls[i] = l
		}
		return TupleOf(ls), true
	}
	return Label{}, false
}

func labelFloat(f float64) Label {
	if f != f {
		f = math.NaN()
	}
	return Label{kind: LabelFloat, num: math.Float64bits(f)}
}

// Kind is the kind of the label.
func (l Label) Kind() LabelKind { return l.kind }

// IsNil reports the label None.
func (l Label) IsNil() bool { return l.kind == LabelNil }

// IsNaN reports the float label NaN.
func (l Label) IsNaN() bool { return l.kind == LabelFloat && l.float() != l.float() }

// IsMissing reports None, NaN or NaT.
func (l Label) IsMissing() bool {
	return l.IsNil() || l.IsNaN() || (l.kind == LabelTime || l.kind == LabelDelta) && int64(l.num) == NaT
}

// Text is the string of a string label.
func (l Label) Text() (string, bool) { return l.str, l.kind == LabelString }

// Int is the value of an int label.
func (l Label) Int() (int64, bool) { return int64(l.num), l.kind == LabelInt }

func (l Label) float() float64 { return math.Float64frombits(l.num) }

// Float is the value of a bool, int or float label as a float64.
func (l Label) Float() (float64, bool) {
	switch l.kind {
	case LabelFloat:
		return l.float(), true
	case LabelInt:
		return float64(int64(l.num)), true
	case LabelUint, LabelBool:
		return float64(l.num), true
	}
	return 0, false
}

// Len is the number of elements of a tuple, 1 for other labels.
func (l Label) Len() int {
	if l.kind == LabelTuple {
		return int(l.num)
	}
	return 1
}

// Elems are the elements of a tuple; of another label, the label.
func (l Label) Elems() []Label {
	if l.kind != LabelTuple {
		return []Label{l}
	}
	ls, err := decodeTuple([]byte(l.str))
	if err != nil {
		panic(err) // tuples are encoded by TupleOf or checked by UnmarshalBinary
	}
	return ls
}

// Elem is element i of a tuple; element 0 of another label is the label.
func (l Label) Elem(i int) Label { return l.Elems()[i] }

// Value is the label as a Go value: nil, bool, int64, uint64, float64, string, []byte, Timestamp, Timedelta,
// Interval or []any.
func (l Label) Value() any {
	switch l.kind {
	case LabelBool:
		return l.num == 1
	case LabelInt:
		return int64(l.num)
	case LabelUint:
		return l.num
	case LabelFloat:
		return l.float()
	case LabelString:
		return l.str
	case LabelBytes:
		return []byte(l.str)
	case LabelTime:
		return Timestamp{Ticks: int64(l.num), Unit: l.unit, TZ: l.str}
	case LabelDelta:
		return Timedelta{Ticks: int64(l.num), Unit: l.unit}
	case LabelInterval:
		v, _ := l.Interval()
		return v
	case LabelTuple:
		es := l.Elems()
		vs := make([]any, len(es))
		for i, e := range es {
			vs[i] = e.Value()
		}
		return vs
	}
	return nil
}
