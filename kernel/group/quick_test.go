package group

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// TestMagnitude compares the size of integers of every width and sign with that of big integers.
func TestMagnitude(t *testing.T) {
	check[int8](t)
	check[int16](t)
	check[int32](t)
	check[int64](t)
	check[uint8](t)
	check[uint16](t)
	check[uint32](t)
	check[uint64](t)
}

func check[T whole](t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bits := rapid.Uint64().Draw(t, "bits") // any width: rapid draws small numbers often, so turned ones are drawn too
		if rapid.Bool().Draw(t, "turned") {
			bits = ^bits
		}
		v := T(bits)
		b := new(big.Int).SetInt64(int64(v))
		if v > 0 {
			b.SetUint64(uint64(v))
		}
		if b.Sign() < 0 {
			b.Not(b)
		}
		if !b.IsUint64() || b.Uint64() != magnitude(v) {
			t.Fatalf("the magnitude of %T %d is %d, not %s", v, v, magnitude(v), b)
		}
	})
}

// TestExactSums: sums that are called exact are those of big integers, and are the same as floats.
func TestExactSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SliceOfN(rapid.Uint64(), 1, 30).Draw(t, "values")
		shift := rapid.IntRange(0, 63).Draw(t, "shift")
		size, sum := uint64(0), new(big.Int)
		for i := range v {
			v[i] >>= shift
			size |= magnitude(v[i])
			sum.Add(sum, new(big.Int).SetUint64(v[i]))
		}
		if !exactSums(size, len(v)) {
			return
		}
		if f, a := new(big.Float).SetInt(sum).Float64(); a != big.Exact || !sum.IsUint64() || uint64(f) != sum.Uint64() {
			t.Fatalf("the sum of %d is %s, no float64", v, sum)
		}
	})
}
