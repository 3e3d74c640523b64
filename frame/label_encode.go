package frame

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
)

// The binary form of a label is its kind and then
//
//	bool, int, uint, float  8 bytes, big endian
//	string, bytes           the bytes
//	time                    unit, 8 bytes, the zone
//	delta                   unit, 8 bytes
//	interval                a byte that says which ends are closed, and the ends as a tuple has them
//	tuple                   for each element the length of its form as a uvarint, and the form

func (l Label) append(b []byte) []byte {
	b = append(b, byte(l.kind))
	switch l.kind {
	case LabelBool, LabelInt, LabelUint, LabelFloat:
		b = binary.BigEndian.AppendUint64(b, l.num)
	case LabelTime, LabelDelta:
		b = append(b, byte(l.unit))
		b = binary.BigEndian.AppendUint64(b, l.num)
	case LabelInterval:
		b = append(b, byte(l.num))
	}
	return append(b, l.str...)
}

// MarshalBinary is the compact form, which CBOR carries as a byte string.
func (l Label) MarshalBinary() ([]byte, error) { return l.append(nil), nil }

// UnmarshalBinary reads what MarshalBinary wrote; anything else is Invalid.
func (l *Label) UnmarshalBinary(b []byte) error {
	v, err := decodeLabel(b, 0)
	if err == nil {
		*l = v
	}
	return err
}

// maxNest is how deep tuples may lie in tuples.
const maxNest = 16

func decodeLabel(b []byte, depth int) (Label, error) {
	bad := func() (Label, error) {
		return Label{}, errs.New(errs.Invalid, "damaged label: %d bytes of kind %d", len(b), append(b, 0)[0])
	}
	if len(b) == 0 || depth > maxNest {
		return bad()
	}
	l := Label{kind: LabelKind(b[0])}
	rest := b[1:]
	switch l.kind {
	case LabelNil:
		if len(rest) != 0 {
			return bad()
		}
	case LabelBool, LabelInt, LabelUint, LabelFloat:
		if len(rest) != 8 {
			return bad()
		}
		l.num = binary.BigEndian.Uint64(rest)
		if l.kind == LabelBool && l.num > 1 || l.kind == LabelUint && l.num <= math.MaxInt64 || l.IsNaN() && l != labelFloat(math.NaN()) {
			return bad()
		}
	case LabelTime, LabelDelta:
		if len(rest) < 9 || !l.kind.counts(dtype.Unit(rest[0])) || l.kind == LabelDelta && len(rest) != 9 {
			return bad()
		}
		l.unit, l.num, l.str = dtype.Unit(rest[0]), binary.BigEndian.Uint64(rest[1:]), string(rest[9:])
	case LabelString, LabelBytes:
		l.str = string(rest)
	case LabelTuple:
		n, err := eachElem(rest, func(e []byte) error {
			_, err := decodeLabel(e, depth+1)
			return err
		})
		if err != nil {
			return Label{}, err
		}
		l.num, l.str = uint64(n), string(rest)
	case LabelInterval:
		if len(rest) == 0 || rest[0] > 3 {
			return bad()
		}
		n, err := eachElem(rest[1:], func(e []byte) error {
			_, err := decodeLabel(e, depth+1)
			return err
		})
		if err != nil || n != 2 {
			return bad()
		}
		l.num, l.str = uint64(rest[0]), string(rest[1:])
	default:
		return bad()
	}
	return l, nil
}

func decodeTuple(b []byte) ([]Label, error) {
	var ls []Label
	_, err := eachElem(b, func(e []byte) error {
		l, err := decodeLabel(e, 0)
		ls = append(ls, l)
		return err
	})
	return ls, err
}

func eachElem(b []byte, f func([]byte) error) (int, error) {
	n := 0
	for ; len(b) > 0; n++ {
		size, k := binary.Uvarint(b)
		if k <= 0 || size > uint64(len(b)-k) || k > 1 && size < 1<<(7*(k-1)) {
			return 0, errs.New(errs.Invalid, "damaged label: an element of a tuple passes its end")
		}
		if err := f(b[k:][:size]); err != nil {
			return 0, err
		}
		b = b[k+int(size):]
	}
	return n, nil
}

