package nd_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

func TestViewsAgreeWithTheModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, m, how := anyView(t)
		m.check(t, a, how)
		c, err := a.Clone(mem.Heap)
		if err != nil {
			t.Fatal(err)
		}
		m.check(t, c, how+" clone")
		if !nd.Equal(a, c) || !nd.Identical(a, c) || !c.Contiguous() {
			t.Fatalf("%s: the clone differs", how)
		}
		if data, first := nd.Window[int64](a); a.Size() > 0 && data[first] != nd.At[int64](a, make([]int, a.Rank())...) {
			t.Fatalf("%s: window starts at %d", how, first)
		}
	})
}

// TestCopyIntoViews writes through a view and checks that exactly its elements changed.
func TestCopyIntoViews(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, _, how := anyView(t)
		for i, s := range a.Strides {
			if s == 0 && a.Shape[i] > 1 {
				return // a broadcast target has one place for many values
			}
		}
		all := mem.View[int64](a.Block, 0, a.Block.Len()/8)
		before := slices.Clone(all)
		src := arange(a.Shape...)
		for i := range src.Size() {
			nd.Data[int64](src)[i] = int64(-i - 1)
		}
		if err := nd.Copy(a, src); err != nil {
			t.Fatal(err)
		}
		changed := map[int]bool{}
		k := 0
		nd.Each(a.Shape, func(idx []int) {
			p := a.Offset
			for i, j := range idx {
				p += j * a.Strides[i]
			}
			k--
			if all[p] != int64(k) {
				t.Fatalf("%s: element %v is %d, want %d", how, idx, all[p], k)
			}
			changed[p] = true
		})
		for i, v := range all {
			if !changed[i] && v != before[i] {
				t.Fatalf("%s: place %d outside the view changed", how, i)
			}
		}
	})
}

func TestReshapeMakesViewsWhereNumPyDoes(t *testing.T) {
	a := arange(4, 6)
	for _, c := range []struct {
		a     *nd.Array
		shape []int
		ok    bool
	}{
		{a, []int{24}, true},
		{a, []int{2, 3, 4}, true},
		{a.Transpose(), []int{24}, false},
		{a.Slice(1, 0, 3, 1), []int{12}, false},
		{a.Slice(1, 0, 3, 1), []int{2, 2, 3}, true},
		{a.Slice(0, 0, 4, 2), []int{2, 3, 2}, true},
		{a.Transpose(), []int{3, 2, 4}, true},
		{a, []int{5, 5}, false},
		{a.Slice(0, 3, -1, -1), []int{2, 2, 6}, true},
		{a.Slice(0, 3, -1, -1), []int{24}, false},
	} {
		v, ok := c.a.Reshape(c.shape...)
		if ok != c.ok {
			t.Errorf("%v strides %v to %v: view %v, want %v", c.a.Shape, c.a.Strides, c.shape, ok, c.ok)
		}
		if ok && v.Block != c.a.Block {
			t.Errorf("%v: not a view", c.shape)
		}
	}
}

// TestTiledCopies covers sizes around the tile and every element width.
func TestTiledCopies(t *testing.T) {
	for _, d := range []dtype.DType{dtype.Uint8, dtype.Int16, dtype.Float32, dtype.Float64, dtype.Complex128, dtype.Datetime(dtype.Nano)} {
		for _, n := range []int{1, 3, 4, 31, 32, 33, 70} {
			for _, m := range []int{2, 5, 32, 65} {
				a, err := nd.New(mem.Heap, d, n, m, 3)
				if err != nil {
					t.Fatal(err)
				}
				raw := nd.Raw(a)
				for i := range raw {
					raw[i] = byte(i * 7 % 251)
				}
				for _, perm := range [][]int{{1, 0, 2}, {2, 1, 0}, {0, 2, 1}, {1, 2, 0}} {
					v := a.Transpose(perm...).Slice(0, a.Shape[perm[0]]-1, -1, -1)
					c, err := v.Clone(mem.Heap)
					if err != nil {
						t.Fatal(err)
					}
					nd.Each(v.Shape, func(idx []int) {
						if x, y := v.Item(idx...), c.Item(idx...); x != y && x == x {
							t.Fatalf("%v %v perm %v: %v is %v, want %v", d, a.Shape, perm, idx, y, x)
						}
					})
				}
			}
		}
	}
}

