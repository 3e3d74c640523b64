package linalg

import (
	"slices"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"pgregory.net/rapid"
)

var all = []dtype.DType{
	dtype.Bool, dtype.Int8, dtype.Int16, dtype.Int32, dtype.Int64, dtype.Uint8, dtype.Uint16, dtype.Uint32, dtype.Uint64,
	dtype.Float16, dtype.Float32, dtype.Float64, dtype.Complex64, dtype.Complex128,
}

var fields = []dtype.DType{dtype.Float32, dtype.Float64, dtype.Complex64, dtype.Complex128}

func TestMatMulOfAnyShapeAndLayout(t *testing.T) {
	for _, d := range all {
		t.Run(d.String(), rapid.MakeCheck(func(t *rapid.T) {
			dim := rapid.IntRange(0, 9)
			m, k, n := dim.Draw(t, "m"), dim.Draw(t, "k"), dim.Draw(t, "n")
			if rapid.IntRange(0, 5).Draw(t, "big") == 0 { // beyond tiny, past the edges of panels
				m, k, n = m+20, k+17, n+23
			}
			as, bs := []int{m, k}, []int{k, n}
			switch rapid.IntRange(0, 4).Draw(t, "ranks") {
			case 0:
				as = []int{k}
			case 1:
				bs = []int{k}
			case 2:
				as, bs = []int{k}, []int{k}
			case 3:
				as, bs = []int{2, 1, m, k}, []int{3, k, n}
			}
			a, b := drawArray(t, d, as...), drawArray(t, d, bs...)
			got := must(MatMul(mem.Heap, backwards, a, b))
			nd.Each(got.Shape, func(idx []int) {
				want := wrap(d, dot(a, b, idx))
				if get(got, idx...) != want {
					t.Fatalf("%v @ %v at %v is %v, want %v", as, bs, idx, got.Item(idx...), want)
				}
			})
			twice := must(got.Clone(mem.Heap))
			if err := MatMulInto(mem.Heap, nil, twice, a, b, true); err != nil {
				t.Fatal(err)
			}
			nd.Each(got.Shape, func(idx []int) {
				want := wrap(d, 2*get(got, idx...))
				if get(twice, idx...) != want {
					t.Fatalf("accumulating %v at %v is %v, want %v", got, idx, twice.Item(idx...), want)
				}
			})
		}))
	}
}

// wrap is v as a sum in dtype d: bools saturate, the narrow integers wrap.
func wrap(d dtype.DType, v complex128) complex128 {
	one := must(nd.Zeros(mem.Heap, d, 1))
	if d == dtype.Int8 || d == dtype.Uint8 {
		one.Block.Bytes()[0] = byte(int64(real(v)))
	} else {
		set(one, v, 0)
	}
	return get(one, 0)
}

// dot is one element of a product by the definition.
func dot(a, b *nd.Array, idx []int) complex128 {
	row, col := a.Rank() > 1, b.Rank() > 1
	lead := slices.Clone(idx)
	ai, bi := []int{0}, []int{0}
	if col {
		bi = []int{0, lead[len(lead)-1]}
		lead = lead[:len(lead)-1]
	}
	if row {
		ai = []int{lead[len(lead)-1], 0}
		lead = lead[:len(lead)-1]
	}
	ai, bi = append(fit(a, lead), ai...), append(fit(b, lead), bi...)
	s := complex128(0)
	for k := range a.Shape[a.Rank()-1] {
		ai[len(ai)-1] = k
		if col {
			bi[len(bi)-2] = k
		} else {
			bi[len(bi)-1] = k
		}
		s += get(a, ai...) * get(b, bi...)
	}
	return s
}

// fit is the place in the leading axes of a that broadcasts to lead.
func fit(a *nd.Array, lead []int) []int {
	n := max(a.Rank()-2, 0)
	out := slices.Clone(lead[len(lead)-n:])
	for i := range out {
		if a.Shape[i] == 1 {
			out[i] = 0
		}
	}
	return out
}

func TestLargeProductIsTheSameWithHelpers(t *testing.T) {
	for _, d := range fields {
		a, b := random(d, 1, 500, 300), random(d, 2, 300, 490)
		x, y := must(MatMul(mem.Heap, nil, a, b)), must(MatMul(mem.Heap, backwards, a, b))
		if far(x, y) != 0 {
			t.Errorf("%v: helpers change the product", d)
		}
		for _, idx := range [][]int{{0, 0}, {499, 489}, {383, 480}, {384, 479}, {17, 201}} {
			if e := get(x, idx...) - dot(a, b, idx); real(e)*real(e)+imag(e)*imag(e) > 1e4*eps(d)*eps(d) {
				t.Errorf("%v: element %v is off by %v", d, idx, e)
			}
		}
		if v, w := must(MatMul(mem.Heap, nil, a.Slice(0, 0, 5, 1), b)), x.Slice(0, 0, 5, 1); far(v, w) > 100*eps(d) {
			t.Errorf("%v: a wide product is off by %v", d, far(v, w))
		}
	}
}

