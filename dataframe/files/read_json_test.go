package files_test

import (
	"compress/gzip"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/mem"
)

// jsonLines is n lines, of which the later ones have names and kinds of values that the first lack.
func jsonLines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"i":%d,"f":%d.5,"s":"text %d","o":[%d,{"k":null}]`, i, i, i%7, i)
		if i > n/2 {
			fmt.Fprintf(&b, `,"late":%v`, i%2 == 0)
		}
		if i == n-3 {
			b.WriteString(`,"i":"x"`)
		}
		b.WriteString("}\n")
	}
	return b.String()
}

func writeText(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// jsonFrame is what pandas makes of jsonLines.
func jsonFrame(n int) *frame.Frame {
	is, fs, ss, os, late := make([]any, n), make([]float64, n), make([]string, n), make([]any, n), make([]float64, n)
	for i := range n {
		is[i], fs[i], ss[i] = int64(i), float64(i)+0.5, fmt.Sprint("text ", i%7)
		os[i] = []any{int64(i), frame.Record{{Name: "k"}}}
		if late[i] = math.NaN(); i > n/2 {
			late[i] = float64((i + 1) % 2)
		}
	}
	is[n-3] = "x"
	return frame.Must(frame.New(nil, frame.Labels("i", "f", "s", "o", "late"),
		frame.NewObjects(is), frame.Of(fs), frame.Strs(ss...), frame.NewObjects(os), frame.Of(late)))
}

func TestReadJSON(t *testing.T) {
	text, want := jsonLines(100), jsonFrame(100)
	path := writeText(t, "x.jsonl", text)
	marstest.Check(t, "looked through", dataframe.ReadJSON(path), want)
	marstest.Check(t, "three chunks", dataframe.ReadJSON(path, dataframe.JSON{ChunkBytes: 1800}), want)
	open := dataframe.ReadJSON(path, dataframe.JSON{ChunkBytes: 300})
	marstest.Check(t, "open", open, want)
	if m := open.Value().Meta(); !m.Open {
		t.Errorf("the columns of a large file are closed: %v", m.Cols)
	}
	marstest.Check(t, "projected", dataframe.ReadJSON(path).Select("s", "late"), want.Select(2, 4))
	marstest.Check(t, "open column", dataframe.ReadJSON(path, dataframe.JSON{ChunkBytes: 300}).Select("late"), want.Select(4))

	dir := t.TempDir()
	for name, part := range map[string]string{"1.jsonl": text[:strings.Index(text, `{"i":40`)], "2.jsonl": text[strings.Index(text, `{"i":40`):]} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(part), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	marstest.Check(t, "two files", dataframe.ReadJSON(dir+"/*.jsonl"), want)
	marstest.Check(t, "two open files", dataframe.ReadJSON(dir, dataframe.JSON{ChunkBytes: 300}), want)

	var packed strings.Builder
	z := gzip.NewWriter(&packed)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	marstest.Check(t, "gzip", dataframe.ReadJSON(writeText(t, "x.jsonl.gz", packed.String())), want)
	marstest.Check(t, "empty", dataframe.ReadJSON(writeText(t, "e.jsonl", "")), frame.Must(frame.New(frame.NewRange(0, 1, 0), nil)))
}

func TestReadJSONDates(t *testing.T) {
	path := writeText(t, "d.jsonl", `{"date":"2020-01-01","n_at":1600000000}`+"\n"+`{"date":null,"n_at":null}`+"\n")
	micros := dtype.Datetime(dtype.Micro)
	marstest.Check(t, "dates", dataframe.ReadJSON(path), frame.Must(frame.New(nil, frame.Labels("date", "n_at"),
		frame.OfType(micros, []int64{1577836800_000000, frame.NaT}),
		frame.OfType(micros, []int64{1600000000_000000, frame.NaT}))))
	got := ran(t, dataframe.ReadJSON(path, dataframe.JSON{NoDates: true}))
	if got.Cols[0].DType != dtype.Str || got.Cols[1].DType != dtype.Float64 {
		t.Errorf("without dates: %s and %s", got.Cols[0].DType, got.Cols[1].DType)
	}
}

// TestReadJSONOptions has the first lines of two files, empty ones among them, and dtypes of values as they
// stand.
func TestReadJSONOptions(t *testing.T) {
	text := `{"z":"007","i":1,"t":"2020-01-01","date":"2020-01-01"}` + "\n\n" + `{"z":"1e3","i":null,"t":null,"date":null}` + "\n"
	path, second := writeText(t, "a.jsonl", text), writeText(t, "b.jsonl", `{"z":"x","i":3}`+"\n"+`{"z":7}`)
	day := int64(1577836800_000000)
	z, is := frame.Strs("007", "1e3", "x"), frame.Of([]float32{1, float32(math.NaN()), 3})
	times := frame.OfType(dtype.Datetime(dtype.Micro), []int64{day, frame.NaT, frame.NaT})
	b := frame.NewStrBuilder(mem.Heap, dtype.Str)
	b.Append("2020-01-01")
	b.AppendNull()
	b.AppendNull()
	d, err := b.Column()
	if err != nil {
		t.Fatal(err)
	}
	for _, chunk := range []int{0, 40} {
		marstest.Check(t, "options", dataframe.ReadJSON(path, dataframe.JSON{
			Files: []string{second}, NRows: new(4), Dates: []string{"t"}, OnlyDates: true,
			DTypes: dataframe.DTypes{"z": dtype.Str, "i": dtype.Float32}, ChunkBytes: chunk,
		}), frame.Must(frame.New(nil, frame.Labels("z", "i", "t", "date"), z, is, times, d)))
	}
}

func TestReadJSONFails(t *testing.T) {
	bad := writeText(t, "bad.jsonl", jsonLines(50)+`{"i":`)
	for name, d := range map[string]*dataframe.DataFrame{
		"damaged": dataframe.ReadJSON(bad), "damaged and open": dataframe.ReadJSON(bad, dataframe.JSON{ChunkBytes: 300}),
	} {
		_, err := (&marstest.Loop{}).Run(d.Value())
		if !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), bad+":51: column 6: expected a value") {
			t.Errorf("%s: %v", name, err)
		}
	}
	marstest.Check(t, "missing", dataframe.ReadJSON(bad+"x"), errs.NotFound)
	marstest.Check(t, "negative", dataframe.ReadJSON(bad, dataframe.JSON{ChunkBytes: -1}), errs.Invalid)
}

func TestToJSON(t *testing.T) {
	f := jsonFrame(30)
	d := dataframe.FromFrame(f)
	dir := t.TempDir()
	for _, name := range []string{"one.jsonl", "one.jsonl.gz", "part-*.jsonl"} {
		ran(t, d.ToJSON(filepath.Join(dir, name)))
		marstest.Check(t, name, dataframe.ReadJSON(filepath.Join(dir, name)), f)
	}
	ran(t, d.Head(1).Select("i", "f").ToJSON(filepath.Join(dir, "head"), dataframe.ToJSON{Digits: new(0)}))
	if b, err := os.ReadFile(filepath.Join(dir, "head")); err != nil || string(b) != `{"i":0,"f":1}`+"\n" {
		t.Errorf("%s %v", b, err)
	}
	for name, o := range map[string]dataframe.ToJSON{
		"unit": {Unit: "h"}, "digits": {Digits: new(16)}, "method": {Compression: "rar"},
	} {
		marstest.Check(t, name, d.ToJSON(filepath.Join(dir, "x"), o), errs.Invalid)
	}
	c := dataframe.FromFrame(frame.Must(frame.New(nil, frame.Labels("c"), frame.Of([]complex128{1}))))
	marstest.Check(t, "complex", c.ToJSON(filepath.Join(dir, "x")), errs.Type)
}
