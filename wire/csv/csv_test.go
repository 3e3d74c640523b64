package csv_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/wire/csv"
)

// anyFrame draws a frame of the dtypes that read back from text as themselves.
func anyFrame(t *rapid.T) *frame.Frame {
	rows := rapid.IntRange(1, 40).Draw(t, "rows")
	var cols []*frame.Column
	var names []frame.Label
	for i := range rapid.IntRange(1, 5).Draw(t, "cols") {
		names = append(names, frame.L(fmt.Sprintf("c%d", i)))
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			cols = append(cols, frame.Of(rapid.SliceOfN(rapid.Int64(), rows, rows).Draw(t, "ints")))
		case 1:
			vs := rapid.SliceOfN(rapid.Float64(), rows, rows).Draw(t, "floats")
			vs[0] = 0.5 // at least one is no integer to the eye
			cols = append(cols, frame.Of(vs))
		case 2:
			cols = append(cols, frame.Of(rapid.SliceOfN(rapid.Bool(), rows, rows).Draw(t, "bools")))
		default:
			text := rapid.StringOf(rapid.SampledFrom([]rune("ab ,\"\n\r;é'1")))
			vs := rapid.SliceOfN(text, rows, rows).Draw(t, "texts")
			vs[0] = "x" + vs[0]
			b := frame.NewStrBuilder(mem.Heap, dtype.Str)
			for _, v := range vs {
				if strings.TrimSpace(v) == "" && len(cols) == 0 && v != "" {
					v += "x" // a blank line is no row
				}
				if v == "" {
					b.AppendNull() // an empty text reads back as missing
				} else {
					b.Append(v)
				}
			}
			c, err := b.Column()
			if err != nil {
				t.Fatal(err)
			}
			cols = append(cols, c)
		}
	}
	return frame.Must(frame.New(nil, names, cols...))
}

// TestRoundTrip writes frames and reads them back, in ranges of any size.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := anyFrame(t)
		text, err := csv.AppendHeader(nil, f, csv.WriteOptions{NoIndex: true})
		if err == nil {
			text, err = csv.Append(text, f, csv.WriteOptions{NoIndex: true})
		}
		if err != nil {
			t.Fatal(err)
		}
		g, err := readAll(text, csv.Options{}, rapid.Int64Range(1, 200).Draw(t, "chunk"))
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if d := f.Diff(g); d != "" {
			t.Fatalf("%q: %s", text, d)
		}
	})
}

// counting counts the bytes read.
type counting struct {
	r io.ReaderAt
	n int64
}

func (c *counting) ReadAt(p []byte, off int64) (int, error) {
	n, err := c.r.ReadAt(p, off)
	c.n += int64(n)
	return n, err
}

// TestVerbatim reads what would be a number, a date or missing as the text that stands there.
func TestVerbatim(t *testing.T) {
	text := []byte("a,b\n1,01\nNA,2.0\n,NA\n")
	o := csv.Options{File: "x.csv", Verbatim: []string{"b"}, ParseDates: []frame.Label{frame.L("b")}}
	s, err := csv.Sniff(bytes.NewReader(text), int64(len(text)), o)
	if err != nil {
		t.Fatal(err)
	}
	f, err := csv.Read(mem.Heap, bytes.NewReader(text), csv.Range{Lo: s.Start, Hi: int64(len(text)), Rows: -1, Line: s.Line}, s, o)
	if err != nil {
		t.Fatal(err)
	}
	a, b := f.Cols[0], f.Cols[1]
	if a.DType != dtype.Float64 || a.NullCount() != 2 || b.DType != dtype.Str || b.NullCount() != 0 {
		t.Fatalf("%s with %d missing, %s with %d", a.DType, a.NullCount(), b.DType, b.NullCount())
	}
	for i, want := range []string{"01", "2.0", "NA"} {
		if got := b.Str(i); got != want {
			t.Errorf("row %d: %q, not %q", i, got, want)
		}
	}
}

func TestMisfit(t *testing.T) {
	text := []byte("a,b\n1,x\n2,y\n3.5,z\n")
	o := csv.Options{File: "x.csv"}
	s, err := csv.Sniff(bytes.NewReader(text), int64(len(text)), o)
	if err != nil {
		t.Fatal(err)
	}
	s.Fields[0].DType, s.Fields[0].Seen = dtype.Int64, 2 // as if the samples had held integers alone
	_, err = csv.Read(mem.Heap, bytes.NewReader(text), csv.Range{Lo: s.Start, Hi: int64(len(text)), Rows: -1, Line: s.Line}, s, o)
	m, ok := errors.AsType[*csv.Misfit](err)
	if !ok || errs.KindOf(err) != errs.Type || m.Schema.Fields[0].DType != dtype.Float64 {
		t.Fatalf("%v", err)
	}
	if want := `x.csv:4: column 'a': "3.5" needs dtype float64`; !strings.Contains(err.Error(), want) {
		t.Errorf("%q, want %q", err, want)
	}
}

