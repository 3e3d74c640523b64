package order

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

const sign = 1 << 63

// An encoder writes the rows of columns of one key as unsigned numbers that order as the rows do. Missing
// rows are the number miss, which no other row is; of plain texts, which may go on behind what the number
// holds, equal numbers say nothing.
type encoder struct {
	miss uint64
	desc bool
	skip int  // bytes that all texts begin with
	gaps bool // values of dictionaries are even numbers, with room between them
}

// encoderOf is the encoder of a key; with more than one column, for all of them.
func encoderOf(k Key, cols ...*frame.Column) encoder {
	e := encoder{desc: k.Desc, miss: missOf(k)}
	if cols[0].Enc == frame.Plain && text(cols[0]) {
		e.skip = commonPrefix(cols)
	}
	return e
}

// missOf is the number of missing rows before numbers of a descending key are complemented.
func missOf(k Key) uint64 {
	if k.NullsFirst == k.Desc {
		return math.MaxUint64
	}
	return 0
}

// plainText reports rows that a number does not hold as a whole.
func plainText(c *frame.Column) bool { return text(c) && c.Enc != frame.Dict }

// encode writes the rows of c. It reports that texts go on behind what their numbers hold.
func (e encoder) encode(al mem.Allocator, out []uint64, c *frame.Column) (more bool, err error) {
	if c.Enc == frame.Const || c.Enc == frame.Range || c.Enc == frame.Narrow {
		if c.Enc == frame.Const && c.Rows > 0 && !c.DType.IsObject() {
			one, err := c.Slice(0, 1).Decode(mem.Heap)
			if err != nil {
				return false, err
			}
			if more, err = e.encode(al, out[:1], one); err != nil {
				return false, err
			}
			for i := range out {
				out[i] = out[0]
			}
			return more, nil
		}
		p, err := c.Decode(al)
		if err != nil {
			return false, err
		}
		if p != c {
			defer mem.Free(al, p.Data)
		}
		c = p
	}
	switch {
	case c.Enc == frame.Dict:
		e.codes(out, c)
	case text(c):
		more = e.texts(out, c)
	case c.DType.IsComplex():
		x := complexOf(c)
		e.compared(out, c, func(a, b int64) int { return compareComplex(x(int(a)), x(int(b))) })
	case c.DType.IsObject():
		e.compared(out, c, func(a, b int64) int { return compareLabels(c.Label(int(a)), c.Label(int(b))) })
	default:
		e.fixed(out, c)
		if err := e.unset(al, out, c); err != nil {
			return false, err
		}
	}
	if e.desc {
		for i, v := range out {
			out[i] = ^v
		}
	}
	return more, nil
}

// Numbers writes unsigned numbers that order as the rows of a key do, missing ones too. It is false where
// rows that differ may have equal numbers.
func Numbers(al mem.Allocator, k Key, out []uint64) (tells bool, err error) {
	k = plain([]Key{k})[0]
	more, err := encoderOf(k, k.Col).encode(al, out, k.Col)
	return !more, err
}

// fixed encodes numbers and times, but for what a bitmap says.
func (e encoder) fixed(out []uint64, c *frame.Column) {
	nan := e.miss
	if frame.UsesBitmap(c.DType) {
		nan = floatBits(math.NaN())
	}
	switch c.DType.Kind {
	case dtype.BoolKind, dtype.Uint8Kind:
		unsigned(out, frame.Values[uint8](c))
	case dtype.Uint16Kind:
		unsigned(out, frame.Values[uint16](c))
	case dtype.Uint32Kind:
		unsigned(out, frame.Values[uint32](c))
	case dtype.Uint64Kind:
		copy(out, frame.Values[uint64](c))
	case dtype.Int8Kind:
		signed(out, frame.Values[int8](c), 0)
	case dtype.Int16Kind:
		signed(out, frame.Values[int16](c), 0)
	case dtype.Int32Kind:
		signed(out, frame.Values[int32](c), 0)
	case dtype.Int64Kind:
		signed(out, frame.Values[int64](c), 0)
	case dtype.DatetimeKind, dtype.TimedeltaKind: // NaT becomes 0 or, less one, the greatest number
		signed(out, frame.Values[int64](c), e.miss&1)
	case dtype.Float16Kind:
		for i, v := range frame.Values[uint16](c) {
			if out[i] = nan; !dtype.F16(v).IsNaN() {
				out[i] = floatBits(dtype.F16(v).Float64())
			}
		}
	case dtype.Float32Kind:
		floats(out, frame.Values[float32](c), nan)
	default:
		floats(out, frame.Values[float64](c), nan)
	}
}

// unsigned leaves room below.
func unsigned[T uint8 | uint16 | uint32](out []uint64, in []T) {
	for i, v := range in {
		out[i] = uint64(v) + 1
	}
}

func signed[T int8 | int16 | int32 | int64](out []uint64, in []T, less uint64) {
	for i, v := range in {
		out[i] = (uint64(int64(v)) ^ sign) - less
	}
}

