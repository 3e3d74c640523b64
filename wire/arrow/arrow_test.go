package arrow_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/wire/arrow"
)

func golden(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func read(t *testing.T, name string) *frame.Frame {
	t.Helper()
	f, err := arrow.ReadAll(bytes.NewReader(golden(t, name)), mem.Heap, 0)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// A want is a column: its dtype and cells.
type want struct {
	dtype string
	cells []any
}

func check(t *testing.T, f *frame.Frame, names []frame.Label, wants ...want) {
	t.Helper()
	if d := cmp.Diff(names, f.Names, cmp.Comparer(func(a, b frame.Label) bool { return a == b })); d != "" {
		t.Fatalf("names: %s", d)
	}
	for i, w := range wants {
		c := f.Cols[i]
		if c.DType.String() != w.dtype {
			t.Errorf("column %s is %s, not %s", f.Names[i], c.DType, w.dtype)
		}
		if d := cmp.Diff(w.cells, c.Cells(), nanEqual); d != "" {
			t.Errorf("column %s: %s", f.Names[i], d)
		}
	}
}

var nanEqual = cmp.FilterValues(func(a, b float64) bool { return a != a && b != b }, cmp.Comparer(func(a, b float64) bool { return true }))

var nan = math.NaN()

const day = 86400 * 1000000

func stamp(ticks int64, zone string) frame.Timestamp {
	return frame.Timestamp{Ticks: ticks, Unit: dtype.Micro, TZ: zone}
}

var kinds = []want{
	{"int32", []any{int64(1), int64(-2), int64(3)}},
	{"uint8", []any{uint64(1), uint64(2), uint64(255)}},
	{"float64", []any{1.5, nan, -0.25}},
	{"float16", []any{0.5, 1.0, 2.0}},
	{"str", []any{"a", nil, "a text beyond twelve bytes"}},
	{"bool", []any{true, false, true}},
	{"category", []any{"x", nil, "y"}},
	{"datetime64[us]", []any{stamp(18262*day, ""), nil, stamp(18992*day, "")}},
	{"datetime64[us, Europe/Berlin]", []any{stamp(18262*day+11*day/24, "Europe/Berlin"), nil, stamp(18444*day-2*day/24, "Europe/Berlin")}},
	{"timedelta64[us]", []any{frame.Timedelta{Ticks: day, Unit: dtype.Micro}, nil, frame.Timedelta{Ticks: -1000000, Unit: dtype.Micro}}},
	{"Int64", []any{int64(1), nil, int64(3)}},
	{"boolean", []any{true, nil, false}},
	{"string", []any{"a", nil, "b"}},
	{"Float32", []any{1.5, nil, 2.5}},
	{"object", []any{"a", nil, "b"}},
	{"object", []any{[]byte("a"), nil, []byte("bc")}},
	{"object", []any{[]any{int64(1), int64(2)}, nil, []any{}}},
}

func TestReadsEveryKindOfPyarrow(t *testing.T) {
	names := frame.Labels("i", "u", "f", "h", "s", "b", "c", "d", "z", "t", "I", "B", "n", "F", "o", "y", "l")
	f := read(t, "kinds.arrow")
	check(t, f, names, kinds...)
	if !f.Col(frame.L("c")).DType.Ordered {
		t.Error("the category lost its order")
	}
	if f.Index.Kind != frame.RangeIndex || f.Index.N != 3 {
		t.Errorf("index %v", f.Index)
	}
	g, err := arrow.ReadFile(bytes.NewReader(golden(t, "kinds.feather")), mem.Heap, 0)
	if err != nil {
		t.Fatal(err)
	}
	if d := g.Diff(f); d != "" {
		t.Errorf("the file differs from the stream: %s", d)
	}
	g, err = arrow.ReadFile(bytes.NewReader(golden(t, "zstd.feather")), mem.Heap, 0)
	if err != nil {
		t.Fatal(err)
	}
	check(t, g, frame.Labels("i", "s"), kinds[0], kinds[4])
}

func TestReadsArrowWithoutPandas(t *testing.T) {
	f := read(t, "plain.arrow")
	text := []any{"a", nil, "a text beyond twelve bytes"}
	days := func(n int64) frame.Timestamp { return frame.Timestamp{Ticks: n * 86400, Unit: dtype.Second} }
	check(t, f, frame.Labels("i", "b", "sv", "s", "date", "null", "dict", "fsl"),
		want{"float64", []any{1.0, nan, 3.0}},
		want{"object", []any{true, nil, false}},
		want{"str", text},
		want{"str", text},
		want{"datetime64[s]", []any{days(0), nil, days(18262)}},
		want{"object", []any{nil, nil, nil}},
		want{"category", []any{"x", nil, "x"}},
		want{"object", []any{[]any{int64(1), int64(2)}, nil, []any{int64(3), int64(4)}}},
	)
	f = read(t, "sliced.arrow")
	var ints, bools, texts []any
	for k := 3; k < 12; k++ {
		ints, bools = append(ints, int64(k)), append(bools, k%3 == 0)
		if k%4 == 0 {
			texts = append(texts, nil)
		} else {
			texts = append(texts, "text number "+string(rune('0' + k/10))[boolInt(k < 10):]+string(rune('0'+k%10)))
		}
	}
	check(t, f, frame.Labels("i", "b", "s"), want{"int64", ints}, want{"bool", bools}, want{"str", texts})
	f = read(t, "dictionaries.arrow")
	check(t, f, frame.Labels("c"), want{"category", []any{"a", "b", "b", "c", "b"}})
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestReadsTheIndex(t *testing.T) {
	for name, text := range map[string]string{
		"str_index.arrow":     "   a\nk   \np  1\nq  2",
		"range_index.arrow":   "   a\nr   \n5  1\n7  2",
		"multi_index.arrow":   "     a\nx     \na 1  1\nb 2  2",
		"date_index.arrow":    "              a\n2020-01-01  1.5\n2020-01-02  2.0",
		"int_columns.arrow":   "   0    1\n0  1  2.5",
		"tuple_columns.arrow": "u  a    b\n   1    2\n0  1  2.5",
		"axis_name.arrow":     "cn  a    b\n0   1  2.5",
		"batches.arrow":       "   a\n0  1\n1  2\n2  3",
		"empty.arrow":         "Empty DataFrame\nColumns: [a, s]\nIndex: []",
	} {
		if got := read(t, name).String(); got != text {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, text)
		}
	}
	if x := read(t, "range_index.arrow").Index; x.Kind != frame.RangeIndex || x.Start != 5 || x.Step != 2 {
		t.Errorf("range %v", x)
	}
	if x := read(t, "batches.arrow").Index; x.Kind != frame.RangeIndex || x.N != 3 {
		t.Errorf("range over batches: %v", x)
	}
}

func TestReaderSharesTheMessage(t *testing.T) {
	var b bytes.Buffer
	vs := make([]float64, 1000)
	f := frame.Must(frame.New(nil, frame.Labels("x", "y"), frame.Of(vs), frame.Of(vs)))
	if err := arrow.WriteAll(&b, mem.Heap, arrow.Options{}, f); err != nil {
		t.Fatal(err)
	}
	g, err := arrow.ReadAll(&b, mem.Heap, 0)
	if err != nil {
		t.Fatal(err)
	}
	if g.Cols[0].Data != g.Cols[1].Data {
		t.Error("two columns of one message lie in two blocks")
	}
	h, err := g.Compact(mem.Heap)
	if err != nil {
		t.Fatal(err)
	}
	if h != g {
		t.Error("columns that fill their shared block were copied")
	}
}

func TestDamageIsAnError(t *testing.T) {
	for _, name := range []string{"kinds.arrow", "plain.arrow", "sliced.arrow", "dictionaries.arrow"} {
		whole := golden(t, name)
		for i := 0; i < len(whole); i += 3 {
			b := bytes.Clone(whole)
			b[i] ^= 0xff
			f, err := arrow.ReadAll(bytes.NewReader(b), mem.Heap, 1<<20)
			if err == nil {
				touch(f)
			} else if k := errs.KindOf(err); k != errs.Invalid && k != errs.Type {
				t.Errorf("%s with byte %d flipped: kind %s: %v", name, i, k, err)
			}
		}
		for i := 0; i < len(whole); i += 7 {
			f, err := arrow.ReadAll(bytes.NewReader(whole[:i]), mem.Heap, 1<<20)
			if err == nil {
				touch(f)
			}
		}
	}
}

// touch reads every cell, so that a column that points outside its blocks panics.
func touch(f *frame.Frame) {
	for _, c := range f.Cols {
		c.Cells()
	}
	for i := range f.NRows {
		f.Index.Label(i)
	}
	_ = f.String()
}

func FuzzRead(f *testing.F) {
	names, err := filepath.Glob("testdata/*.arrow")
	if err != nil || len(names) == 0 {
		f.Fatal(names, err)
	}
	for _, n := range names {
		b, err := os.ReadFile(n)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		g, err := arrow.ReadAll(bytes.NewReader(b), mem.Heap, 1<<20)
		if err == nil {
			touch(g)
		}
	})
}

func TestDatesStayDates(t *testing.T) {
	date := func(n int64) any { return frame.Timestamp{Ticks: n, Unit: dtype.Day} }
	for _, cells := range [][]any{
		{date(18262), nil, date(-719162)},
		{date(18262), "x", nil},
		{date(1), stamp(day, "")},
		{[]any{date(1), nil}, []any{}},
	} {
		f := frame.Must(frame.New(nil, frame.Labels("d"), frame.NewObjects(cells)))
		var b bytes.Buffer
		if err := arrow.WriteAll(&b, mem.Heap, arrow.Options{}, f); err != nil {
			t.Fatal(err)
		}
		g, err := arrow.ReadAll(&b, mem.Heap, 0)
		if err != nil {
			t.Fatal(err)
		}
		if d := g.Diff(f); d != "" {
			t.Errorf("%v: %s", cells, d)
		}
	}
}