func TestProject(t *testing.T) {
	text := []byte("a,b,c\n1,x,2.5\n2,\"\xff\",3\n")
	o := csv.Options{}
	s, err := csv.Sniff(bytes.NewReader([]byte("a,b,c\n1,x,2.5\n")), 14, o)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Project(frame.L("c"), frame.L("a"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := csv.Read(mem.Heap, bytes.NewReader(text), csv.Range{Lo: s.Start, Hi: int64(len(text)), Rows: -1, Row: 10}, p, o)
	if err != nil {
		t.Fatal(err) // b is never looked at
	}
	want := frame.Must(frame.New(nil, frame.Labels("c", "a"), frame.Of([]float64{2.5, 3}), frame.Of([]int64{1, 2})))
	if d := want.WithIndex(f.Index).Diff(f); d != "" || f.Index.Start != 10 {
		t.Errorf("%s, index from %d", d, f.Index.Start)
	}
	if _, err := s.Project(frame.L("q")); errs.KindOf(err) != errs.NotFound {
		t.Errorf("unknown column: %v", err)
	}
}

// TestBudget checks that reading gives back what it borrowed, and that a budget that is too small is an
// error.
func TestBudget(t *testing.T) {
	var b bytes.Buffer
	b.WriteString("a,b,c\n")
	for i := range 50000 {
		fmt.Fprintf(&b, "%d,%g,text number %d\n", i, float64(i)/7, i)
	}
	text := b.Bytes()
	r := bytes.NewReader(text)
	s, err := csv.Sniff(r, int64(len(text)), csv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rng := csv.Range{Lo: s.Start, Hi: int64(len(text)), Rows: -1}
	pool := mem.NewPool(0)
	scope := mem.NewScope(pool)
	f, err := csv.Read(scope, r, rng, s, csv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var tally mem.Tally
	f.Blocks(func(b *mem.Block) { tally.Add(b) })
	if used := pool.Stats().Used; used != tally.Bytes() {
		t.Errorf("%d bytes used for a frame of %d", used, tally.Bytes())
	}
	if used, want := tally.Bytes(), int64(50000*(8+8+16)+50000*17); used > want*3/2 {
		t.Errorf("a frame of %d bytes takes %d", want, used)
	}
	scope.Close()
	if used := pool.Stats().Used; used != 0 {
		t.Errorf("%d bytes left", used)
	}
	if err := pool.Close(); err != nil {
		t.Error(err)
	}
	small := mem.NewPool(1 << 20)
	scope = mem.NewScope(small)
	if _, err := csv.Read(scope, r, rng, s, csv.Options{}); errs.KindOf(err) != errs.Pressure && errs.KindOf(err) != errs.OutOfMemory {
		t.Errorf("a budget of 1 MiB: %v", err)
	}
	scope.Close()
	if err := small.Close(); err != nil {
		t.Error(err)
	}
}

func TestChangedFile(t *testing.T) {
	text := []byte("a\n1\n2\n")
	s, err := csv.Sniff(bytes.NewReader(text), int64(len(text)), csv.Options{File: "x.csv"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = csv.Read(mem.Heap, bytes.NewReader(text[:4]), csv.Range{Lo: s.Start, Hi: int64(len(text)), Rows: -1}, s, csv.Options{File: "x.csv"})
	if errs.KindOf(err) != errs.Lost || !strings.Contains(err.Error(), "x.csv: the text ends at byte 4, not at 6") {
		t.Errorf("%v", err)
	}
}

func TestBadOptions(t *testing.T) {
	for want, o := range map[string]csv.Options{
		"the quote '\"' is also the separator":            {Sep: `"`},
		`encoding "koi8-r" is not read; choose utf-8`:     {Encoding: "koi8-r"},
		"'.' is the decimal point, so it cannot separate": {Thousands: '.'},
		"separator \"[;\": error parsing regexp":          {Sep: "[;"},
		"the comment character ',' is also the separator": {Comment: ','},
		"row labels of dtype category are not read":       {DType: dtype.Categorical, IndexCol: []frame.Label{frame.L("a")}},
		"dtype complex128 is not read from text":          {DType: dtype.Complex128},
	} {
		_, err := csv.Sniff(strings.NewReader("a\n1\n"), 4, o)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", o, err, want)
		}
	}
	if _, err := csv.Sniff(strings.NewReader("\xff\xfea\x00"), 4, csv.Options{}); err == nil || !strings.Contains(err.Error(), "UTF-16") {
		t.Errorf("UTF-16: %v", err)
	}
}

func TestAirports(t *testing.T) {
	text, err := os.ReadFile("../../examples/data/airports.csv")
	if err != nil {
		t.Fatal(err)
	}
	f, err := readAll(text, csv.Options{}, 50000)
	if err != nil {
		t.Fatal(err)
	}
	if f.NRows != 3376 || f.Cols[5].DType != dtype.Float64 || f.Cols[0].DType != dtype.Str {
		t.Errorf("%d rows, %v", f.NRows, f.DTypes())
	}
	sum := 0.0
	for _, v := range frame.Values[float64](must(f.Cols[5].Decode(mem.Heap))) {
		sum += v
	}
	if math.Abs(sum-135163.30375977) > 1e-4 { // pandas.read_csv("airports.csv").latitude.sum()
		t.Errorf("latitudes sum to %f", sum)
	}
	out, err := csv.AppendHeader(nil, f, csv.WriteOptions{NoIndex: true})
	if err == nil {
		out, err = csv.Append(out, f, csv.WriteOptions{NoIndex: true})
	}
	g, err2 := readAll(out, csv.Options{}, 1<<30)
	if err != nil || err2 != nil || f.Diff(g) != "" {
		t.Errorf("written and read again: %v %v %s", err, err2, f.Diff(g))
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// FuzzRead reads any text with some options: no panic, no hang, no more memory than the text justifies, and
// cuts change nothing.
func FuzzRead(f *testing.F) {
	f.Add([]byte("a,b\n1,2\n\"x\ny\",3\n"), uint16(0))
	f.Add([]byte("a;b\r\n1.5;\"\"\"\"\r\n# c\r\n"), uint16(0xffff))
	f.Add([]byte("a  b\n1 2020-01-01\n"), uint16(0x100))
	f.Fuzz(func(t *testing.T, text []byte, bits uint16) {
		if len(text) > 1<<11 {
			return
		}
		on := func(i int) bool { return bits>>i&1 != 0 }
		o := csv.Options{SkipInitialSpace: on(0), KeepBlankLines: on(1), SkipBadLines: on(2), NoQuote: on(3), NoDoubleQuote: on(4), NoNAFilter: on(5)}
		if on(6) {
			o.Comment = '#'
		}
		if on(7) {
			o.Escape = '\\'
		}
		if on(8) {
			o.Sep = `\s+`
		} else if on(9) {
			o.Sep = "é"
		}
		if on(10) {
			o.ParseDates = []frame.Label{frame.L(0)}
		}
		if on(11) {
			o.Header = csv.NoHeader
		}
		if on(12) {
			o.Thousands, o.Decimal = '.', ','
			o.Sep = ";"
		}
		pool := mem.NewPool(1 << 30)
		defer pool.Close()
		whole, err := readAll(text, o, 1<<40)
		if err != nil {
			if errs.KindOf(err) != errs.Invalid {
				t.Fatalf("%v", err)
			}
			return
		}
		parts, err := readAll(text, o, int64(len(text)/3+1))
		if err != nil {
			t.Fatalf("whole but not in parts: %v", err)
		}
		if d := whole.Diff(parts); d != "" {
			t.Fatal(d)
		}
		r, size := bytes.NewReader(text), int64(len(text))
		s, err := csv.Sniff(r, size, o)
		if err != nil {
			t.Fatal(err)
		}
		rngs, err := csv.Split(r, size, s, o, int64(len(text)/3+1))
		if err != nil {
			t.Fatal(err)
		}
		at := s.Start
		for _, rng := range rngs {
			if rng.Lo != at || rng.Hi < rng.Lo {
				t.Fatalf("ranges %+v", rngs)
			}
			at = rng.Hi
			scope := mem.NewScope(pool)
			if _, err := csv.Read(scope, r, rng, s, o); err != nil && errs.KindOf(err) != errs.Invalid && errs.KindOf(err) != errs.Type {
				t.Fatal(err)
			}
			scope.Close()
		}
		if at != size {
			t.Fatalf("ranges end at %d of %d", at, size)
		}
	})
}

// TestHeaderThatIsNoText names the line of what could not be sent on as a name.
func TestHeaderThatIsNoText(t *testing.T) {
	for text, want := range map[string]string{"a\xff,b\n1,2\n": `x.csv:1: "a\xff" is not UTF-8`, "\n\na,\"b\xff\"": `x.csv:3: "b\xff" is not UTF-8`} {
		if _, err := csv.Sniff(strings.NewReader(text), int64(len(text)), csv.Options{File: "x.csv"}); err == nil || err.Error() != want || errs.KindOf(err) != errs.Invalid {
			t.Errorf("%q: %v, not %s", text, err, want)
		}
	}
}
