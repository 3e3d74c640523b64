package csv_test

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/dtype/timetext"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/wire/csv"
)

// agree reads text with the kernels of all levels and with the tokenizer: frames or errors must be the same.
func agree(t interface {
	Helper()
	Fatalf(string, ...any)
}, text []byte, o csv.Options,
) {
	t.Helper()
	r := bytes.NewReader(text)
	s, err := csv.Sniff(r, r.Size(), o)
	if err != nil {
		return
	}
	rng := csv.Range{Lo: s.Start, Hi: r.Size(), Rows: -1, Line: s.Line}
	want, werr := csv.ReadAt(asm.Portable, true, mem.Heap, r, rng, s, o)
	for _, l := range asm.Levels() {
		got, err := csv.ReadAt(l, false, mem.Heap, r, rng, s, o)
		if fmt.Sprint(err) != fmt.Sprint(werr) {
			t.Fatalf("%v: %q: %v, the tokenizer says %v", l, text, err, werr)
		}
		if err == nil {
			if d := want.Diff(got); d != "" {
				t.Fatalf("%v: %q: %s", l, text, d)
			}
		}
	}
}

// TestIndexAgrees checks what is found 64 bytes at a time against the tokenizer, on rows that are mostly well
// made.
func TestIndexAgrees(t *testing.T) {
	cells := []string{"", "1", "-23", "4.5", "word", `""`, `"a,b"`, `"two ""words"""`, "\"line\nline\"", "\"x\r\ny\"", "é", "longer than a view", `"quoted, and longer"`}
	odd := []string{`a"b`, `"open`, `"a"b`, "\r", "\n", "  ", `""""`, ",", `"`, "\x00", "\xff"}
	rapid.Check(t, func(t *rapid.T) {
		eol := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "end of lines")
		nf := rapid.IntRange(1, 4).Draw(t, "fields")
		var b strings.Builder
		for i := range nf {
			fmt.Fprintf(&b, "%s%c", strings.Repeat(",", min(i, 1)), 'a'+i)
		}
		b.WriteString(eol)
		wild := rapid.IntRange(0, 40).Draw(t, "odd")
		for range rapid.IntRange(1, 60).Draw(t, "rows") {
			for i := range nf {
				b.WriteString(strings.Repeat(",", min(i, 1)))
				if rapid.IntRange(0, 500).Draw(t, "") < wild {
					b.WriteString(rapid.SampledFrom(odd).Draw(t, "odd cell"))
				} else {
					b.WriteString(rapid.SampledFrom(cells).Draw(t, "cell"))
				}
			}
			b.WriteString(eol)
		}
		text := []byte(b.String())
		text = text[:len(text)-rapid.IntRange(0, 3).Draw(t, "cut")]
		o := csv.Options{File: "x.csv"}
		switch rapid.IntRange(0, 7).Draw(t, "options") {
		case 0:
			o.KeepBlankLines = true
		case 1:
			o.SkipBadLines = true
		case 2:
			o.NoQuote = true
		case 3:
			o.NoDoubleQuote = true
		case 4:
			n := rapid.IntRange(0, 20).Draw(t, "nrows")
			o.NRows = &n
		}
		agree(t, text, o)
	})
}

// FuzzIndex feeds any text to the index and to the tokenizer.
func FuzzIndex(f *testing.F) {
	for _, s := range []string{"a,b\n1,2\n", "a,b\r\n\"x\"\"\",2\r\n", "a\n\n \n1\n", "a,b\n1\n2,3,4\n", "a;b\n\"1;2\n\";3", "a\n1\r2\n"} {
		f.Add([]byte(s), byte(','))
		f.Add(bytes.Repeat([]byte(s), 20), byte(';'))
	}
	f.Fuzz(func(t *testing.T, text []byte, sep byte) {
		if sep < ' ' || sep >= 0x80 {
			sep = ','
		}
		agree(t, text, csv.Options{Sep: string(rune(sep))})
	})
}

// TestNumbers checks columns of numbers of every form against the readers of one number, at every place of a
// word.
func TestNumbers(t *testing.T) {
	digits := rapid.StringMatching(`[0-9]{0,20}`)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "rows")
		var b strings.Builder
		b.WriteString("x,y\n")
		var ints []string
		var floats []string
		for range n {
			sign := rapid.SampledFrom([]string{"", "", "-", "+"}).Draw(t, "sign")
			i := sign + rapid.StringMatching(`[0-9]{1,18}`).Draw(t, "int")
			x := sign + digits.Draw(t, "whole")
			switch rapid.IntRange(0, 4).Draw(t, "form") {
			case 0, 1:
				x += "." + digits.Draw(t, "part")
			case 2:
				x += "." + digits.Draw(t, "part") + "e" + strconv.Itoa(rapid.IntRange(-30, 30).Draw(t, "exponent"))
			}
			if !strings.ContainsAny(x, "0123456789") || strings.HasPrefix(strings.TrimLeft(x, "+-"), ".e") {
				x = "0.5"
			}
			ints, floats = append(ints, i), append(floats, x)
			b.WriteString(i + "," + x + "\n")
		}
		text := []byte(b.String())
		o := csv.Options{DTypes: map[string]dtype.DType{"x": dtype.Int64, "y": dtype.Float64}}
		f, err := readAll(text, o, 1<<40)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		for k := range n {
			v, _ := csv.ParseInt([]byte(ints[k]))
			w, ok := csv.ParseFloat([]byte(floats[k]))
			exact, err := strconv.ParseFloat(floats[k], 64)
			if !ok || err == nil && math.Float64bits(w) != math.Float64bits(exact) {
				t.Fatalf("%q is %v, want %v", floats[k], w, exact)
			}
			if got := frame.Values[int64](f.Cols[0])[k]; got != v {
				t.Fatalf("%q is %d, want %d", ints[k], got, v)
			}
			if got := frame.Values[float64](f.Cols[1])[k]; math.Float64bits(got) != math.Float64bits(w) {
				t.Fatalf("%q is %v, want %v", floats[k], got, w)
			}
		}
	})
}