// floats encodes numbers whose NaN is missing or, where a bitmap tells what is, the greatest number.
func floats[T float32 | float64](out []uint64, in []T, nan uint64) {
	for i, v := range in {
		x := floatBits(float64(v))
		if v != v {
			x = nan
		}
		out[i] = x
	}
}

// floatBits orders as the number does; -0.0 equals 0.0.
func floatBits(v float64) uint64 {
	b := math.Float64bits(v + 0) // a sum of zeros of both signs is 0.0
	return b ^ (uint64(int64(b)>>63) | sign)
}

// unset writes the rows that the bitmap misses. Where 64 bits leave no room for them the numbers are made
// dense.
func (e encoder) unset(al mem.Allocator, out []uint64, c *frame.Column) error {
	if c.Valid.IsZero() {
		return nil
	}
	if d := c.DType; d.IsInteger() && d.Size() == 8 {
		for i, v := range out {
			if v == e.miss && c.Valid.Get(i) {
				if err := dense(al, out); err != nil {
					return err
				}
				break
			}
		}
	}
	for i := range out {
		if !c.Valid.Get(i) {
			out[i] = e.miss
		}
	}
	return nil
}

// dense replaces numbers by 1 + their place among the distinct ones, so that both extremes are free.
func dense(al mem.Allocator, nums []uint64) error {
	s, free, err := mem.Scratch[uint64](al, len(nums))
	if err != nil {
		return err
	}
	defer free()
	copy(s, nums)
	slices.Sort(s)
	s = slices.Compact(s)
	for i, v := range nums {
		p, _ := slices.BinarySearch(s, v)
		nums[i] = uint64(p) + 1
	}
	return nil
}

// codes encodes a dictionary column: categories by code, other values by their rank.
func (e encoder) codes(out []uint64, c *frame.Column) {
	rank := make([]uint64, c.Dict.Len()+1) // behind that of missing rows
	rank[0] = e.miss
	if c.DType.IsCategorical() {
		for k := range rank[1:] {
			rank[k+1] = uint64(k) + 1
		}
	} else {
		for k, r := range Ranks(c.Dict) {
			rank[k+1] = uint64(r) + 1
		}
	}
	if e.gaps {
		for k := range rank[1:] {
			rank[k+1] *= 2
		}
	}
	switch c.Codes {
	case 1:
		ranked(out, frame.CodesOf[int8](c), rank)
	case 2:
		ranked(out, frame.CodesOf[int16](c), rank)
	default:
		ranked(out, frame.CodesOf[int32](c), rank)
	}
}

func ranked[C int8 | int16 | int32](out []uint64, codes []C, rank []uint64) {
	for i, k := range codes {
		out[i] = rank[int(k)+1]
	}
}

// Ranks is the place of every value of d in ascending order. It is found once.
func Ranks(d *frame.Dictionary) []int32 {
	return d.Ranks(func(v *frame.Column) []int32 {
		at := make([]int32, v.Rows)
		for p, row := range Rows([]Key{{Col: v}}, v.Rows) {
			at[row] = int32(p)
		}
		return at
	})
}

// texts encodes the first bytes behind those that all texts begin with.
func (e encoder) texts(out []uint64, c *frame.Column) (more bool) {
	views := frame.Views(c)
	for i := range views {
		if !c.Valid.Get(i) {
			out[i] = e.miss
			continue
		}
		t := views[i].Bytes(c.Heaps)[e.skip:]
		out[i] = textNumber(t)
		more = more || len(t) > textBytes
	}
	return more
}

// textBytes is how many bytes of a text are in its number.
const textBytes = 7

// textNumber is the first bytes of a text, and how many they are: one more where it goes on. It is never an
// extreme.
func textNumber(s []byte) uint64 {
	v := uint64(0)
	if len(s) > textBytes {
		return binary.BigEndian.Uint64(s)>>4&^0xf | (textBytes + 2)
	}
	for i, b := range s {
		v |= uint64(b) << (52 - 8*i)
	}
	return v | uint64(len(s)+1)
}

// commonPrefix is how many bytes all texts that are there begin with.
func commonPrefix(cols []*frame.Column) int {
	var first []byte
	found := false
	for _, c := range cols {
		if c.Enc != frame.Plain {
			return 0
		}
		views := frame.Views(c)
		for i := range views {
			if !c.Valid.Get(i) {
				continue
			}
			t := views[i].Bytes(c.Heaps)
			if !found {
				first, found = t, true
				continue
			}
			n := min(len(first), len(t))
			k := 0
			for k < n && t[k] == first[k] {
				k++
			}
			if first = first[:k]; k == 0 {
				return 0
			}
		}
	}
	return len(first)
}

// compared encodes rows by a comparison.
func (e encoder) compared(out []uint64, c *frame.Column, compare func(a, b int64) int) {
	rows := make([]int64, 0, len(out))
	for i := range out {
		out[i] = e.miss
		if !c.IsNull(i) {
			rows = append(rows, int64(i))
		}
	}
	slices.SortStableFunc(rows, compare)
	at := uint64(0)
	for p, row := range rows {
		if p == 0 || compare(rows[p-1], row) != 0 {
			at++
		}
		out[row] = at
	}
}
