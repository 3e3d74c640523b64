package join_test

import (
	"math"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/mem"
	"pgregory.net/rapid"
)

// pairs is the slow way to match: every left row with every right one.
func pairs(how join.How, equal func(i, j int) bool, n, m int) (l, r []int64) {
	if how == join.Right || how == join.RightAnti {
		mirrored := map[join.How]join.How{join.Right: join.Left, join.RightAnti: join.LeftAnti}[how]
		r, l = pairs(mirrored, func(i, j int) bool { return equal(j, i) }, m, n)
		return l, r
	}
	for i := range n {
		found := false
		for j := range m {
			if !equal(i, j) {
				continue
			}
			if found = true; how == join.Inner || how == join.Left {
				l, r = append(l, int64(i)), append(r, int64(j))
			}
		}
		switch {
		case how == join.Left && !found:
			l, r = append(l, int64(i)), append(r, -1)
		case how == join.Semi && found, how == join.LeftAnti && !found:
			l = append(l, int64(i))
		}
	}
	return l, r
}

// sided is a key column of n rows of some kind. Kinds that begin alike match each other.
func sided(t *rapid.T, kind string, n int) *frame.Column {
	pick := func(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, "v") }
	far := rapid.SampledFrom([]int{3, 40, 200}).Draw(t, "far")
	text := []string{"", "a", "bb", "id00000000000001", "id00000000000002"}
	switch kind {
	case "int64":
		v := make([]int64, n)
		for i := range v {
			if v[i] = int64(pick(-far, far)); pick(0, 9) == 0 && far > 100 {
				v[i] <<= 50
			}
		}
		return frame.Of(v)
	case "uint64":
		v := make([]uint64, n)
		for i := range v {
			v[i] = 1<<63 + uint64(pick(0, far))
		}
		return frame.Of(v)
	case "int8":
		v := make([]int8, n)
		for i := range v {
			v[i] = int8(pick(-128, 127))
		}
		return frame.Of(v)
	case "time":
		v := make([]int64, n)
		for i := range v {
			v[i] = []int64{frame.NaT, 0, 1, 2}[pick(0, 3)]
		}
		return frame.OfType(dtype.Datetime(dtype.Nano), v)
	case "text-plain":
		b := frame.PlainStr(mem.Heap, dtype.Str)
		for range n {
			if k := pick(-1, len(text)-1); k < 0 {
				b.AppendNull()
			} else {
				b.Append(text[k])
			}
		}
		c, err := b.Column()
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	vals := text[:pick(1, len(text))]
	if rapid.Bool().Draw(t, "turned") {
		vals = slices.Clone(vals)
		slices.Reverse(vals)
	}
	d, err := frame.NewDictionary(frame.Strs(vals...))
	if err != nil {
		t.Fatal(err)
	}
	codes := make([]int16, n)
	for i := range codes {
		codes[i] = int16(pick(-1, len(vals)-1))
	}
	return frame.NewDict(dtype.Str, d, mem.WrapOf(codes), 0, n, 2)
}

// Few keys of a wide range are found by their bits.
func TestDirectSpread(t *testing.T) {
	const n = 70_000
	right, all := make([]int64, n), make([]int64, 2*n)
	for i := range right {
		right[i] = int64(i*7919%n)*8 - 1000 // each once
	}
	for i := range all {
		all[i] = int64(i*104729%n)*8 - 1000 + int64(i%4)*4
	}
	all[5], all[6] = math.MinInt64, math.MaxInt64
	place := map[int64]int64{}
	for i, v := range right {
		place[v] = int64(i)
	}
	for _, left := range [][]int64{all, all[:20], all[8 : n/8]} { // of few left rows, those of the right side that may meet them are found first
		for _, how := range []join.How{join.Inner, join.Left, join.Semi, join.LeftAnti} {
			var wl, wr []int64
			for i, v := range left {
				j, ok := place[v]
				if !ok {
					j = -1
				}
				if ok == (how != join.LeftAnti) || how == join.Left {
					wl, wr = append(wl, int64(i)), append(wr, j)
				}
			}
			if how == join.Semi || how == join.LeftAnti {
				wr = nil
			}
			l, r, err := join.Rows(mem.Heap, how, false, []*frame.Column{frame.Of(left)}, []*frame.Column{frame.Of(right)})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(l, wl) || !slices.Equal(r, wr) {
				t.Errorf("%v of %d rows: other rows", how, len(left))
			}
		}
	}
}

// Tables that keys address give the rows that comparing all of them gives, in the order of the side that
// counts.
func TestDirect(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]string{"int64", "uint64", "int8", "time", "text"}).Draw(t, "kind")
		side := func(n int) *frame.Column {
			k := kind
			if k == "text" {
				k = rapid.SampledFrom([]string{"text-plain", "text-dict"}).Draw(t, "side")
			}
			return sided(t, k, n)
		}
		n, m := rapid.IntRange(0, 30).Draw(t, "n"), rapid.IntRange(0, 30).Draw(t, "m")
		a, b := side(n), side(m)
		equal := func(i, j int) bool {
			if a.IsNull(i) || b.IsNull(j) {
				return a.IsNull(i) && b.IsNull(j)
			}
			return a.Label(i) == b.Label(j)
		}
		how := rapid.SampledFrom([]join.How{join.Inner, join.Left, join.Right, join.Semi, join.LeftAnti, join.RightAnti}).Draw(t, "how")
		l, r, err := join.Rows(mem.Heap, how, false, []*frame.Column{a}, []*frame.Column{b})
		if err != nil {
			t.Fatal(err)
		}
		if wl, wr := pairs(how, equal, n, m); !slices.Equal(l, wl) || !slices.Equal(r, wr) {
			t.Fatalf("%v join of %v: rows %v and %v, want %v and %v", how, kind, l, r, wl, wr)
		}
	})
}

// A side that is much longer than the other is cut by one of several keys first.
func TestInnerOfUnequalSides(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]string{"int64", "time", "text-dict"}).Draw(t, "kind")
		n, m := rapid.IntRange(0, 6).Draw(t, "n"), rapid.IntRange(0, 40).Draw(t, "m")
		if rapid.Bool().Draw(t, "turned") {
			n, m = m, n
		}
		a, b := []*frame.Column{sided(t, kind, n), sided(t, "int64", n)}, []*frame.Column{sided(t, kind, m), sided(t, "int64", m)}
		for _, c := range []*[]*frame.Column{&a, &b} {
			if rapid.Bool().Draw(t, "narrow") {
				n, err := (*c)[1].Narrowed(mem.Heap)
				if err != nil {
					t.Fatal(err)
				}
				(*c)[1] = n
			}
		}
		equal := func(i, j int) bool { return a[0].Label(i) == b[0].Label(j) && a[1].Label(i) == b[1].Label(j) }
		l, r, err := join.Rows(mem.Heap, join.Inner, false, a, b)
		if err != nil {
			t.Fatal(err)
		}
		if wl, wr := pairs(join.Inner, equal, n, m); !slices.Equal(l, wl) || !slices.Equal(r, wr) {
			t.Fatalf("rows %v and %v, want %v and %v", l, r, wl, wr)
		}
	})
}
