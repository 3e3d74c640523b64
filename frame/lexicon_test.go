package frame_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// drawn is a dictionary column of texts of which so many differ, from number `from` on, some short and some
// missing, and what its rows hold.
func drawn(t *testing.T, al mem.Allocator, seed uint64, rows, from, differ int) (*frame.Column, []string) {
	t.Helper()
	draw := rand.New(rand.NewPCG(seed, 7))
	b, want := frame.PlainStr(al, dtype.Str), make([]string, rows)
	for i := range want {
		switch k := from + draw.IntN(differ); {
		case k%31 == 5:
			b.AppendNull()
			continue
		case k%7 == 1:
			want[i] = fmt.Sprint("s", k)
		default:
			want[i] = fmt.Sprintf("a text that is long, of number %d", k)
		}
		b.Append(want[i])
	}
	c, err := b.Column()
	if err != nil {
		t.Fatal(err)
	}
	d, err := c.ByDictionary(al)
	if err != nil || d == nil {
		t.Fatal(d, err)
	}
	return d, want
}

func hasTexts(t *testing.T, c *frame.Column, want []string) {
	t.Helper()
	for i, s := range want {
		if c.IsNull(i) != (s == "") || c.Str(i) != s {
			t.Fatalf("row %d: %q, want %q", i, c.Str(i), s)
		}
	}
	if c.Codes != frame.WidthOf(c.Dict.Len()) || c.Rows != len(want) {
		t.Errorf("%d rows, codes of %d bytes for %d values", c.Rows, c.Codes, c.Dict.Len())
	}
}

// keep retains what columns need, as the store does.
func keep(held map[*mem.Block]bool, c *frame.Column) {
	c.Blocks(func(b *mem.Block) {
		if !held[b] {
			held[b] = true
			b.Retain()
		}
	})
}

func TestChunksShareADictionary(t *testing.T) {
	for name, differ := range map[string]int{"two bytes": 5_000, "four bytes": 20_000} { // of a code; some come in later chunks only
		t.Run(name, func(t *testing.T) {
			p, x, held := mem.NewPool(0), &frame.Lexicon{}, map[*mem.Block]bool{}
			p.Poison(true)
			var cols []*frame.Column
			var wants [][]string
			for k := range 6 {
				al := mem.NewScope(p)
				c, want := drawn(t, al, uint64(k), 90_000, 0, differ-max(0, 3-k)*100)
				s, err := x.Share(al, c)
				if err != nil {
					t.Fatal(err)
				}
				keep(held, s)
				al.Close()
				cols, wants = append(cols, s), append(wants, want)
			}
			for k, c := range cols {
				hasTexts(t, c, wants[k])
				for i := 0; k > 0 && i < cols[k-1].Dict.Len(); i++ {
					if c.Dict.Values.Str(i) != cols[k-1].Dict.Values.Str(i) {
						t.Fatalf("chunk %d: code %d is %q, and was %q", k, i, c.Dict.Values.Str(i), cols[k-1].Dict.Values.Str(i))
					}
				}
			}
			if cols[5].Dict != cols[4].Dict || cols[1].Dict == cols[0].Dict {
				t.Error("the last chunks have two dictionaries, or the first ones one")
			}
			if frame.Longest(cols...) != cols[5].Dict || frame.Longest(cols[2], cols[1]) != cols[2].Dict {
				t.Error("it is not known that the dictionaries begin with each other")
			}
			if s, err := x.Share(mem.Heap, cols[5]); s != cols[5] || err != nil {
				t.Errorf("what is shared is shared anew: %v", err)
			}
			all, err := frame.Concat(mem.Heap, cols[4], cols[0], cols[2])
			if err != nil || all.Dict != cols[4].Dict {
				t.Errorf("joined by another dictionary: %v", err)
			}
			hasTexts(t, all, slices.Concat(wants[4], wants[0], wants[2]))
			own := cols[0].Bytes()
			if most := own + 5*90_000*4 + own; p.Stats().Used > most {
				t.Errorf("%d bytes are used, more than %d", p.Stats().Used, most)
			}
			for b := range held {
				b.Release()
			}
			if s := p.Stats(); s.Used != 0 {
				t.Errorf("%d bytes are left", s.Used)
			}
			al := mem.NewScope(p) // the dictionary is gone
			c, want := drawn(t, al, 9, 90_000, 0, differ)
			s, err := x.Share(al, c)
			if err != nil || s != c {
				t.Errorf("shared with what is gone: %v", err)
			}
			hasTexts(t, s, want)
			if frame.Longest(s, cols[5]) != nil {
				t.Error("a new dictionary is taken for one that is gone")
			}
			al.Close()
		})
	}
}

