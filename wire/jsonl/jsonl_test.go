package jsonl_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/wire/jsonl"
)

var nan = math.NaN()

// read reads a text in ranges of so many bytes.
func read(al mem.Allocator, text string, chunk int64) (*frame.Frame, error) {
	r := strings.NewReader(text)
	ranges, err := jsonl.Split(r, r.Size(), chunk)
	if err != nil {
		return nil, err
	}
	schema, total := &jsonl.Schema{}, int64(0)
	for i := range ranges {
		s, rows, _, err := jsonl.Survey(al, r, ranges[i], "x.jsonl", &jsonl.Conversions{})
		if err != nil {
			return nil, err
		}
		schema, total = schema.Merge(s), total+rows
	}
	schema.Settle(total)
	q := jsonl.Request{File: "x.jsonl", Schema: schema}
	for k := range schema.Fields {
		q.Columns = append(q.Columns, k)
	}
	var parts []*frame.Frame
	for _, rng := range ranges {
		f, err := jsonl.Read(al, r, rng, q)
		if err != nil {
			return nil, err
		}
		q.First += int64(f.NRows)
		parts = append(parts, f)
	}
	return frame.ConcatFrames(al, parts...)
}

func TestKindsAreThoseOfPandas(t *testing.T) {
	b, err := os.ReadFile("testdata/texts.json")
	if err != nil {
		t.Fatal(err)
	}
	var texts map[string]string
	if err := json.Unmarshal(b, &texts); err != nil {
		t.Fatal(err)
	}
	g := marstest.Load(t, "testdata/kinds.json")
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			want := g.Get(t, name).Value(t).(*frame.Frame)
			for _, chunk := range []int64{1, 30, 1 << 20} {
				got, err := read(mem.Heap, text, chunk)
				if err != nil {
					t.Fatal(err)
				}
				if d := got.Diff(want); d != "" {
					t.Errorf("ranges of %d bytes: %s", chunk, d)
				}
			}
		})
	}
}

