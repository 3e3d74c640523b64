package spill_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/kernel/spill"
	"github.com/mars-project/mars-go/mem"
)

// kept is a Store in memory.
type kept map[int][]*frame.Frame

func (k kept) Append(p int, v any) error {
	f, err := v.(*frame.Frame).Clone(mem.Heap)
	k[p] = append(k[p], f)
	return err
}

func (k kept) Read(p int, f func(v any) error) error {
	for _, v := range k[p] {
		if err := f(v); err != nil {
			return err
		}
	}
	return nil
}

func (k kept) Drop(p int) error { delete(k, p); return nil }

// The order of rows found part by part is the one found at once, whatever repeats.
func TestOrderIsThatOfRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 6000).Draw(t, "rows")
		most := rapid.IntRange(1, 5000).Draw(t, "values")
		x := rapid.Uint64().Draw(t, "seed")
		next := func(k int) int {
			x = x*6364136223846793005 + 1442695040888963407
			return int(x>>33) % k
		}
		a, s, o := make([]int64, n), make([]string, n), make([]any, n)
		for i := range n {
			a[i] = int64(next(most))
			s[i] = []string{"", "a", "b", "a text of more than twelve bytes", "a text of more than twelve"}[next(5)]
			o[i] = []any{nil, int64(1), 1.0, 2.0}[next(4)]
		}
		cols := []*frame.Column{frame.Of(a), frame.Strs(s...), frame.NewObjects(o)}
		var keys []order.Key
		for range rapid.IntRange(1, 3).Draw(t, "keys") {
			keys = append(keys, order.Key{
				Col: cols[rapid.IntRange(0, 2).Draw(t, "column")], Desc: rapid.Bool().Draw(t, "desc"), NullsFirst: rapid.Bool().Draw(t, "first"),
			})
		}
		k := kept{}
		got, err := spill.Order(mem.Heap, k, keys, n)
		if err != nil {
			t.Fatal(err)
		}
		if want := order.Rows(keys, n); !slices.Equal(got, want) {
			t.Fatalf("got %v\nwant %v", got, want)
		}
		if len(k) > 0 {
			t.Fatalf("%d parts are left", len(k))
		}
	})
}

// Rows with equal keys meet in one part, in their order, and none is lost.
func TestByHash(t *testing.T) {
	const n = 20000
	v := make([]int64, n)
	for i := range v {
		v[i] = int64(i * i % 997)
	}
	c, err := spill.Columns(frame.Of(v))
	if err != nil {
		t.Fatal(err)
	}
	f, err := spill.Numbered(c)
	if err != nil {
		t.Fatal(err)
	}
	k, batches := kept{}, 0
	for lo, hi := range spill.Batches(n) {
		batches++
		if err := spill.ByHash(mem.Heap, k, f.Slice(lo, hi), 1, 16); err != nil {
			t.Fatal(err)
		}
	}
	if batches < 2 {
		t.Error("one batch")
	}
	seen, where := 0, map[int64]int{}
	for p := range 16 {
		part, err := spill.Load(mem.Heap, k, p)
		if err != nil || part == nil {
			t.Fatal(part, err)
		}
		last := int64(-1)
		for i := range part.NRows {
			key, row := part.Cols[0].Cell(i).(int64), part.Cols[1].Cell(i).(int64)
			if q, ok := where[key]; ok && q != p {
				t.Fatalf("key %d is in parts %d and %d", key, q, p)
			}
			if row <= last || v[row] != key {
				t.Fatalf("row %d with key %d after row %d in part %d", row, key, last, p)
			}
			where[key], last = p, row
			seen++
		}
	}
	if seen != n {
		t.Errorf("%d of %d rows", seen, n)
	}
	if part, err := spill.Load(mem.Heap, k, 3); part != nil || err != nil {
		t.Errorf("a part was not dropped: %v, %v", part, err)
	}
}

// failing refuses to append.
type failing struct{ kept }

func (failing) Append(int, any) error { return errs.New(errs.OutOfMemory, "disk full") }

func TestAFullDiskIsTold(t *testing.T) {
	if _, err := spill.Order(mem.Heap, failing{}, []order.Key{{Col: frame.Of([]int64{2, 1})}}, 2); !errs.Is(err, errs.OutOfMemory) {
		t.Errorf("got %v", err)
	}
}