func TestChunksThatDifferShareNothing(t *testing.T) {
	x := &frame.Lexicon{}
	var kept []*frame.Column
	share := func(seed uint64, rows, from, differ int) (same bool) {
		c, want := drawn(t, mem.Heap, seed, rows, from, differ)
		s, err := x.Share(mem.Heap, c)
		if err != nil {
			t.Fatal(err)
		}
		hasTexts(t, s, want)
		kept = append(kept, s)
		return s == c
	}
	if !share(1, 90_000, 0, 15_000) || !share(2, 70_000, 0, 6_000) {
		t.Error("few texts are by a dictionary of many")
	}
	if share(3, 90_000, 100, 15_000) {
		t.Error("texts that are mostly the same are not shared")
	}
	if !share(4, 90_000, 50_000, 15_000) || !share(5, 90_000, 0, 15_000) {
		t.Error("the chunks of a column whose texts differ are still shared")
	}
	runtime.KeepAlive(kept) // a lexicon does not
}

func TestShareLeavesOtherColumns(t *testing.T) {
	x := &frame.Lexicon{}
	few := frame.NewStrBuilder(mem.Heap, dtype.Str)
	for i := range 1000 {
		few.Append([]string{"a text that is long", "another one"}[i%2])
	}
	c, err := few.Column()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []*frame.Column{c, frame.Strs("a", "b"), frame.Of([]int64{1, 2}), frame.Of([]float64{})} {
		for range 2 {
			if s, err := x.Share(mem.Heap, c); s != c || err != nil {
				t.Errorf("%s of %s: %v, %v", c.Enc, c.DType, s, err)
			}
		}
	}
}

func TestChunksShareAtOnce(t *testing.T) {
	p, x := mem.NewPool(0), &frame.Lexicon{}
	cols, wants, held := make([]*frame.Column, 12), make([][]string, 12), make([]map[*mem.Block]bool, 12)
	var wg sync.WaitGroup
	for k := range cols {
		wg.Go(func() {
			al := mem.NewScope(p)
			defer al.Close()
			c, want := drawn(t, al, uint64(k), 80_000, 0, 15_000+k)
			s, err := x.Share(al, c)
			if err != nil {
				t.Error(err)
				return
			}
			held[k] = map[*mem.Block]bool{}
			keep(held[k], s)
			cols[k], wants[k] = s, want
		})
	}
	wg.Wait()
	for k, c := range cols {
		hasTexts(t, c, wants[k])
	}
	for _, h := range held {
		for b := range h {
			b.Release()
		}
	}
	if s := p.Stats(); s.Used != 0 {
		t.Errorf("%d bytes are left", s.Used)
	}
}

func TestShareTellsThatMemoryIsShort(t *testing.T) {
	for left := range 4 {
		x := &frame.Lexicon{}
		a, _ := drawn(t, mem.Heap, 1, 90_000, 0, 10_000)
		if _, err := x.Share(mem.Heap, a); err != nil {
			t.Fatal(err)
		}
		b, want := drawn(t, mem.Heap, 2, 90_000, 0, 10_500)
		if s, err := x.Share(&scarce{left}, b); err == nil {
			t.Errorf("%d blocks are enough: %v", left, s)
		}
		hasTexts(t, b, want)
		s, err := x.Share(mem.Heap, b)
		if err != nil || s == b {
			t.Errorf("after a refusal: %v", err)
		}
		hasTexts(t, s, want)
		runtime.KeepAlive(a)
	}
}

func TestLexiconsForgetTheOldest(t *testing.T) {
	var s frame.Lexicons
	first, second := s.Of("first"), s.Of("second")
	for i := range 62 {
		s.Of(fmt.Sprint(i))
	}
	if s.Of("first") != first {
		t.Error("a column has two lexicons")
	}
	s.Of("one more")
	if s.Of("first") != first || s.Of("second") == second {
		t.Error("another one than the oldest was forgotten")
	}
}
