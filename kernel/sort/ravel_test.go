package sort

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

func counting(shape ...int) *nd.Array {
	d := make([]int32, nd.Size(shape))
	for i := range d {
		d[i] = int32(i)
	}
	return nd.Of(d, shape...)
}

func TestRavel(t *testing.T) {
	i, j := nd.Of([]int64{0, -1, 1}, 3, 1), nd.Of([]int64{3, -4}, 2)
	got, err := Ravel(mem.Heap, []*nd.Array{i, j}, []int{2, 4}, []int{0, 1}, Raise)
	if err != nil || !slices.Equal(nd.Data[int64](got), []int64{3, 0, 7, 4, 7, 4}) || !slices.Equal(got.Shape, []int{3, 2}) {
		t.Errorf("%v, %v", got, err)
	}
	_, err = Ravel(mem.Heap, []*nd.Array{i, j}, []int{2, 3}, []int{0, 5}, Raise)
	if !errs.Is(err, errs.NotFound) || err.Error() != "index 3 is out of bounds for axis 5 with size 3" {
		t.Error(err)
	}
	got, err = Ravel(mem.Heap, []*nd.Array{nd.Of([]int64{-3, 9}, 2)}, []int{4}, []int{0}, Clip)
	if err != nil || !slices.Equal(nd.Data[int64](got), []int64{0, 3}) {
		t.Errorf("%v, %v", got, err)
	}
}

// TestRoute cuts an array into boxes, takes elements from the boxes, and compares with taking them from the
// whole.
func TestRoute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SliceOfN(rapid.IntRange(1, 6), 2, 2).Draw(t, "lengths")
		m := Mesh{}
		for a := range n {
			b := []int64{0}
			for b[len(b)-1] < int64(n[a]) {
				b = append(b, b[len(b)-1]+int64(rapid.IntRange(1, n[a]-int(b[len(b)-1])).Draw(t, "box")))
			}
			m.Bounds = append(m.Bounds, b)
		}
		a := counting(n...)
		pos := rapid.SliceOf(rapid.Int64Range(0, int64(a.Size()-1))).Draw(t, "positions")
		local := slices.Clone(pos)
		for i, box := range m.Route(local) {
			k := int(box)
			j := k % (len(m.Bounds[1]) - 1)
			k /= len(m.Bounds[1]) - 1
			x, y := m.Bounds[0], m.Bounds[1]
			part := a.Box([]int{int(x[k]), int(y[j])}, []int{int(x[k+1] - x[k]), int(y[j+1] - y[j])})
			c, _ := part.Clone(mem.Heap)
			if got := nd.Data[int32](c)[local[i]]; int64(got) != pos[i] {
				t.Fatalf("position %d is %d of box %d, which holds %d", pos[i], local[i], box, got)
			}
		}
		if got := m.Len(); got != (len(m.Bounds[0])-1)*(len(m.Bounds[1])-1) {
			t.Fatalf("%d boxes", got)
		}
	})
}

// TestTakeAndPutFlat puts what was taken into zeros and finds it again.
func TestTakeAndPutFlat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SliceOfN(rapid.IntRange(1, 4), 3, 3).Draw(t, "shape")
		a := counting(shape...).Transpose(rapid.Permutation([]int{0, 1, 2}).Draw(t, "strides")...)
		axes := rapid.Permutation([]int{0, 1, 2}).Draw(t, "axes")[:rapid.IntRange(1, 3).Draw(t, "number of axes")]
		n := 1
		for _, k := range axes {
			n *= a.Shape[k]
		}
		p := rapid.SliceOfN(rapid.Int64Range(0, int64(n-1)), 0, 5).Draw(t, "positions")
		pos := nd.Of(p, len(p))
		place := rapid.IntRange(0, 3-len(axes)).Draw(t, "place")
		got, err := TakeFlat(mem.Heap, a, axes, pos, place)
		if err != nil {
			t.Fatal(err)
		}
		f, _ := front(a, axes)
		f, err = f.Clone(mem.Heap)
		if err != nil {
			t.Fatal(err)
		}
		rest := f.Shape[len(axes):]
		f, _ = f.Reshape(append([]int{n}, rest...)...)
		for i, q := range p {
			if !nd.Equal(got.Index(place, i), f.Index(0, int(q))) {
				t.Fatalf("row %d is not that at %d", i, q)
			}
		}
		z, _ := nd.Zeros(mem.Heap, a.DType, a.Shape...)
		rows, err := TakeFlat(mem.Heap, a, axes, pos, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := PutFlat(mem.Heap, z, axes, pos, rows); err != nil {
			t.Fatal(err)
		}
		back, err := TakeFlat(mem.Heap, z, axes, pos, place)
		if err != nil || !nd.Equal(back, got) {
			t.Fatalf("%v, want %v (%v)", back, got, err)
		}
		left := 0
		c, _ := z.Clone(mem.Heap)
		for _, v := range nd.Data[int32](c) {
			if v != 0 {
				left++
			}
		}
		if left > got.Size() {
			t.Fatalf("%d elements were set by %d", left, got.Size())
		}
	})
}

func TestPutFlatLaterWins(t *testing.T) {
	z, _ := nd.Zeros(mem.Heap, counting(1).DType, 3)
	err := PutFlat(mem.Heap, z, []int{0}, nd.Of([]int64{1, 2, 1}, 3), nd.Of([]int32{7, 8, 9}, 3))
	if err != nil || !slices.Equal(nd.Data[int32](z), []int32{0, 9, 8}) {
		t.Errorf("%v, %v", z, err)
	}
}
