package hash

import (
	"math"
	"math/bits"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
)

// Rows hashes every row of the columns, which have n rows each. Equal rows have equal hashes: 1 and 1.0 are equal, 0.0 and
// -0.0 are, and so are all missing values. An encoding does not matter: a dictionary is hashed once per value.
func Rows(cols []*frame.Column, n int) []uint64 {
	out := make([]uint64, n)
	for i := range out {
		out[i] = seed
	}
	for _, c := range cols {
		column(out, c)
	}
	return out
}

// Part is which of n parts a hash falls into, evenly, by its high bits.
func Part(h uint64, n int) int {
	hi, _ := bits.Mul64(h, uint64(n))
	return int(hi)
}

const (
	seed    = 0x9e3779b97f4a7c15
	missing = 0xd6e8feb86659fd93
)

// mix folds x into h and spreads it: the finaliser of SplitMix64 (Steele, Lea, Flood 2014).
func mix(h, x uint64) uint64 {
	h ^= x + seed + h<<6 + h>>2
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

func column(out []uint64, c *frame.Column) {
	switch c.Enc {
	case frame.Dict:
		v := make([]uint64, c.Dict.Values.Rows)
		values(v, c.Dict.Values)
		for i := range out {
			x := uint64(missing)
			if k := c.Code(i); k >= 0 {
				x = v[k]
			}
			out[i] = mix(out[i], x)
		}
		return
	case frame.Const:
		if len(out) == 0 {
			return
		}
		x := cell(c, 0)
		for i := range out {
			out[i] = mix(out[i], x)
		}
		return
	}
	v := make([]uint64, len(out))
	values(v, c)
	for i := range out {
		out[i] = mix(out[i], v[i])
	}
}

// values are hashes of single values, not yet mixed with a row's.
func values(out []uint64, c *frame.Column) {
	if c.Enc == frame.Plain && c.Objects == nil && c.Valid.IsZero() {
		switch c.DType.Kind {
		case dtype.Int64Kind:
			for i, v := range frame.Values[int64](c) {
				out[i] = number(v)
			}
			return
		case dtype.Int32Kind:
			for i, v := range frame.Values[int32](c) {
				out[i] = number(int64(v))
			}
			return
		case dtype.Float64Kind:
			for i, v := range frame.Values[float64](c) {
				out[i] = float(v)
			}
			return
		}
	}
	for i := range out {
		out[i] = cell(c, i)
	}
}

func cell(c *frame.Column, i int) uint64 {
	if c.IsNull(i) {
		return missing
	}
	if c.DType.IsString() || c.DType.IsBinary() {
		return text(c.Str(i))
	}
	l := c.Label(i)
	if v, ok := l.Int(); ok {
		return number(v)
	}
	if v, ok := l.Float(); ok {
		return float(v)
	}
	return text(l.String())
}

func number(v int64) uint64 { return uint64(v) * 0xff51afd7ed558ccd }

// float is the hash of the equal integer where there is one.
func float(v float64) uint64 {
	if v != v {
		return missing
	}
	if v == math.Trunc(v) && math.Abs(v) < 1<<63 {
		return number(int64(v))
	}
	return math.Float64bits(v) * 0xc4ceb9fe1a85ec53
}

// text is FNV-1a over eight bytes at a time, spread at the end.
func text(s string) uint64 {
	h := uint64(14695981039346656037) ^ uint64(len(s))
	for ; len(s) >= 8; s = s[8:] {
		x := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
			uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
		h = (h ^ x) * 0x9fb21c651e98df25
		h ^= h >> 32
	}
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return mix(h, 0)
}
