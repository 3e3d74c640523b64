package hash_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/mem"
)

// numbered checks numbers against those of a map of what rows hold; "" is a missing key.
func numbered(t *testing.T, keys []string, order hash.Order, drop bool, cols ...*frame.Column) {
	t.Helper()
	got := must(hash.Number(mem.Heap, order, drop, cols))
	seen := map[string]int{}
	var first []int
	last := ""
	for i, k := range keys {
		id := int(got.IDs[0][i])
		if k == "" && drop {
			if id != -1 {
				t.Fatalf("row %d is missing and has number %d", i, id)
			}
			continue
		}
		want, ok := seen[k]
		if !ok {
			want = len(first)
			if order == hash.Sorted {
				want = id
			}
			seen[k] = want
			first = append(first, i)
		}
		if id != want {
			t.Fatalf("row %d, %q, has number %d, not %d", i, k, id, want)
		}
		if !ok && int(got.First[id]) != i {
			t.Fatalf("%q is first in row %d, not %d", k, i, got.First[id])
		}
	}
	if got.N != len(first) || len(got.First) != got.N {
		t.Fatalf("%d numbers with %d first rows, not %d", got.N, len(got.First), len(first))
	}
	if order == hash.Sorted {
		for g, r := range got.First {
			k := keys[r]
			if g > 0 && k != "" && k <= last {
				t.Fatalf("%q after %q", k, last)
			}
			if last = k; k == "" && g != got.N-1 {
				t.Fatalf("the missing key has number %d of %d", g, got.N)
			}
		}
	}
}

// Tables grow several times, and hold texts of all lengths.
func TestManyTexts(t *testing.T) {
	const n = 30000
	b := frame.PlainStr(mem.Heap, dtype.Str)
	keys := make([]string, n)
	x := uint64(7)
	for i := range keys {
		x = x*6364136223846793005 + 1442695040888963407
		k := x >> 33 % 9000
		switch {
		case k == 5:
			b.AppendNull()
			continue
		case k%3 == 0:
			keys[i] = fmt.Sprint(k)
		case k%3 == 1:
			keys[i] = fmt.Sprintf("%012d", k)
		default:
			keys[i] = strings.Repeat("long ", int(k%40)) + fmt.Sprintf("%013d", k)
		}
		b.AppendBytes([]byte(keys[i]))
	}
	c := must(b.Column())
	for _, order := range []hash.Order{hash.Appearance, hash.Sorted} {
		numbered(t, keys, order, true, c)
		numbered(t, keys, order, false, c)
	}
	numbered(t, keys[1000:29000], hash.Sorted, false, c.Slice(1000, 29000))
}

// Floats go through a table, two of them through two tables and a third.
func TestManyFloats(t *testing.T) {
	const n = 20000
	a, b := make([]float64, n), make([]float64, n)
	one, two := make([]string, n), make([]string, n)
	x := uint64(3)
	for i := range a {
		x = x*6364136223846793005 + 1442695040888963407
		a[i], b[i] = float64(x>>40%5000)/7, float64(x>>50%3)
		one[i] = fmt.Sprintf("%09.3f", a[i])
		two[i] = fmt.Sprintf("%s %v", one[i], b[i])
		switch x >> 60 {
		case 0:
			a[i], one[i], two[i] = math.NaN(), "", ""
		case 1:
			a[i], one[i], two[i] = math.Copysign(0, -1), fmt.Sprintf("%09.3f", 0.0), fmt.Sprintf("%09.3f %v", 0.0, b[i])
		}
	}
	for _, order := range []hash.Order{hash.Appearance, hash.Sorted} {
		numbered(t, one, order, true, frame.Of(a))
		numbered(t, one, order, false, frame.Of(a))
		numbered(t, two, order, true, frame.Of(a), frame.Of(b))
	}
}

// What tables hold is asked of the allocator: where it refuses, so does Number.
func TestNumberAsksForItsMemory(t *testing.T) {
	const n = 100000
	v := make([]int64, n)
	for i := range v {
		v[i] = int64(i) * 1e12
	}
	pool := mem.NewPool(1 << 20)
	s := mem.NewScope(pool)
	defer s.Close()
	if _, err := hash.Number(s, hash.Appearance, true, []*frame.Column{frame.Of(v)}); err == nil {
		t.Error("1.6 MB of distinct keys were numbered in 1 MB")
	}
	big := mem.NewScope(mem.NewPool(64 << 20))
	defer big.Close()
	if got, err := hash.Number(big, hash.Appearance, true, []*frame.Column{frame.Of(v)}); err != nil || got.N != n {
		t.Errorf("got %v, %v", got, err)
	}
}

// Integers that no array can address, near each other at first or everywhere far apart, many of which share
// their first slots, and those that one can.
func TestSparseIntegers(t *testing.T) {
	const n = 40000
	signed, unsigned, near := make([]int64, n), make([]uint64, n), make([]int64, n)
	keys, dense := make([]string, n), make([]string, n)
	x := uint64(11)
	for i := range signed {
		x = x*6364136223846793005 + 1442695040888963407
		k := x >> 33 % uint64(1+i) % 15000
		if i > 5000 { // no batch before has one
			unsigned[i] = k << 49 >> 1
		} else {
			unsigned[i] = k
		}
		signed[i], near[i] = int64(unsigned[i])-1<<62, int64(k)-7000
		keys[i], dense[i] = fmt.Sprintf("%020d", unsigned[i]), fmt.Sprintf("%06d", k)
	}
	for _, order := range []hash.Order{hash.Appearance, hash.Sorted} {
		numbered(t, keys, order, false, frame.Of(signed))
		numbered(t, keys, order, false, frame.Of(unsigned))
		numbered(t, keys[4321:], order, true, frame.Of(signed).Slice(4321, n))
		numbered(t, dense, order, false, frame.Of(near))
	}
	all := must(hash.Number(mem.Heap, hash.Appearance, false, []*frame.Column{frame.Of(signed)}))
	two := must(hash.Number(mem.Heap, hash.Appearance, false, []*frame.Column{frame.Of(signed).Slice(0, 0)}, []*frame.Column{frame.Of(signed)}))
	if two.N != all.N || !slices.Equal(two.IDs[1], all.IDs[0]) || !slices.Equal(two.First, all.First) {
		t.Error("rows have other numbers behind a piece without rows")
	}
}