// A product has the bits that it has alone, however many there are, and however they lie.
func TestManySmallProducts(t *testing.T) {
	for _, d := range fields {
		for _, size := range [][3]int{{2, 2, 2}, {4, 4, 4}, {8, 8, 8}, {7, 64, 33}, {64, 5, 64}, {9, 3, 25}, {65, 4, 4}} {
			m, k, n := size[0], size[1], size[2]
			a, b := random(d, 1, 3, 2, m, k), random(d, 2, 2, k, n)
			turned := must(b.Transpose(0, 2, 1).Clone(mem.Heap)).Transpose(0, 2, 1)
			c, u := must(MatMul(mem.Heap, backwards, a, b)), must(MatMul(mem.Heap, nil, a, turned))
			for i := range 6 {
				want := must(MatMul(mem.Heap, nil, a.Index(0, i/2).Index(0, i%2), b.Index(0, i%2)))
				for _, x := range []*nd.Array{c, u} {
					if got := x.Index(0, i/2).Index(0, i%2); far(got, want) != 0 {
						t.Errorf("%v: product %d of %v has other bits than alone", d, i, size)
					}
				}
			}
		}
	}
}

func TestMatMulErrors(t *testing.T) {
	a, b := random(dtype.Float64, 1, 2, 3), random(dtype.Float64, 1, 2, 3)
	want := "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size 2 is different from 3)"
	if _, err := MatMul(mem.Heap, nil, a, b); err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	if _, err := MatMul(mem.Heap, nil, a, random(dtype.Float32, 1, 3, 2)); err == nil {
		t.Error("mixed dtypes passed")
	}
	if _, err := MatMul(mem.Heap, nil, nd.Scalar(1.0), a); err == nil {
		t.Error("a scalar passed")
	}
}

func TestContract(t *testing.T) {
	for _, d := range []dtype.DType{dtype.Int64, dtype.Float64, dtype.Complex128} {
		t.Run(d.String(), rapid.MakeCheck(func(t *rapid.T) {
			const letters = "abcde"
			sizes := map[rune]int{}
			for _, l := range letters {
				sizes[l] = rapid.IntRange(0, 3).Draw(t, "size")
			}
			draw := func(name string, n int) (s string, shape []int) {
				for range rapid.IntRange(0, n).Draw(t, name) {
					l := rapid.SampledFrom([]rune(letters)).Draw(t, "label")
					s += string(l)
					shape = append(shape, sizes[l])
				}
				return s, shape
			}
			sa, as := draw("a", 4)
			sb, bs := draw("b", 4)
			so := ""
			for _, l := range []rune(rapid.StringOfN(rapid.SampledFrom([]rune(letters)), 0, 5, -1).Draw(t, "out")) {
				if !slices.Contains([]rune(so), l) && slices.Contains([]rune(sa+sb), l) {
					so += string(l)
				}
			}
			a, b := drawArray(t, d, as...), drawArray(t, d, bs...)
			got := must(Contract(mem.Heap, nil, a, sa, b, sb, so))
			want := must(nd.Zeros(mem.Heap, d, got.Shape...))
			var loops []int
			for _, l := range letters {
				n := sizes[l]
				if !slices.Contains([]rune(sa+sb), l) {
					n = 1
				}
				loops = append(loops, n)
			}
			at := func(s string, idx []int) []int {
				out := []int{}
				for _, l := range s {
					out = append(out, idx[l-'a'])
				}
				return out
			}
			nd.Each(loops, func(idx []int) {
				o := at(so, idx)
				set(want, get(want, o...)+get(a, at(sa, idx)...)*get(b, at(sb, idx)...), o...)
			})
			if far(got, want) != 0 {
				t.Fatalf("%s,%s->%s of shapes %v, %v: %v, want %v", sa, sb, so, as, bs, got, want)
			}
		}))
	}
}

func TestTensordot(t *testing.T) {
	a, b := random(dtype.Float64, 1, 3, 4, 5), random(dtype.Float64, 2, 4, 3, 2)
	got := must(Tensordot(mem.Heap, nil, a, b, []int{1, 0}, []int{0, -2}))
	want := must(Contract(mem.Heap, nil, a, "ija", b, "jib", "ab"))
	if far(got, want) != 0 {
		t.Errorf("got %v, want %v", got, want)
	}
	for _, c := range [][2][]int{{{0}, {0}}, {{0, 0}, {1, 1}}, {{0}, {1, 0}}} {
		if _, err := Tensordot(mem.Heap, nil, a, b, c[0], c[1]); err == nil || err.Error() != "shape-mismatch for sum" {
			t.Errorf("%v: %v", c, err)
		}
	}
	if _, err := Contract(mem.Heap, nil, a, "ijk", b, "jib", "ax"); err == nil {
		t.Error("an unknown output label passed")
	}
	if _, err := Contract(mem.Heap, nil, a, "ijk", b, "kib", "ab"); err == nil {
		t.Error("sizes that differ passed")
	}
}
