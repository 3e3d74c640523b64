package frame

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/dtype"
)

// String is Python's str() of the label: a, 3, 3.0, True, None, nan, 2020-01-01 00:00:00, ('a', 1).
func (l Label) String() string {
	switch l.kind {
	case LabelString:
		return l.str
	case LabelTime:
		return timestampText(int64(l.num), l.unit, l.str)
	case LabelDelta:
		return timedeltaText(int64(l.num), l.unit)
	case LabelInterval:
		v, _ := l.Interval()
		return v.String()
	}
	return l.Repr()
}

// Repr is Python's repr() of the label: 'a', Timestamp('2020-01-01 00:00:00').
func (l Label) Repr() string {
	switch l.kind {
	case LabelBool:
		if l.num == 1 {
			return "True"
		}
		return "False"
	case LabelInt:
		return strconv.FormatInt(int64(l.num), 10)
	case LabelUint:
		return strconv.FormatUint(l.num, 10)
	case LabelFloat:
		return pyFloat(l.float())
	case LabelString:
		return pyQuote(l.str)
	case LabelBytes:
		return pyBytes([]byte(l.str))
	case LabelTime:
		s := timestampText(int64(l.num), l.unit, l.str)
		if s == "NaT" {
			return s
		}
		if l.unit == dtype.Day {
			y, m, d := civil(int64(l.num), l.unit, "").Date()
			return fmt.Sprintf("datetime.date(%d, %d, %d)", y, m, d)
		}
		if l.str != "" {
			n := len(s) - 6 // str() ends in +01:00, repr() in +0100
			return "Timestamp('" + s[:n] + strings.Replace(s[n:], ":", "", 1) + "', tz='" + l.str + "')"
		}
		return "Timestamp('" + s + "')"
	case LabelDelta:
		s := timedeltaText(int64(l.num), l.unit)
		if s == "NaT" {
			return s
		}
		return "Timedelta('" + s + "')"
	case LabelInterval:
		v, _ := l.Interval()
		return v.Repr()
	case LabelTuple:
		es := l.Elems()
		if len(es) == 1 {
			return "(" + es[0].Repr() + ",)"
		}
		ps := make([]string, len(es))
		for i, e := range es {
			ps[i] = e.Repr()
		}
		return "(" + strings.Join(ps, ", ") + ")"
	}
	return "None"
}