func TestCopyWithinOneBlock(t *testing.T) {
	a := arange(8)
	if err := nd.Copy(a.Slice(0, 1, 8, 1), a.Slice(0, 0, 7, 1)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int64{0, 0, 1, 2, 3, 4, 5, 6}, nd.Data[int64](a)); diff != "" {
		t.Error(diff)
	}
	b := arange(3, 3)
	if err := nd.Copy(b, b.Transpose()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int64{0, 3, 6, 1, 4, 7, 2, 5, 8}, nd.Data[int64](b)); diff != "" {
		t.Error(diff)
	}
	if err := nd.Copy(a, a); err != nil {
		t.Error(err)
	}
}

func TestErrorsAreNumPys(t *testing.T) {
	d := dtype.Float64
	for _, c := range []struct {
		f    func() error
		want string
	}{
		{func() error { _, err := nd.Broadcast([]int{2}, []int{3}); return err }, "operands could not be broadcast together with shapes (2,) (3,)"},
		{func() error { _, err := nd.Broadcast([]int{2, 3}, []int{3}, []int{4, 1, 2}); return err }, "operands could not be broadcast together with shapes (2,3) (3,) (4,1,2)"},
		{func() error { return nd.Copy(arange(2, 3), arange(3, 2)) }, "could not broadcast input array from shape (3,2) into shape (2,3)"},
		{func() error { return nd.Copy(arange(2), nd.Of([]float64{1, 2})) }, "cannot copy float64 into int64 without a cast"},
		{func() error { _, err := arange(2).BroadcastTo(3); return err }, "operands could not be broadcast together with remapped shapes [original->remapped]: (2,)  and requested shape (3,)"},
		{func() error { _, err := nd.New(mem.Heap, d, -1); return err }, "negative dimensions are not allowed"},
		{func() error { _, err := nd.New(mem.Heap, d, 1<<40, 1<<40); return err }, "array is too big: shape (1099511627776, 1099511627776) of float64"},
		{func() error { _, err := nd.New(mem.Heap, dtype.Str, 1); return err }, "an array cannot hold str; use a frame's column"},
		{func() error { _, err := nd.New(mem.Heap, d.Nullable(), 1); return err }, "an array cannot hold the nullable dtype Float64; use a frame's column"},
		{func() error { _, err := nd.New(mem.Heap, dtype.Object, 1); return err }, "an array cannot hold objects; use a frame's column, or a dtype of fixed width"},
		{func() error { _, err := nd.Concat(mem.Heap, 0); return err }, "need at least one array to concatenate"},
		{func() error { _, err := nd.Concat(mem.Heap, 0, nd.Scalar(1.0)); return err }, "zero-dimensional arrays cannot be concatenated"},
		{func() error { _, err := nd.Concat(mem.Heap, 2, arange(2, 2)); return err }, "axis 2 is out of bounds for array of dimension 2"},
		{
			func() error { _, err := nd.Concat(mem.Heap, 0, arange(2, 2), arange(2, 3)); return err },
			"all the input array dimensions except for the concatenation axis must match exactly, but along dimension 1, the array at index 0 has size 2 and the array at index 1 has size 3",
		},
		{
			func() error { _, err := nd.Concat(mem.Heap, 0, arange(2, 2), arange(2)); return err },
			"all the input arrays must have same number of dimensions, but the array at index 0 has 2 dimension(s) and the array at index 1 has 1 dimension(s)",
		},
		{
			func() error {
				_, err := nd.Assemble(mem.Heap, dtype.Int64, []int{2}, []nd.Part{{At: []int{1}, Array: arange(2)}})
				return err
			},
			"a part of shape (2,) at [1] leaves shape (2,)",
		},
	} {
		if err := c.f(); err == nil || err.Error() != c.want {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
	}
}

func TestConcatAndAssemble(t *testing.T) {
	a, b := arange(2, 3), arange(2, 3).Transpose()
	c, err := nd.Concat(mem.Heap, -1, a, b.Slice(0, 0, 2, 1).Transpose().Transpose(), a)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("[[0 1 2 0 3 0 1 2]\n [3 4 5 1 4 3 4 5]]", c.String()); diff != "" {
		t.Error(diff)
	}
	e, err := nd.Assemble(mem.Heap, dtype.Int64, []int{3, 4}, []nd.Part{
		{At: []int{0, 0}, Array: arange(3, 2)}, {At: []int{0, 2}, Array: arange(1, 2)}, {At: []int{1, 2}, Array: arange(2, 2)},
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("[[0 1 0 1]\n [2 3 0 1]\n [4 5 2 3]]", e.String()); diff != "" {
		t.Error(diff)
	}
	z, err := nd.Concat(mem.Heap, 0, arange(0, 3), arange(2, 3))
	if err != nil || z.Shape[0] != 2 {
		t.Error(z, err)
	}
}

func TestFillAndFull(t *testing.T) {
	a, err := nd.Full(mem.Heap, 2.5, 3, 4)
	if err != nil {
		t.Fatal(err)
	}
	nd.Fill(a.Slice(1, 3, -1, -2), 1.0)
	if diff := cmp.Diff("[[2.5 1.  2.5 1. ]\n [2.5 1.  2.5 1. ]\n [2.5 1.  2.5 1. ]]", a.String()); diff != "" {
		t.Error(diff)
	}
	z, err := nd.Zeros(mem.Heap, dtype.Datetime(dtype.Day), 2)
	if err != nil {
		t.Fatal(err)
	}
	nd.Fill(z.Slice(0, 1, 2, 1), int64(dtype.NaT))
	if got := fmt.Sprintf("%v", z); got != "['1970-01-01'        'NaT']" {
		t.Error(got)
	}
}

func TestEqual(t *testing.T) {
	nan := func() *nd.Array { return nd.Of([]float64{0, math.NaN()}) }
	neg := nd.Of([]float64{math.Copysign(0, -1), math.NaN()})
	if !nd.Equal(nan(), nan()) || !nd.Equal(nan(), neg) || nd.Identical(nan(), neg) || nd.Equal(nan(), nd.Of([]float64{0, 1})) {
		t.Error("float64")
	}
	if nd.Equal(arange(2), arange(1, 2)) || nd.Equal(nd.Of([]int32{1}), nd.Of([]uint32{1})) || !nd.Equal(arange(2, 2).Transpose().Transpose(), arange(2, 2)) {
		t.Error("shape or dtype")
	}
	h := nd.Of([]dtype.F16{0, 0x7e00})
	if !nd.Equal(h, nd.Of([]dtype.F16{0x8000, 0x7e01})) || nd.Equal(h, nd.Of([]dtype.F16{1, 0x7e00})) {
		t.Error("float16")
	}
}

func TestMisuseOfTypesPanics(t *testing.T) {
	for name, f := range map[string]func(){
		"Data of a view":        func() { nd.Data[int64](arange(2, 2).Transpose()) },
		"Data of another type":  func() { nd.Data[int32](arange(2)) },
		"At outside":            func() { nd.At[int64](arange(2), 2) },
		"Slice outside":         func() { arange(3).Slice(0, 0, 4, 1) },
		"Box outside":           func() { arange(3).Box([]int{2}, []int{2}) },
		"Transpose twice":       func() { arange(2, 2).Transpose(0, 0) },
		"Of the wrong size":     func() { nd.Of([]int64{1, 2}, 3) },
		"OfType the wrong type": func() { nd.OfType(dtype.Datetime(dtype.Day), []int32{1}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s did not panic", name)
				}
			}()
			f()
		}()
	}
}