// TestDictionaries checks the encodings of texts: as many distinct ones as every width of codes holds, then
// more than a dictionary pays for.
func TestDictionaries(t *testing.T) {
	for _, c := range []struct {
		rows, distinct int
		enc            frame.Enc
		width          frame.CodeWidth
	}{
		{1000, 100, frame.Dict, 1}, {1000, 129, frame.Dict, 2}, {1000, 128, frame.Dict, 1}, {1000, 251, frame.Plain, 0}, {70000, 16000, frame.Dict, 2}, {70000, 17000, frame.Plain, 0}, {300000, 40000, frame.Plain, 0},
	} {
		for _, long := range []string{"", "of more than a view holds "} {
			var b bytes.Buffer
			b.WriteString("k,s\n")
			text := func(i int) string { return fmt.Sprintf("%s%d", long, i*7919%c.distinct) }
			for i := range c.rows {
				if i%50 == 7 {
					fmt.Fprintf(&b, "%d,NA\n", i)
				} else {
					fmt.Fprintf(&b, "%d,t%s\n", i, text(i))
				}
			}
			f, err := readAll(b.Bytes(), csv.Options{}, 1<<40)
			if err != nil {
				t.Fatal(err)
			}
			s := f.Cols[1]
			if s.Enc != c.enc || s.Codes != c.width {
				t.Errorf("%d distinct texts of %d: %v with codes of %d bytes", c.distinct, c.rows, s.Enc, s.Codes)
			}
			for i := range c.rows {
				if s.IsNull(i) != (i%50 == 7) || i%50 != 7 && s.Str(i) != "t"+text(i) {
					t.Fatalf("%d distinct: row %d is %q", c.distinct, i, s.Str(i))
				}
			}
		}
	}
}

// TestDates checks columns of datetimes, some of which are none, against timetext.
func TestDates(t *testing.T) {
	for _, format := range []string{"%Y-%m-%d", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S"} {
		layout, err := timetext.New(format, false)
		if err != nil {
			t.Fatal(err)
		}
		rapid.Check(t, func(t *rapid.T) {
			n := rapid.IntRange(1, 40).Draw(t, "rows")
			var b strings.Builder
			b.WriteString("i,t\n")
			var want []int64
			for i := range n {
				num := func(hi int) int { return rapid.IntRange(0, hi).Draw(t, "") }
				text := fmt.Sprintf("%04d-%02d-%02d", num(2400), num(13), num(33))
				switch {
				case strings.Contains(format, "T%"):
					text += fmt.Sprintf("T%02d:%02d:%02d", num(25), num(61), num(61))
				case strings.Contains(format, " %"):
					text += fmt.Sprintf(" %02d:%02d:%02d", num(25), num(61), num(61))
				}
				if num(20) == 0 {
					text = strings.Replace(text, "-", "x", 1)
				}
				m, ok := layout.Parse([]byte(text))
				v, fits := m.Ticks(dtype.Micro)
				if !ok || !fits {
					text, v = "", dtype.NaT
				}
				want = append(want, v)
				fmt.Fprintf(&b, "%d,%s\n", i, text)
			}
			o := csv.Options{ParseDates: frame.Labels("t"), DateFormat: format}
			f, err := readAll([]byte(b.String()), o, 1<<40)
			if err != nil {
				t.Fatal(err)
			}
			c := f.Cols[1]
			for i, v := range want {
				if c.DType.Unit == dtype.Micro && frame.Values[int64](c)[i] != v || c.DType.Unit != dtype.Micro && v != dtype.NaT {
					t.Fatalf("%q: row %d of %s is %v, want %d", b.String(), i, c.DType, c.Cell(i), v)
				}
			}
		})
	}
}

// TestNoDates checks that what is no date is found wherever it stands: the column is text.
func TestNoDates(t *testing.T) {
	for _, bad := range []string{"2021-02-29", "0000-01-01", "2020-13-01", "2020-00-10", "2020-01-00", "2020-01-32", "2020x01-01", "2020-01x01", "2020-1-011", "202O-01-01", "2020-01-0;"} {
		text := "i,t\n1,2020-02-29\n2," + bad + "\n"
		f, err := readAll([]byte(text), csv.Options{ParseDates: frame.Labels("t")}, 1<<40)
		if err != nil || f.Cols[1].DType != dtype.Str {
			t.Errorf("%q: %v, %v", bad, f.Cols[1].DType, err)
		}
	}
}
