package parquet_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/wire/parquet"
)

// TestPagesAreFoundByTheirHeaders compares where headers say that pages lie with what the page index says.
func TestPagesAreFoundByTheirHeaders(t *testing.T) {
	for _, codec := range []string{"none", "snappy"} {
		f := reopened(t, written(t, parquet.WriteOptions{Compression: codec}, rising(150_000)))
		for k := range f.Columns {
			index, err := f.Locations(0, k)
			if err != nil {
				t.Fatal(err)
			}
			walked, err := f.Walk(0, k)
			if err != nil {
				t.Fatal(err)
			}
			if len(index) < 4 || !slices.Equal(index, walked) {
				t.Errorf("%s, column %d: pages at %v, by their headers at %v", codec, k, index, walked)
			}
		}
	}
}

// TestRowsOfAFileWithoutPageIndex reads a few rows of files that do not say where their pages lie.
func TestRowsOfAFileWithoutPageIndex(t *testing.T) {
	b := written(t, parquet.WriteOptions{Compression: "none"}, rising(150_000))
	f := reopened(t, b)
	f.ForgetIndex()
	q := parquet.Request{Hi: 1, Columns: []int{0, 1, 2, 3, 4}, Rows: []parquet.Span{{Lo: 70_000, Hi: 100_001}}, First: 70_000, Narrow: true}
	got, err := f.Read(mem.Heap, q)
	if err != nil {
		t.Fatal(err)
	}
	if got.Cols[0].Enc != frame.Narrow {
		t.Errorf("integers within bounds are %v", got.Cols[0].Enc)
	}
	whole, err := f.Read(mem.Heap, parquet.Request{Hi: 1, Columns: q.Columns})
	if err != nil {
		t.Fatal(err)
	}
	if d := got.Diff(whole.Slice(70_000, 100_001)); d != "" {
		t.Error(d)
	}
	pages, err := f.Walk(0, 3)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 1000 { // the texts of a page that holds none of the rows
		b[int(pages[0].Offset)+1000+i] ^= 0x55
	}
	if again, err := f.Read(mem.Heap, q); err != nil || again.Diff(got) != "" {
		t.Errorf("a damaged page before: %v", err)
	}
	copy(b[pages[1].Offset:], bytes.Repeat([]byte{0xff}, 64))
	if _, err := f.Read(mem.Heap, q); !errs.Is(err, errs.Invalid) {
		t.Errorf("a damaged header before: %v", err)
	}
}

func TestWidthOfColumns(t *testing.T) {
	f := reopened(t, written(t, parquet.WriteOptions{}, rising(150_000)))
	for k, want := range []int{4, 8, 4, 16, 8} { // up to 149999; floats; codes; texts of 12 bytes; integers that miss rows
		if got := f.Width(k); got != want {
			t.Errorf("column %d: %d bytes a row, want %d", k, got, want)
		}
	}
	n := open(t, "testdata/nested.parquet")
	if got := n.Width(1); got != 0 {
		t.Errorf("a nested column: %d bytes a row", got)
	}
}
