package mem_test

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/mars-project/mars-go/mem"
	"pgregory.net/rapid"
)

func TestHeapBlocksAreAlignedZeroedAndUncounted(t *testing.T) {
	for _, n := range []int{0, 1, 63, 64, 65, 4097, 1 << 20} {
		b, err := mem.Heap.Alloc(n)
		if err != nil || b.Len() != n || b.Size() != int64(n) || b.Pooled() {
			t.Fatalf("Alloc(%d) = %d bytes, size %d, %v", n, b.Len(), b.Size(), err)
		}
		if n > 0 && uintptr(unsafe.Pointer(&b.Bytes()[0]))%mem.Align != 0 {
			t.Errorf("block of %d bytes is not aligned", n)
		}
		for _, c := range b.Bytes() {
			if c != 0 {
				t.Fatalf("block of %d bytes is not zero", n)
			}
		}
		b.Retain()
		b.Release()
		b.Release()
		if b.Refs() != 1 {
			t.Errorf("a heap block has %d references", b.Refs())
		}
	}
}

func TestView(t *testing.T) {
	b := mem.WrapOf([]float64{1, 2, 3, 4})
	if v := mem.View[float64](b, 1, 3); len(v) != 3 || v[0] != 2 || cap(v) != 3 {
		t.Errorf("view is %v", v)
	}
	mem.View[float64](b, 0, 1)[0] = 7
	if mem.View[float64](b, 0, 1)[0] != 7 {
		t.Error("a view is a copy")
	}
	if v := mem.View[[16]byte](b, 2, 0); v != nil {
		t.Errorf("an empty view is %v", v)
	}
	for _, c := range []struct{ off, n int }{{-1, 1}, {0, 5}, {4, 1}, {1, -1}, {1, int(^uint(0) >> 1)}} {
		mustPanic(t, "view of elements", func() { mem.View[float64](b, c.off, c.n) })
	}
	if p := mem.View[*int](mem.WrapOf([]*int{new(int)}), 0, 1); *p[0] != 0 {
		t.Error("pointers do not survive WrapOf")
	}
}

func TestReferencesAreCounted(t *testing.T) {
	p := mem.NewPool(1 << 20)
	b, err := p.Alloc(100)
	if err != nil {
		t.Fatal(err)
	}
	b.Retain()
	b.Release()
	if b.Refs() != 1 || p.Stats().Blocks != 1 {
		t.Errorf("%d references, %d blocks", b.Refs(), p.Stats().Blocks)
	}
	b.Release()
	if st := p.Stats(); st.Used != 0 || st.Booked != 0 || st.Blocks != 0 {
		t.Errorf("after the last release: %+v", st)
	}
	mustPanic(t, "Release of a block that was freed", b.Release)
	mustPanic(t, "Retain of a block that was freed", b.Retain)
}

func TestRound(t *testing.T) {
	for _, c := range []struct{ n, want int64 }{
		{0, 0},
		{1, 64},
		{64, 64},
		{65, 128},
		{512, 512},
		{513, 576},
		{1024, 1024},
		{1025, 1152},
		{64 << 10, 64 << 10},
		{64<<10 + 1, 72 << 10},
		{16 << 20, 16 << 20},
		{16<<20 + 1, 18 << 20},
	} {
		if got := mem.Round(int(c.n)); got != c.want {
			t.Errorf("Round(%d) = %d, want %d", c.n, got, c.want)
		}
	}
	for n := 1; n < 1<<22; n += n/50 + 1 {
		r := mem.Round(n)
		if r < int64(n) || mem.Round(int(r)) != r || n > 512 && r-int64(n) > int64(n)/8 {
			t.Fatalf("Round(%d) = %d", n, r)
		}
	}
}

func TestTallyCountsABlockOnce(t *testing.T) {
	var y mem.Tally
	a, b := mem.Wrap(make([]byte, 10)), mem.Wrap(make([]byte, 20))
	got := []int64{y.Add(a), y.Add(b), y.Add(a), y.Bytes(), y.Remove(a), y.Bytes(), y.Remove(a), y.Bytes()}
	for i, want := range []int64{10, 20, 0, 30, 0, 30, 10, 20} {
		if got[i] != want {
			t.Fatalf("step %d: %v", i, got)
		}
	}
	if y.Holders(a) != 0 || y.Holders(b) != 1 || y.Len() != 1 {
		t.Errorf("holders %d and %d of %d blocks", y.Holders(a), y.Holders(b), y.Len())
	}
	mustPanic(t, "not counted", func() { y.Remove(a) })
}

// Two tallies may count a block: each its own holders, whichever was first, also when the first lets go and
// comes back.
func TestTalliesCountForThemselves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var y [3]mem.Tally
		bs := []*mem.Block{mem.Wrap(make([]byte, 1)), mem.Wrap(make([]byte, 2))}
		var want [3][2]int
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			i, k := rapid.IntRange(0, 2).Draw(t, "tally"), rapid.IntRange(0, 1).Draw(t, "block")
			size, got := int64(0), int64(0)
			if want[i][k] > 0 && rapid.Bool().Draw(t, "remove") {
				if want[i][k]--; want[i][k] == 0 {
					size = bs[k].Size()
				}
				got = y[i].Remove(bs[k])
			} else {
				if want[i][k]++; want[i][k] == 1 {
					size = bs[k].Size()
				}
				got = y[i].Add(bs[k])
			}
			if got != size {
				t.Fatalf("tally %d, block %d: %d bytes, not %d", i, k, got, size)
			}
			for i := range y {
				n, bytes := 0, int64(0)
				for k, b := range bs {
					if y[i].Holders(b) != want[i][k] {
						t.Fatalf("tally %d: %d holders of block %d, not %d", i, y[i].Holders(b), k, want[i][k])
					}
					if want[i][k] > 0 {
						n, bytes = n+1, bytes+b.Size()
					}
				}
				if y[i].Len() != n || y[i].Bytes() != bytes {
					t.Fatalf("tally %d: %d blocks of %d bytes, not %d of %d", i, y[i].Len(), y[i].Bytes(), n, bytes)
				}
			}
		}
	})
}

func mustPanic(t *testing.T, with string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		s, _ := recover().(string)
		if !strings.Contains(s, with) {
			t.Errorf("panic %q, want %q", s, with)
		}
	}()
	f()
}
