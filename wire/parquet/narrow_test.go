package parquet_test

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/wire/parquet"
)

// wholeNumbers is a frame of columns that fit 1, 2, 4 and 8 bytes, one of which misses rows; and one of few
// values.
func wholeNumbers(t testing.TB, n int) *frame.Frame {
	t.Helper()
	cols := make([][]int64, 5)
	for c := range cols {
		cols[c] = make([]int64, n)
		for i := range n {
			cols[c][i] = []int64{int64(i%256 - 128), int64(i%65536 - 32768), int64(i) * 70000 % (1 << 31), int64(i) << 33, int64(i%3) * 100}[c]
		}
	}
	missing, err := frame.Of(cols[1]).Take(mem.Heap, gaps(n))
	if err != nil {
		t.Fatal(err)
	}
	missing = frame.NewPlain(dtype.Int64.Nullable(), missing.Data, 0, n, missing.Valid)
	f, err := frame.New(nil, []frame.Label{frame.L("a"), frame.L("b"), frame.L("c"), frame.L("d"), frame.L("few"), frame.L("gaps")},
		frame.Of(cols[0]), frame.Of(cols[1]), frame.Of(cols[2]), frame.Of(cols[3]), frame.Of(cols[4]), missing)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// gaps is the rows 0 to n, every seventh of which is missing.
func gaps(n int) []int64 {
	rows := make([]int64, n)
	for i := range rows {
		if rows[i] = int64(i); i%7 == 3 {
			rows[i] = -1
		}
	}
	return rows
}

func readNarrow(t testing.TB, raw []byte) *frame.Frame {
	t.Helper()
	f := reopened(t, raw)
	cols, err := f.Data()
	if err != nil {
		t.Fatal(err)
	}
	got, err := f.Read(mem.Heap, parquet.Request{Hi: len(f.Groups), Columns: cols, Narrow: true})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestNarrowIntegers(t *testing.T) {
	for _, codec := range []string{"none", "snappy"} {
		want := wholeNumbers(t, 70000)
		got := readNarrow(t, written(t, parquet.WriteOptions{Compression: codec}, want.Slice(0, 30000), want.Slice(30000, 70000)))
		for i, w := range []frame.CodeWidth{1, 2, 4, 0, 2, 2} {
			if c := got.Cols[i]; c.Codes != w || (w > 0) != (c.Enc == frame.Narrow) {
				t.Errorf("%s: column %d is %s of width %d, want %d", codec, i, c.Enc, c.Codes, w)
			}
		}
		if d := got.Diff(want); d != "" {
			t.Errorf("%s: %s", codec, d)
		}
	}
}

// TestBoundsThatLie reads a file whose footer says that a column is below what it holds.
func TestBoundsThatLie(t *testing.T) {
	want, err := frame.New(nil, []frame.Label{frame.L("a")}, frame.Of([]int64{1, 77777, 5, 2}))
	if err != nil {
		t.Fatal(err)
	}
	raw := written(t, parquet.WriteOptions{Compression: "none"}, want)
	footer := raw[len(raw)-8-int(binary.LittleEndian.Uint32(raw[len(raw)-8:])):]
	most := binary.LittleEndian.AppendUint64(nil, 77777)
	if !bytes.Contains(footer, most) {
		t.Fatal("the footer does not tell the greatest value")
	}
	copy(footer, bytes.ReplaceAll(footer, most, binary.LittleEndian.AppendUint64(nil, 7)))
	got := readNarrow(t, raw)
	if d := got.Diff(want); d != "" || got.Cols[0].Enc != frame.Plain {
		t.Errorf("%s (%s)", d, got.Cols[0].Enc)
	}
}
