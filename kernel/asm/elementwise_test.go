package asm

import (
	"slices"
	"testing"
)

// Every row of the tables is found, at the level that it has a kernel for.
func TestElementwiseTables(t *testing.T) {
	seen := map[[2]string]bool{}
	for _, table := range elementwiseTables() {
		for _, e := range table {
			key := [2]string{e.name, e.types}
			if seen[key] {
				t.Errorf("%v is there twice", key)
			}
			seen[key] = true
			if (Elementwise(AVX2, e.name, e.types) != nil) != (e.avx2 != nil) || (Elementwise(AVX512, e.name, e.types) != nil) != (e.wide != nil) {
				t.Errorf("%v is not found", key)
			}
			if e.wide == nil {
				t.Errorf("%v has no kernel for AVX-512", key)
			}
		}
	}
	for _, key := range [][2]string{{"add", "dd->d"}, {"add", ""}, {"", "dd->d"}, {"zz", "dd->d"}, {"multiply add", "dd->d"}} {
		if Elementwise(Portable, key[0], key[1]) != nil || !seen[key] && Elementwise(Best(), key[0], key[1]) != nil {
			t.Errorf("%v has a kernel", key)
		}
	}
}

// A kernel touches nothing beside its elements, streams or not, from any start.
func TestElementwiseStaysInside(t *testing.T) {
	for _, l := range Levels()[1:] {
		f := Elementwise(l, "multiply add", "ddd->d")
		for n := range 70 {
			for skip := range 9 {
				x, y, z, o := newArea(n+skip, 8), newArea(n+skip, 8), newArea(n+skip, 8), newArea(n+skip, 8)
				for i := range n + skip {
					x.set(i, float64(i))
					y.set(i, 2)
					z.set(i, 1)
				}
				at := func(a area) Vec { return Vec{P: a.at(skip)} }
				to := at(o)
				to.Stream = n%2 == 1
				f(n, []Vec{at(x), at(y), at(z)}, []Vec{to})
				got := make([]float64, n+skip)
				want := slices.Clone(got)
				for i := range got {
					got[i] = o.get(i)
					if i >= skip {
						want[i] = 2*float64(i) + 1
					} else {
						want[i] = got[i]
					}
				}
				if !slices.Equal(got, want) || !o.intact() {
					t.Fatalf("%v: %d elements from %d on are %v", l, n, skip, got)
				}
			}
		}
	}
}