// MarshalJSON is null, true, "a", 3, 3.5 or [..] for the kinds that JSON has: a float always has a point or
// an exponent. The others are objects of one name: {"float":"NaN"}, {"bytes":base64}, {"text":base64} for
// text that is not UTF-8, {"time":[ticks,"us","UTC"]}, {"delta":[ticks,"us"]},
// {"interval":[left,right,"right"]}.
func (l Label) MarshalJSON() ([]byte, error) {
	switch l.kind {
	case LabelNil:
		return []byte("null"), nil
	case LabelBool:
		return strconv.AppendBool(nil, l.num == 1), nil
	case LabelInt:
		return strconv.AppendInt(nil, int64(l.num), 10), nil
	case LabelUint:
		return strconv.AppendUint(nil, l.num, 10), nil
	case LabelFloat:
		if f := l.float(); f-f != 0 {
			return json.Marshal(map[string]string{"float": strconv.FormatFloat(f, 'g', -1, 64)})
		}
		return []byte(pyFloat(l.float())), nil
	case LabelString:
		if !utf8.ValidString(l.str) {
			return json.Marshal(map[string][]byte{"text": []byte(l.str)})
		}
		return json.Marshal(l.str)
	case LabelBytes:
		return json.Marshal(map[string][]byte{"bytes": []byte(l.str)})
	case LabelTime:
		return json.Marshal(map[string][]any{"time": {int64(l.num), l.unit.String(), l.str}})
	case LabelDelta:
		return json.Marshal(map[string][]any{"delta": {int64(l.num), l.unit.String()}})
	case LabelInterval:
		v, _ := l.Interval()
		return json.Marshal(map[string][]any{"interval": {v.Left, v.Right, v.Closed()}})
	}
	return json.Marshal(append([]Label{}, l.Elems()...))
}

// UnmarshalJSON reads what MarshalJSON wrote; anything else is Invalid.
func (l *Label) UnmarshalJSON(b []byte) error {
	v, ok := parseLabel(bytes.TrimSpace(b))
	if !ok {
		return errs.New(errs.Invalid, "no label: %.80s", b)
	}
	*l = v
	return nil
}

func parseLabel(b []byte) (Label, bool) {
	if len(b) == 0 {
		return Label{}, false
	}
	switch b[0] {
	case 'n':
		return Label{}, string(b) == "null"
	case 't', 'f':
		return L(b[0] == 't'), string(b) == "true" || string(b) == "false"
	case '"':
		var s string
		err := json.Unmarshal(b, &s)
		return L(s), err == nil
	case '[':
		var ls []Label
		err := json.Unmarshal(b, &ls)
		return TupleOf(ls), err == nil
	case '{':
		var m map[string]json.RawMessage
		if json.Unmarshal(b, &m) != nil || len(m) != 1 {
			return Label{}, false
		}
		for k, v := range m {
			return parseTagged(k, v)
		}
	}
	if i, err := strconv.ParseInt(string(b), 10, 64); err == nil {
		return L(i), true
	}
	if u, err := strconv.ParseUint(string(b), 10, 64); err == nil {
		return L(u), true
	}
	f, err := strconv.ParseFloat(string(b), 64)
	return L(f), err == nil && f-f == 0
}

func parseTagged(tag string, v json.RawMessage) (Label, bool) {
	switch tag {
	case "float":
		var s string
		if json.Unmarshal(v, &s) != nil {
			return Label{}, false
		}
		f, err := strconv.ParseFloat(s, 64)
		return L(f), err == nil
	case "bytes", "text":
		var s string
		if json.Unmarshal(v, &s) != nil {
			return Label{}, false
		}
		p, err := base64.StdEncoding.DecodeString(s)
		if tag == "bytes" {
			return L(p), err == nil
		}
		return L(string(p)), err == nil
	case "interval":
		var parts []Label
		if json.Unmarshal(v, &parts) != nil || len(parts) != 3 {
			return Label{}, false
		}
		closed, _ := parts[2].Text()
		i, ok := IntervalOf(parts[0], parts[1], closed)
		return i.label(), ok
	case "time", "delta":
		var parts []json.RawMessage
		var ticks int64
		var unit, zone string
		if json.Unmarshal(v, &parts) != nil || len(parts) < 2 || len(parts) > 3 ||
			json.Unmarshal(parts[0], &ticks) != nil || json.Unmarshal(parts[1], &unit) != nil ||
			len(parts) == 3 && json.Unmarshal(parts[2], &zone) != nil {
			return Label{}, false
		}
		u, ok := dtype.ParseUnit(unit)
		kind := LabelTime
		if tag == "delta" {
			kind = LabelDelta
		}
		if !ok || !kind.counts(u) || (tag == "time") != (len(parts) == 3) {
			return Label{}, false
		}
		if tag == "delta" {
			return L(Timedelta{ticks, u}), true
		}
		return L(Timestamp{ticks, u, zone}), true
	}
	return Label{}, false
}

// counts reports that labels of a kind may have a unit: those of pandas, and days for dates.
func (k LabelKind) counts(u dtype.Unit) bool { return u.Pandas() || k == LabelTime && u == dtype.Day }
