package join

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/mem"
)

// An integer is what values or codes of a key are that addresses a table by itself.
type integer interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64
}

// direct is Rows by a table that a key of the left side addresses: one key of small integers, or of a
// dictionary on the left. ok is false for other keys. Only the order of the left side is served: Inner, Left,
// Semi and LeftAnti, not sorted.
func direct(al mem.Allocator, how How, l, r *frame.Column) (lrows, rrows []int64, ok bool, err error) {
	if l, r, err = sameWidth(al, l, r); err != nil {
		return nil, nil, false, err
	}
	switch {
	case l.Enc == frame.Dict:
		return coded(al, how, l, r)
	case l.Enc != frame.Plain || r.Enc != frame.Plain || l.DType != r.DType || !l.Valid.IsZero() || !r.Valid.IsZero():
		return nil, nil, false, nil
	}
	switch l.DType.Kind {
	case dtype.Int8Kind:
		return ranged[int8](al, how, l, r)
	case dtype.Int16Kind:
		return ranged[int16](al, how, l, r)
	case dtype.Int32Kind:
		return ranged[int32](al, how, l, r)
	case dtype.Int64Kind, dtype.DatetimeKind, dtype.TimedeltaKind:
		return ranged[int64](al, how, l, r)
	case dtype.BoolKind, dtype.Uint8Kind:
		return ranged[uint8](al, how, l, r)
	case dtype.Uint16Kind:
		return ranged[uint16](al, how, l, r)
	case dtype.Uint32Kind:
		return ranged[uint32](al, how, l, r)
	case dtype.Uint64Kind:
		return ranged[uint64](al, how, l, r)
	}
	return nil, nil, false, nil
}

// sameWidth is keys of which one or both are narrow as they are stored, where that is in one width, and else
// as plain ones.
func sameWidth(al mem.Allocator, l, r *frame.Column) (left, right *frame.Column, err error) {
	switch {
	case l.DType != r.DType || l.Enc != frame.Narrow && r.Enc != frame.Narrow:
		return l, r, nil
	case l.Enc == r.Enc && l.Codes == r.Codes:
		return l.Stored(), r.Stored(), nil
	case l.Enc == frame.Narrow:
		if l, err = l.Decode(al); err != nil {
			return nil, nil, err
		}
	}
	if r.Enc == frame.Narrow {
		r, err = r.Decode(al)
	}
	return l, r, err
}

// ranged addresses the table by the distance from the least right key, where all lie in a range that is not
// much longer than the sides.
func ranged[T integer](al mem.Allocator, how How, l, r *frame.Column) (lrows, rrows []int64, ok bool, err error) {
	left, right := frame.Values[T](l), frame.Values[T](r)
	if len(left) == 0 || len(right) == 0 {
		return nil, nil, false, nil
	}
	room := len(left) + len(right)
	if how == Semi || how == LeftAnti {
		s, ok, err := setOf(al, right, room)
		if !ok || err != nil {
			return nil, nil, false, err
		}
		lrows, err = rowsIn(al, s, left, how == Semi)
		return lrows, nil, true, err
	}
	some, err := meeting(al, right, left)
	switch {
	case err != nil:
		return nil, nil, false, err
	case some == nil:
		return byDistance(al, how, left, right, room)
	}
	few, err := alloc[T](al, len(some))
	if err != nil {
		return nil, nil, false, err
	}
	for i, row := range some {
		few[i] = right[row]
	}
	if lrows, rrows, ok, err = byDistance(al, how, left, few, room); !ok || err != nil {
		return nil, nil, false, err
	}
	for i, k := range rrows {
		if k >= 0 {
			rrows[i] = some[k]
		}
	}
	return lrows, rrows, true, nil
}

// byDistance looks left keys up in a table that so many rows allow: one of bits may be longer.
func byDistance[T integer](al mem.Allocator, how How, left, right []T, room int) (lrows, rrows []int64, ok bool, err error) {
	lo, width := left[0], uint64(0) // of no right rows at all
	if len(right) > 0 {
		lo = slices.Min(right)
		width = uint64(slices.Max(right)) - uint64(lo)
	}
	keys := func(at int, out []int32) {
		for i, k := range right[at : at+len(out)] {
			out[i] = int32(uint64(k) - uint64(lo))
		}
	}
	var t *table
	switch {
	case width < min(uint64(8*room+1<<12), 1<<30):
		t, err = newTable(al, int(width)+1, len(right), keys)
	case width < min(uint64(64*room), 1<<30):
		t, err = newBits(al, int(width)+1, len(right), keys)
	}
	if t == nil || err != nil {
		return nil, nil, false, err
	}
	lrows, rrows, err = probe(al, how, t, left, lo)
	return lrows, rrows, true, err
}

// coded addresses the table by the codes of the left dictionary. Missing rows, whose code is -1, meet each
// other.
func coded(al mem.Allocator, how How, l, r *frame.Column) (lrows, rrows []int64, ok bool, err error) {
	values := r
	if r.Enc == frame.Dict {
		values = r.Dict.Values
	}
	if l.DType != r.DType || l.DType.IsCategorical() && l.Dict != r.Dict || l.DType.IsObject() || values.Enc != frame.Plain {
		return nil, nil, false, nil
	}
	n := l.Dict.Len()
	place := make([]int32, values.Rows) // of the right values: 1 + their code on the left, 0 for missing ones, -1 for those that are not there
	if l.Dict == r.Dict {
		for i := range place {
			place[i] = int32(i) + 1
		}
	} else {
		num, err := hash.Number(al, hash.Appearance, true, []*frame.Column{l.Dict.Values}, []*frame.Column{values})
		if err != nil {
			return nil, nil, false, err
		}
		for i, id := range num.IDs[1] { // values of the left dictionary are the first numbers
			if place[i] = id + 1; int(id) >= n {
				place[i] = -1
			}
		}
	}
	keys := func(at int, out []int32) { copy(out, place[at:]) }
	if r.Enc == frame.Dict {
		keys = func(at int, out []int32) {
			for i := range out {
				if out[i] = 0; r.Code(at+i) >= 0 {
					out[i] = place[r.Code(at+i)]
				}
			}
		}
	}
	t, err := newTable(al, n+1, r.Rows, keys)
	if err != nil {
		return nil, nil, false, err
	}
	switch l.Codes {
	case 1:
		lrows, rrows, err = probe(al, how, t, frame.CodesOf[int8](l), -1)
	case 2:
		lrows, rrows, err = probe(al, how, t, frame.CodesOf[int16](l), -1)
	default:
		lrows, rrows, err = probe(al, how, t, frame.CodesOf[int32](l), -1)
	}
	return lrows, rrows, true, err
}
