package parquet

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// plainTexts are texts as PLAIN stores them.
func plainTexts(ts []string) (b []byte) {
	for _, t := range ts {
		b = append(binary.LittleEndian.AppendUint32(b, uint32(len(t))), t...)
	}
	return b
}

func textSink() *texts {
	p := &physical{kind: pq.ByteArray, what: text}
	return &texts{d: decoder{al: mem.Heap, p: p}, dtype: dtype.Str, utf8: true}
}

// pageOf is a page of rows, nil ones missing, as if it had been unpacked.
func pageOf(rows []*string, e format.Encoding, data []byte) *page {
	pg := &page{encoding: e, rows: len(rows), from: &unpacker{al: mem.Heap}}
	pg.from.block = mem.Wrap(append(make([]byte, 5), data...))
	pg.data = pg.from.block.Bytes()[5:]
	m := make(mask, (len(rows)+63)/64)
	for i, r := range rows {
		if r != nil {
			m[i>>6] |= 1 << (i & 63)
			pg.n++
		}
	}
	if pg.n < pg.rows {
		pg.there = m
	}
	return pg
}

// TestTextsThatLeaveTheirDictionary reads a row group as writers make it whose dictionary has grown too
// large: codes, and then texts.
func TestTextsThatLeaveTheirDictionary(t *testing.T) {
	lens := map[string]*rapid.Generator[int]{"short": rapid.IntRange(0, 12), "some": rapid.IntRange(0, 40), "long": rapid.IntRange(13, 300)}
	kinds := []string{"short", "some", "long"}
	rapid.Check(t, func(t *rapid.T) {
		few := rapid.Bool().Draw(t, "few")
		draw := func(n int) (out []string) {
			l := lens[rapid.SampledFrom(kinds).Draw(t, "kind")]
			for i := range n {
				s := fmt.Sprintf("%dé", i)
				out = append(out, (s + strings.Repeat("x", 300))[:len(s)+max(0, min(l.Draw(t, "len"), 300)-len(s))])
			}
			return out
		}
		dict := draw(rapid.IntRange(1, 40).Draw(t, "dict"))
		if !few {
			for i := range firstRows/4 + 10 {
				dict = append(dict, fmt.Sprint("value ", i, strings.Repeat("y", i%40)))
			}
		}
		var want []*string
		var codes []uint32
		for i := range dict {
			if i%7 == 3 {
				want = append(want, nil)
			}
			k := (i * 7919) % len(dict)
			codes, want = append(codes, uint32(k)), append(want, &dict[k])
		}
		s := textSink()
		var pages []*page
		width := uint(15)
		coded := append([]byte{byte(width)}, binary.AppendUvarint(nil, uint64((len(codes)+7)/8)<<1|1)...)
		pages = append(pages, pageOf(want, format.RLEDictionary, append(coded, pack(codes, width)...)))
		for range rapid.IntRange(1, 4).Draw(t, "pages") {
			var rows []*string
			var there []string
			for i, x := range draw(rapid.IntRange(1, 80).Draw(t, "rows")) {
				if i%5 == 1 {
					rows = append(rows, nil)
				}
				rows, there = append(rows, &x), append(there, x)
			}
			pages, want = append(pages, pageOf(rows, format.Plain, plainTexts(there))), append(want, rows...)
		}
		if err := s.group(len(want)); err != nil {
			t.Fatal(err)
		}
		values := make([]*string, len(dict))
		for i := range dict {
			values[i] = &dict[i]
		}
		if err := s.dictionary(pageOf(values, format.Plain, plainTexts(dict))); err != nil {
			t.Fatal(err)
		}
		for _, pg := range pages {
			if err := s.page(pg, 0); err != nil {
				t.Fatal(err)
			}
			if pg.from.block != nil { // a block that is not kept is written over by the next page
				clear(pg.from.block.Bytes())
			}
		}
		if s.plain.Keeps() == (len(dict) > firstRows/4) {
			t.Fatalf("a dictionary of %d: kept %v", len(dict), s.plain.Keeps())
		}
		c, err := s.column()
		if err != nil {
			t.Fatal(err)
		}
		if c.Rows != len(want) {
			t.Fatalf("%d rows of %d", c.Rows, len(want))
		}
		for i, w := range want {
			if c.IsNull(i) != (w == nil) || w != nil && c.Str(i) != *w {
				t.Fatalf("row %d is %q", i, c.Str(i))
			}
		}
	})
}

