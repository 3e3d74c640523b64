package parquet_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/wire/parquet"
)

// rising is a frame of n rows: i counts them, s repeats, t is a text that never does, h misses every third
// row, o misses half a million.
func rising(n int) *frame.Frame {
	i, h := make([]int64, n), make([]float64, n)
	s, t, o := make([]string, n), make([]string, n), make([]any, n)
	for k := range n {
		i[k], h[k] = int64(k), float64(k)
		if k%3 == 0 {
			h[k] = nan
		}
		s[k], t[k] = fmt.Sprint("s", k/20000), fmt.Sprintf("text %07d", k)
		if k > n/2 {
			o[k] = int64(k)
		}
	}
	return frame.Must(frame.New(nil, frame.Labels("i", "h", "s", "t", "o"), frame.Of(i), frame.Of(h), frame.Strs(s...), frame.Strs(t...), frame.NewObjects(o)))
}

func spansOf(t *testing.T, f *parquet.File, column string, op parquet.Op, v frame.Label) []parquet.Span {
	t.Helper()
	got, err := f.Spans(0, []parquet.Cond{{Column: f.Find(frame.L(column)), Op: op, Value: v}})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestPagesAreSkipped(t *testing.T) {
	const n = 150_000
	src := rising(n)
	whole := written(t, parquet.WriteOptions{}, src)
	var parts []parquet.Part
	for _, part := range []*frame.Frame{src.Slice(0, 10), src.Slice(0, n)} {
		b := written(t, parquet.WriteOptions{}, part)
		parts = append(parts, parquet.Part{R: bytes.NewReader(b), Size: int64(len(b)), Name: "part"})
	}
	var joined bytes.Buffer
	if _, err := parquet.Join(&joined, parts); err != nil {
		t.Fatal(err)
	}
	j := reopened(t, joined.Bytes())
	at, err := j.Spans(1, []parquet.Cond{{Column: 0, Op: parquet.Less, Value: frame.L(5)}})
	if err != nil || len(at) != 1 || at[0].Hi >= n/2 {
		t.Errorf("of joined files: %v, %v", at, err)
	}
	f := reopened(t, whole)
	for _, c := range []struct {
		column string
		op     parquet.Op
		v      frame.Label
		first  int // a row that must be there
		most   int64
	}{
		{"i", parquet.Equal, frame.L(100_000), 100_000, 1 << 15},
		{"i", parquet.Less, frame.L(40_000), 39_999, 2 << 15},
		{"i", parquet.Greater, frame.L(n), -1, 0},
		{"h", parquet.GreaterEqual, frame.L(140_000.5), 149_999, 1 << 15},
		{"s", parquet.Equal, frame.L("s3"), 70_000, 2 << 15},
		{"t", parquet.Equal, frame.L("text 0000007"), 7, 1 << 16},
		{"o", parquet.Equal, frame.L(80_000), 80_000, 1 << 15},
		{"i", parquet.NotEqual, frame.L(3), 3, n},
	} {
		spans := spansOf(t, f, c.column, c.op, c.v)
		rows := int64(0)
		has := c.first < 0
		for _, s := range spans {
			rows += s.Hi - s.Lo
			has = has || s.Lo <= int64(c.first) && int64(c.first) < s.Hi
		}
		if !has || rows > c.most {
			t.Errorf("%s %s %s: %v", c.column, c.op, c.v.Repr(), spans)
		}
	}
	both, err := f.Spans(0, []parquet.Cond{{Column: 0, Op: parquet.Less, Value: frame.L(10)}, {Column: 0, Op: parquet.Greater, Value: frame.L(140_000)}})
	if err != nil || len(both) != 0 {
		t.Errorf("rows of no page: %v, %v", both, err)
	}
	spans := []parquet.Span{{Lo: 5, Hi: 9}, {Lo: 32_760, Hi: 32_780}, {Lo: 100_000, Hi: 100_001}, {Lo: n - 1, Hi: n}}
	got, err := f.Read(mem.Heap, parquet.Request{Hi: 1, Columns: []int{4, 3, 2, 1, 0}, Rows: spans})
	if err != nil {
		t.Fatal(err)
	}
	var rows []int64
	for _, s := range spans {
		for r := s.Lo; r < s.Hi; r++ {
			rows = append(rows, r)
		}
	}
	all, err := f.Read(mem.Heap, parquet.Request{Hi: 1, Columns: []int{4, 3, 2, 1, 0}})
	if err != nil {
		t.Fatal(err)
	}
	want, err := all.Take(mem.Heap, rows)
	if err != nil {
		t.Fatal(err)
	}
	if d := got.WithIndex(frame.NewRange(0, 1, got.NRows)).Diff(want.WithIndex(frame.NewRange(0, 1, got.NRows))); d != "" {
		t.Error(d)
	}
}

// TestSkippedPagesAreNotRead reads rows of a file whose other pages are damaged.
func TestSkippedPagesAreNotRead(t *testing.T) {
	b := written(t, parquet.WriteOptions{Compression: "none"}, rising(150_000).Select(3))
	f := reopened(t, b)
	spans := spansOf(t, f, "t", parquet.GreaterEqual, frame.L("text 0149999"))
	for i := range len(b) / 2 {
		b[4+i] ^= 0x55
	}
	q := parquet.Request{Hi: 1, Columns: []int{0}, Rows: spans}
	got, err := reopened(t, b).Read(mem.Heap, q)
	if err != nil || got.Cols[0].Str(got.NRows-1) != "text 0149999" {
		t.Errorf("%v", err)
	}
	q.Rows = nil
	if _, err := f.Read(mem.Heap, q); !errs.Is(err, errs.Invalid) {
		t.Errorf("all rows: %v", err)
	}
}

func TestPagesOfArrowAreSkipped(t *testing.T) {
	f := open(t, "testdata/pages.parquet")
	spans := spansOf(t, f, "i", parquet.Less, frame.L(30))
	if len(spans) != 1 || spans[0].Lo != 0 || spans[0].Hi < 30 || spans[0].Hi > 100 {
		t.Errorf("%v", spans)
	}
	q := parquet.Request{Hi: 1, Columns: []int{0, 1, 2}, Rows: []parquet.Span{{Lo: 17, Hi: 18}, {Lo: 240, Hi: 251}}}
	got, err := f.Read(mem.Heap, q)
	if err != nil {
		t.Fatal(err)
	}
	for r := range got.NRows {
		k := []int{17, 240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250}[r]
		want := fmt.Sprintf("%d text%d [%d]", k, k%7, k)
		if s := fmt.Sprintf("%d %s %s", got.Cols[0].Cell(r), got.Cols[1].Str(r), show(got.Cols[2].Cell(r))); s != want {
			t.Errorf("row %d: %s, want %s", k, s, want)
		}
	}
}
