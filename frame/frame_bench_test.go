package frame_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

const benchRows = 1 << 20

func benchText(distinct int) *frame.Column {
	b := frame.NewStrBuilder(mem.Heap, dtype.Str)
	for i := range benchRows {
		b.Append(fmt.Sprintf("text number %d", i*7919%distinct))
	}
	c, err := b.Column()
	if err != nil {
		panic(err)
	}
	return c
}

func benchInts() *frame.Column {
	vs := make([]int64, benchRows)
	for i := range vs {
		vs[i] = int64(i)
	}
	return frame.Of(vs)
}

func BenchmarkTake(b *testing.B) {
	rows := make([]int64, benchRows)
	for i, r := range rand.New(rand.NewPCG(1, 2)).Perm(benchRows) {
		rows[i] = int64(r)
	}
	for name, c := range map[string]*frame.Column{"int64": benchInts(), "text": benchText(benchRows), "dict": benchText(1000)} {
		b.Run(name, func(b *testing.B) {
			pool := mem.NewPool(1 << 30)
			b.SetBytes(benchRows)
			for b.Loop() {
				s := mem.NewScope(pool)
				if _, err := c.Take(s, rows); err != nil {
					b.Fatal(err)
				}
				s.Close()
			}
		})
	}
}

func BenchmarkStrBuilder(b *testing.B) {
	for name, distinct := range map[string]int{"dict": 1000, "plain": benchRows} {
		texts := make([]string, benchRows)
		for i := range texts {
			texts[i] = fmt.Sprintf("text number %d", i*7919%distinct)
		}
		b.Run(name, func(b *testing.B) {
			pool := mem.NewPool(1 << 30)
			b.SetBytes(benchRows)
			for b.Loop() {
				s := mem.NewScope(pool)
				w := frame.NewStrBuilder(s, dtype.Str)
				for _, t := range texts {
					w.Append(t)
				}
				if _, err := w.Column(); err != nil {
					b.Fatal(err)
				}
				s.Close()
			}
		})
	}
}

func BenchmarkConcat(b *testing.B) {
	for name, c := range map[string]*frame.Column{"int64": benchInts(), "text": benchText(benchRows), "dict": benchText(1000)} {
		b.Run(name, func(b *testing.B) {
			pool := mem.NewPool(1 << 30)
			b.SetBytes(2 * benchRows)
			for b.Loop() {
				s := mem.NewScope(pool)
				if _, err := frame.Concat(s, c, c); err != nil {
					b.Fatal(err)
				}
				s.Close()
			}
		})
	}
}

func BenchmarkStats(b *testing.B) {
	for name, c := range map[string]*frame.Column{"int64": benchInts(), "text": benchText(benchRows), "dict": benchText(1000)} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(benchRows)
			for b.Loop() {
				c.Slice(1, benchRows).StatsWithSketch()
			}
		})
	}
}

func BenchmarkIndexTable(b *testing.B) {
	for name, c := range map[string]*frame.Column{"int64": benchInts(), "text": benchText(benchRows)} {
		rows := make([]int64, c.Rows)
		for i := range rows {
			rows[i] = int64(i*7919) % benchRows
		}
		d, err := c.Take(mem.Heap, rows)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(benchRows)
			for b.Loop() {
				if frame.NewIndex(frame.Label{}, d).Locate(d.Label(77)) == nil {
					b.Fatal("not found")
				}
			}
		})
	}
}

func BenchmarkPrint(b *testing.B) {
	f := frame.Must(frame.New(nil, frame.Labels("a", "b"), benchInts(), benchText(1000)))
	k := frame.Cut(f)
	for b.Loop() {
		if !bytes.HasSuffix([]byte(frame.DefaultDisplay().Frame(k)), []byte("columns]")) {
			b.Fatal("not cut")
		}
	}
}
