package csv_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/wire/csv"
)

// benchText is 16 MiB of what tables mostly hold: keys, counts, measures, few and many texts.
func benchText() []byte {
	rnd := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	b.WriteString("id,group,name,count,price,day\n")
	for i := 0; b.Len() < 16<<20; i++ {
		fmt.Fprintf(&b, "%d,id%03d,customer %08d,%d,%.6f,2020-%02d-%02d\n", i, rnd.IntN(100), rnd.IntN(1e7), rnd.IntN(1000), rnd.Float64()*1000,
			1+rnd.IntN(12), 1+rnd.IntN(28))
	}
	return b.Bytes()
}

// groupsText is 32 MiB of the table of h2oai/db-benchmark.
func groupsText() []byte {
	rnd := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	b.WriteString("id1,id2,id3,id4,id5,id6,v1,v2,v3\n")
	for b.Len() < 32<<20 {
		fmt.Fprintf(&b, "id%03d,id%03d,id%010d,%d,%d,%d,%d,%d,%s\n", rnd.IntN(100), rnd.IntN(100), rnd.IntN(1e5), 1+rnd.IntN(100), 1+rnd.IntN(100),
			1+rnd.IntN(1e5), 1+rnd.IntN(5), 1+rnd.IntN(15), strconv.FormatFloat(math.Round(rnd.Float64()*1e8)/1e6, 'g', -1, 64))
	}
	return b.Bytes()
}

// BenchmarkGroups reads the first table of the frames' suite.
func BenchmarkGroups(b *testing.B) {
	text := groupsText()
	r := bytes.NewReader(text)
	s, err := csv.Sniff(r, r.Size(), csv.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(r.Size())
	pool := mem.NewPool(0)
	for b.Loop() {
		scope := mem.NewScope(pool)
		if _, err := csv.Read(scope, r, csv.Range{Lo: s.Start, Hi: r.Size(), Rows: -1}, s, csv.Options{}); err != nil {
			b.Fatal(err)
		}
		scope.Close()
	}
}

func BenchmarkRead(b *testing.B) {
	text := benchText()
	r := bytes.NewReader(text)
	for _, c := range []struct {
		name string
		o    csv.Options
		cols []any
	}{
		{"all", csv.Options{}, nil},
		{"numbers", csv.Options{}, []any{"id", "count", "price"}},
		{"group", csv.Options{}, []any{"group"}},
		{"dates", csv.Options{ParseDates: frame.Labels("day")}, []any{"day"}},
	} {
		s, err := csv.Sniff(r, int64(len(text)), c.o)
		if err != nil {
			b.Fatal(err)
		}
		if c.cols != nil {
			if s, err = s.Project(frame.Labels(c.cols...)...); err != nil {
				b.Fatal(err)
			}
		}
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			pool := mem.NewPool(0)
			for b.Loop() {
				scope := mem.NewScope(pool)
				if _, err := csv.Read(scope, r, csv.Range{Lo: s.Start, Hi: int64(len(text)), Rows: -1}, s, c.o); err != nil {
					b.Fatal(err)
				}
				scope.Close()
			}
		})
	}
}

func BenchmarkCount(b *testing.B) {
	text := benchText()
	r := bytes.NewReader(text)
	s, err := csv.Sniff(r, int64(len(text)), csv.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, _, err := csv.Count(mem.Heap, r, csv.Range{Lo: s.Start, Hi: int64(len(text)), Rows: -1}, s, csv.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	text := benchText()
	f, err := readAll(text, csv.Options{}, 1<<40)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	var out []byte
	for b.Loop() {
		if out, err = csv.Append(out[:0], f, csv.WriteOptions{NoIndex: true}); err != nil {
			b.Fatal(err)
		}
	}
}