func TestNested(t *testing.T) {
	got, err := read(mem.Heap, `{"o":{"a":null,"b":[1,{"c":true}],"a":2.5}}`+"\n"+`{"o":null}`+"\n"+`{"o":[]}`+"\n{}", 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	want := []any{
		frame.Record{{Name: "a", Value: 2.5}, {Name: "b", Value: []any{int64(1), frame.Record{{Name: "c", Value: true}}}}}, nil, []any{}, nan,
	}
	if d := got.Cols[0].Diff(frame.NewObjects(want)); d != "" || fmt.Sprint(got.Cols[0].Cell(3)) != "NaN" {
		t.Error(d)
	}
}

func TestErrorsTellTheLine(t *testing.T) {
	ok := `{"a":1}` + "\n"
	for text, want := range map[string]string{
		ok + `{"a":`:                   "x.jsonl:2: column 6: expected a value, here is the end of the line",
		ok + "\n" + `{"a":1} {"a":2}`:  "x.jsonl:3: column 9: expected the end of the line, here is '{'",
		ok + `[1,2]`:                   "x.jsonl:2: column 1: a line must hold an object, here is '['",
		ok + `{'a':1}`:                 `x.jsonl:2: column 2: expected the name of a value, here is '''`,
		ok + `{"a":"x`:                 "x.jsonl:2: column 6: a text does not end",
		ok + `{"a":"\`:                 "x.jsonl:2: column 6: a text does not end",
		ok + `{"a":"\x"}`:              "x.jsonl:2: column 8: no such escape",
		ok + `{"a":"\u12G4"}`:          "x.jsonl:2: column 8: no such escape",
		ok + "{\"a\":\"\xff\"}":        "x.jsonl:2: column 7: text that is not UTF-8",
		ok + `{"a":tru}`:               "x.jsonl:2: column 6: expected true",
		ok + `{"a":1.}`:                "x.jsonl:2: column 6: expected a value, here is '1'",
		ok + `{"a" 1}`:                 "x.jsonl:2: column 6: expected a colon, here is '1'",
		ok + `{"a":1 "b":2}`:           "x.jsonl:2: column 8: expected a comma or the end of the object, here is '\"'",
		strings.Repeat(ok, 50) + `{"a`: "x.jsonl:51: column 2: a text does not end",
		`{"a":` + strings.Repeat("[", 500) + strings.Repeat("]", 500) + "}": "x.jsonl:1: column 134: values nest deeper than 128",
	} {
		for _, chunk := range []int64{5, 1 << 20} {
			_, err := read(mem.Heap, text, chunk)
			if !errs.Is(err, errs.Invalid) || !strings.Contains(fmt.Sprint(err), want) {
				t.Errorf("%.60q by %d: %v, not %s", text, chunk, err, want)
			}
		}
	}
}

func TestMisfit(t *testing.T) {
	s := &jsonl.Schema{Fields: []jsonl.Field{{Name: "a", Seen: jsonl.SeenInt}}}
	_, err := jsonl.Read(mem.Heap, strings.NewReader(`{"a":"x"}`), jsonl.Range{Hi: 9, Line: 1}, jsonl.Request{File: "f", Schema: s, Columns: []int{0}})
	if !errors.Is(err, jsonl.ErrMisfit) || !strings.Contains(err.Error(), `f:1: name "a"`) {
		t.Error(err)
	}
}

func TestMemoryIsAsked(t *testing.T) {
	text := strings.Repeat(`{"a":1,"b":"some text"}`+"\n", 10_000)
	if _, err := read(mem.NewPool(100<<10), text, 1<<20); !errs.Is(err, errs.Pressure) && !errs.Is(err, errs.OutOfMemory) {
		t.Errorf("in 100 KiB: %v", err)
	}
}

func TestWritten(t *testing.T) {
	f := marstest.Load(t, "testdata/kinds.json").Get(t, "frame").Value(t).(*frame.Frame)
	three := 3
	for file, o := range map[string]jsonl.WriteOptions{"written.txt": {}, "written_iso.txt": {ISO: true, Unit: dtype.Micro, Digits: &three, UTF8: true}} {
		want, err := os.ReadFile("testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		g := f
		if o.ISO {
			g = f.Select(0, 1, 2, 3, 4, 6, 7, 8)
		}
		w, err := jsonl.NewWriter(g.Names, o)
		if err != nil {
			t.Fatal(err)
		}
		got, err := w.Append(nil, g)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range bytes.Split(want, []byte{'\n'}) {
			if mine := bytes.Split(got, []byte{'\n'}); i >= len(mine) || !bytes.Equal(mine[i], line) {
				t.Fatalf("%s:%d:\n%s\nnot\n%s", file, i+1, mine[min(i, len(mine)-1)], line)
			}
		}
	}
}

func TestNestedIsWrittenAndRead(t *testing.T) {
	text := `{"o":{"a":null,"b":[1,2.5,"x"]}}` + "\n" + `{"o":[{"c":{}}]}` + "\n"
	f, err := read(mem.Heap, text, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	w, err := jsonl.NewWriter(f.Names, jsonl.WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := w.Append(nil, f); err != nil || string(got) != text {
		t.Errorf("%s %v", got, err)
	}
	if _, err := w.Append(nil, frame.Must(frame.New(nil, frame.Labels("o"), frame.NewObjects([]any{1i})))); !errs.Is(err, errs.Type) {
		t.Errorf("a complex number: %v", err)
	}
}

// limited is Go memory with an end.
type limited struct{ left int }

func (l *limited) Alloc(n int) (*mem.Block, error) {
	if n > l.left {
		return nil, errs.New(errs.OutOfMemory, "%d bytes", n)
	}
	l.left -= n
	return mem.Heap.Alloc(n)
}

func FuzzRead(f *testing.F) {
	b, err := os.ReadFile("testdata/texts.json")
	if err != nil {
		f.Fatal(err)
	}
	var texts map[string]string
	if err := json.Unmarshal(b, &texts); err != nil {
		f.Fatal(err)
	}
	for _, text := range texts {
		f.Add(text, int64(7))
	}
	f.Fuzz(func(t *testing.T, text string, chunk int64) {
		whole, err := read(&limited{64 << 20}, text, 1<<30)
		if err != nil {
			var e *errs.Error
			if !errors.As(err, &e) || errs.KindOf(err) == errs.Internal {
				t.Fatalf("%v is of kind %s", err, errs.KindOf(err))
			}
			return
		}
		parts, err := read(&limited{64 << 20}, text, max(chunk, 1))
		if err != nil {
			if errs.Is(err, errs.OutOfMemory) {
				return
			}
			t.Fatalf("in one range it reads, in ranges of %d bytes: %v", chunk, err)
		}
		if d := parts.Diff(whole); d != "" {
			t.Fatal(d)
		}
	})
}
