package frame_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// textsOf are n rows as a plain column; "" is missing.
func textsOf(t *testing.T, n int, text func(i int) string) *frame.Column {
	t.Helper()
	b := frame.PlainStr(mem.Heap, dtype.Str)
	for i := range n {
		if s := text(i); s != "" {
			b.Append(s)
		} else {
			b.AppendNull()
		}
	}
	c, err := b.Column()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestByDictionaryKeepsTheTexts(t *testing.T) {
	const rows = 400_000
	draw := rand.New(rand.NewPCG(1, 2))
	for name, n := range map[string]int{"one byte": 20, "two bytes": 20_000, "four bytes": 45_000} { // of a code
		drawn := make([]int, rows)
		for i := range drawn {
			drawn[i] = draw.IntN(n)
		}
		text := func(i int) string {
			if k := drawn[i]; k%17 != 3 {
				return fmt.Sprintf("a text of some length %d", k)
			} else if k%2 == 0 {
				return "short"
			}
			return "" // missing
		}
		c := textsOf(t, rows, text)
		d, err := c.ByDictionary(mem.Heap)
		if err != nil || d == nil {
			t.Fatalf("%s: %v, %v", name, d, err)
		}
		if d.Enc != frame.Dict || d.Codes != frame.WidthOf(d.Dict.Len()) || d.NullCount() != c.NullCount() {
			t.Errorf("%s: encoding %v, codes of %d bytes, %d missing", name, d.Enc, d.Codes, d.NullCount())
		}
		seen := map[string]bool{}
		for i := range d.Dict.Len() { // in order of appearance, none twice
			seen[d.Dict.Values.Str(i)] = true
		}
		if len(seen) != d.Dict.Len() || d.Dict.Values.Str(0) != text(0) {
			t.Errorf("%s: %d values, of which %d differ", name, d.Dict.Len(), len(seen))
		}
		for i := range rows {
			if d.IsNull(i) != (text(i) == "") || d.Str(i) != text(i) {
				t.Fatalf("%s: row %d is %q, not %q", name, i, d.Str(i), text(i))
			}
		}
	}
}

func TestByDictionaryOnlyWhereItPays(t *testing.T) {
	const rows = 1 << 17
	for name, c := range map[string]*frame.Column{
		"few rows":    textsOf(t, 1<<12, func(int) string { return "the same long text" }),
		"short texts": textsOf(t, rows, func(i int) string { return fmt.Sprint(i % 10) }),
		"all differ":  textsOf(t, rows, func(i int) string { return fmt.Sprintf("a long text, number %d", i) }),
		"half differ": textsOf(t, rows, func(i int) string { return fmt.Sprintf("a long text, number %d", i/2) }),
		"differ late": textsOf(t, rows, func(i int) string { // where the sample does not look
			if i%2080 < 300 {
				return "a long text of many rows"
			}
			return fmt.Sprintf("a long text, number %d", i)
		}),
		"large":   textsOf(t, rows, func(i int) string { return fmt.Sprintf("%8000d", i%(rows/20)) }),
		"numbers": frame.Of(make([]int64, rows)),
	} {
		if d, err := c.ByDictionary(mem.Heap); d != nil || err != nil {
			t.Errorf("%s: %v, %v", name, d, err)
		}
	}
}

// scarce refuses after some blocks.
type scarce struct{ left int }

var errScarce = errors.New("scarce")

func (s *scarce) Alloc(n int) (*mem.Block, error) {
	if s.left--; s.left < 0 {
		return nil, errScarce
	}
	return mem.Heap.Alloc(n)
}

func TestByDictionaryWithoutMemory(t *testing.T) {
	c := textsOf(t, 1<<17, func(i int) string { return fmt.Sprintf("a text of some length %d", i%8000) })
	for left := range 100 {
		d, err := c.ByDictionary(&scarce{left})
		if d != nil {
			if left < 5 {
				t.Errorf("%d blocks were enough", left)
			}
			return
		}
		if !errors.Is(err, errScarce) {
			t.Fatalf("after %d blocks: %v", left, err)
		}
	}
	t.Error("a hundred blocks are not enough")
}