// TestViewsOfPage has one page of long texts become a heap as it is.
func TestViewsOfPage(t *testing.T) {
	var ts []string
	for i := range 5000 {
		ts = append(ts, fmt.Sprintf("%0100d", i), "short")
	}
	data := plainTexts(ts)
	rows := make([]*string, len(ts))
	for i := range ts {
		rows[i] = &ts[i]
	}
	pg := pageOf(rows, format.Plain, data)
	block := pg.from.block
	b := frame.PlainStr(mem.Heap, dtype.Str)
	if err := textSink().views(pg, b, b.Views(pg.n, nil)); err != nil {
		t.Fatal(err)
	}
	c, err := b.Column()
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Heaps) != 1 || c.Heaps[0] != block || pg.from.block != nil {
		t.Error("the page was copied")
	}
	for i, w := range ts {
		if c.Str(i) != w {
			t.Fatalf("row %d is %q, not %q", i, c.Str(i), w)
		}
	}
}

func TestDamagedTexts(t *testing.T) {
	for name, data := range map[string][]byte{
		"cut":           plainTexts([]string{"a", "bcd"})[:10],
		"no length":     plainTexts([]string{"abc"}),
		"too long":      append(plainTexts([]string{"abcdefg"}), 0xff, 0xff, 0xff, 0xff, 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'),
		"not UTF-8":     plainTexts([]string{"a\xff", "b"}),
		"two halves":    plainTexts([]string{"a\xc3", "\xa9b"}),
		"half at last":  plainTexts([]string{"a", strings.Repeat("b", 20) + "\xc3"}),
		"half behind":   plainTexts([]string{strings.Repeat("b", 200), "\xc3"}),
		"long and half": plainTexts([]string{"b", strings.Repeat("b", 200) + "\xc3"}),
	} {
		rows := make([]*string, 2)
		rows[0], rows[1] = new(string), new(string)
		b := frame.PlainStr(mem.Heap, dtype.Str)
		if err := textSink().views(pageOf(rows, format.Plain, data), b, b.Views(2, nil)); errs.KindOf(err) != errs.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLongTextsThatRepeatHaveCodes reads texts of plain pages, as writers make them once their dictionary has
// grown too large.
func TestLongTextsThatRepeatHaveCodes(t *testing.T) {
	const rows = 1 << 18
	draw := rand.New(rand.NewPCG(1, 2))
	for text, enc := range map[string]frame.Enc{"a text that no view holds %d": frame.Dict, "%d": frame.Plain} {
		s := textSink()
		s.d.al = poisoned{}
		if err := s.group(rows); err != nil {
			t.Fatal(err)
		}
		want := make([]string, rows)
		list := make([]*string, rows)
		for i := range want {
			want[i] = fmt.Sprintf(text, draw.IntN(25_000)) // more than frame.StrBuilder numbers
			list[i] = &want[i]
		}
		if err := s.page(pageOf(list, format.Plain, plainTexts(want)), 0); err != nil {
			t.Fatal(err)
		}
		c, err := s.column()
		if err != nil {
			t.Fatal(err)
		}
		if c.Enc != enc {
			t.Errorf("%s: encoding %v, not %v", text, c.Enc, enc)
		}
		for i, w := range want {
			if got := c.Str(i); got != w {
				t.Fatalf("row %d is %q, not %q", i, got, w)
			}
		}
	}
}

// poisoned is an allocator whose blocks cannot be read once they are given back.
type poisoned struct{}

func (poisoned) Alloc(n int) (*mem.Block, error) { return mem.Heap.Alloc(n) }

func (poisoned) Free(b *mem.Block) bool {
	for i := range b.Bytes() {
		b.Bytes()[i] = 0xFE
	}
	return true
}
