package csv_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/wire/csv"
)

// anyText draws text that is made to be hard to cut.
func anyText(t *rapid.T) []byte {
	return []byte("a,b\n" + rapid.StringOf(rapid.SampledFrom([]rune("1x,\"\n\r "))).Draw(t, "text"))
}

// TestCuts checks that cutting never changes what is read: ranges join to the whole, counted and guessed ones
// alike.
func TestCuts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := anyText(t)
		o := csv.Options{SkipBadLines: true}
		r, size := bytes.NewReader(text), int64(len(text))
		whole, err := readAll(text, o, 1<<40)
		if err != nil {
			if !csv.IsOpenQuote(err) && errs.KindOf(err) != errs.Invalid {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		chunk := rapid.Int64Range(1, 30).Draw(t, "chunk")
		parts, err := readAll(text, o, chunk)
		if err != nil {
			t.Fatalf("%q in chunks of %d: %v", text, chunk, err)
		}
		if d := whole.Diff(parts); d != "" {
			t.Fatalf("%q in chunks of %d: %s", text, chunk, d)
		}
		s, err := csv.Sniff(r, size, o)
		if err != nil {
			t.Fatal(err)
		}
		rngs, err := csv.SplitExact(r, size, s, o, chunk)
		if err != nil {
			t.Fatal(err)
		}
		row, line := int64(0), s.Line
		for i, rng := range rngs {
			rows, lines, err := csv.Count(mem.Heap, r, rng, s, o)
			if err != nil || rows != rng.Rows || row != rng.Row || line != rng.Line || rng.Last != (i == len(rngs)-1) {
				t.Fatalf("%q: range %+v counts %d rows, %d lines, %v", text, rng, rows, lines, err)
			}
			row, line = row+rows, line+lines
		}
		if int(row) != whole.NRows {
			t.Fatalf("%q: %d rows counted, %d read", text, row, whole.NRows)
		}
	})
}

// TestGuessedCuts checks cuts in text with quoted ends of lines: none is wrong, and little is read to find
// them.
func TestGuessedCuts(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	b.WriteString("id,text,x\n")
	want := 0
	for b.Len() < 3<<20 {
		fmt.Fprintf(&b, "%d,\"line one\nline, two \"\"%d\"\"\",%d\n", want, rnd.IntN(1000), rnd.IntN(1000))
		want++
	}
	text, o := b.Bytes(), csv.Options{}
	r := &counting{r: bytes.NewReader(text)}
	s, err := csv.Sniff(r, int64(len(text)), o)
	if err != nil {
		t.Fatal(err)
	}
	r.n = 0
	rngs, err := csv.Split(r, int64(len(text)), s, o, 100<<10)
	if err != nil || len(rngs) != (len(text)+100<<10-1)/(100<<10) {
		t.Fatalf("%d ranges, %v", len(rngs), err)
	}
	if r.n > int64(len(rngs))*40<<10 {
		t.Errorf("%d bytes read for %d cuts", r.n, len(rngs)-1)
	}
	got, at := 0, s.Start
	for _, rng := range rngs {
		f, err := csv.Read(mem.Heap, r, rng, s, o)
		if err != nil {
			t.Fatalf("%+v: %v", rng, err)
		}
		if ids := frame.Values[int64](f.Cols[0]); f.NRows > 0 && (ids[0] != int64(got) || ids[f.NRows-1] != int64(got+f.NRows-1)) {
			t.Fatalf("range %+v has rows %d to %d, want %d on", rng, ids[0], ids[f.NRows-1], got)
		}
		if rng.Lo != at {
			t.Fatalf("range %+v does not begin at %d", rng, at)
		}
		got, at = got+f.NRows, rng.Hi
	}
	if got != want || at != int64(len(text)) {
		t.Errorf("%d rows of %d, %d bytes of %d", got, want, at, len(text))
	}
}

// TestDeceivedCut checks that text that looks like rows within quotes is cut right or found out.
func TestDeceivedCut(t *testing.T) {
	text := []byte("a,b\n1,2\n3,\"" + strings.Repeat("5,6\n7,8\n", 60000) + "\"\n9,10\n")
	o := csv.Options{}
	r := bytes.NewReader(text)
	s, err := csv.Sniff(r, int64(len(text)), o)
	if err != nil {
		t.Fatal(err)
	}
	rngs, err := csv.Split(r, int64(len(text)), s, o, 100<<10)
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, rng := range rngs {
		_, err := csv.Read(mem.Heap, r, rng, s, o)
		found = found || csv.IsOpenQuote(err) && !rng.Last
	}
	if len(rngs) < 2 || !found {
		t.Errorf("%d ranges, deceit found: %v", len(rngs), found)
	}
	f, err := readAll(text, o, 100<<10)
	if err != nil || f.NRows != 3 {
		t.Errorf("exact: %v, %v", f, err)
	}
}
