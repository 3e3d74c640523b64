package join_test

import (
	"slices"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/golden"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/mem"
	"pgregory.net/rapid"
)

// kept is a Spill in memory.
type kept struct{ parts map[int][]*frame.Frame }

func (k *kept) Append(p int, v any) error {
	f, err := v.(*frame.Frame).Clone(mem.Heap)
	k.parts[p] = append(k.parts[p], f)
	return err
}

func (k *kept) Read(p int, f func(v any) error) error {
	for _, v := range k.parts[p] {
		if err := f(v); err != nil {
			return err
		}
	}
	return nil
}

func (k *kept) Drop(p int) error { delete(k.parts, p); return nil }

// Joined through a spill, the rows are those of pandas too.
func TestSpilledAsPandas(t *testing.T) {
	var cases []struct {
		How         string
		Sort        bool
		Left, Right []golden.Column
		L, R        []int64
	}
	if err := golden.Read("testdata/golden.json", &cases); err != nil {
		t.Fatal(err)
	}
	for i, c := range cases {
		l, r, err := join.Spilled(mem.Heap, &kept{map[int][]*frame.Frame{}}, must(join.Parse(c.How)), c.Sort, columns(c.Left), columns(c.Right), 3)
		if err != nil {
			t.Fatal(err)
		}
		if l != nil && !slices.Equal(l, c.L) || r != nil && !slices.Equal(r, c.R) {
			t.Errorf("case %d: %s join (sort %v) of %v and %v:\n got %v\n     %v\nwant %v\n     %v", i, c.How, c.Sort, types(c.Left), types(c.Right), l, r, c.L, c.R)
		}
	}
}

// Blocks that are given back early are counted.
type counting struct {
	mem.Allocator
	live, most int
	size       map[*mem.Block]int
}

func (c *counting) Alloc(n int) (*mem.Block, error) {
	b, err := c.Allocator.Alloc(n)
	c.live += n
	c.most = max(c.most, c.live)
	c.size[b] = n
	return b, err
}

func (c *counting) Free(b *mem.Block) bool {
	c.live -= c.size[b]
	delete(c.size, b)
	return true
}

// Many rows whose keys repeat: many parts need far less memory at once than one, and the same rows come.
func TestSpilledNeedsLess(t *testing.T) {
	const n = 100_000
	l, r := make([]int64, n), make([]int64, n)
	for i := range l {
		l[i], r[i] = int64(i*7919%n)<<20, int64(i*104729%(2*n))<<20
	}
	left, right := []*frame.Column{frame.OfType(dtype.Int64, l)}, []*frame.Column{frame.OfType(dtype.Int64, r)}
	run := func(parts int) (a, b []int64, most int) {
		c := &counting{Allocator: mem.Heap, size: map[*mem.Block]int{}}
		a, b, err := join.Spilled(c, &kept{map[int][]*frame.Frame{}}, join.Inner, false, left, right, parts)
		if err != nil {
			t.Fatal(err)
		}
		return a, b, c.most
	}
	a1, b1, one := run(1)
	a2, b2, many := run(32)
	if !slices.Equal(a1, a2) || !slices.Equal(b1, b2) {
		t.Error("the rows depend on the number of parts")
	}
	if many > one/2 {
		t.Errorf("32 parts needed %d bytes at once, one part %d", many, one)
	}
}

func TestSpilledAsRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom([]string{"", "a", "b"}), rapid.StringN(0, 4, 20)), 0, 25)
		l, r := []*frame.Column{frame.Strs(side.Draw(t, "l")...)}, []*frame.Column{frame.Strs(side.Draw(t, "r")...)}
		how := join.How(rapid.IntRange(0, int(join.RightAnti)).Draw(t, "how"))
		sorted := rapid.Bool().Draw(t, "sorted")
		wl, wr, err := join.Rows(mem.Heap, how, sorted, l, r)
		if err != nil {
			t.Fatal(err)
		}
		gl, gr, err := join.Spilled(mem.Heap, &kept{map[int][]*frame.Frame{}}, how, sorted, l, r, rapid.IntRange(1, 5).Draw(t, "parts"))
		if err != nil || !slices.Equal(gl, wl) || !slices.Equal(gr, wr) {
			t.Fatalf("%v %v, %v, want %v %v", gl, gr, err, wl, wr)
		}
	})
}
