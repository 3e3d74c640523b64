package parquet_test

import (
	"bytes"
	"io"
	"os"
	"testing"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/wire/parquet"
)

// BenchmarkReadFlights counts the bytes of the columns in memory: 8 for each number and time, 2 for each
// code.
func BenchmarkReadFlights(b *testing.B) {
	raw, err := os.ReadFile("../../examples/data/flights-200k.parquet")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(200_000 * (3*8 + 2*2))
	for b.Loop() {
		f := reopened(b, raw)
		cols, err := f.Data()
		if err != nil {
			b.Fatal(err)
		}
		if _, err := f.Read(mem.Heap, parquet.Request{Hi: len(f.Groups), Columns: cols}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	f := table(1 << 20)
	for _, codec := range []string{"none", "snappy", "zstd"} {
		raw := written(b, parquet.WriteOptions{Compression: codec}, f)
		b.Run(codec, func(b *testing.B) {
			b.SetBytes(f.Bytes())
			for b.Loop() {
				g := reopened(b, raw)
				if _, err := g.Read(mem.Heap, parquet.Request{Hi: 1, Columns: []int{0, 1, 2, 3}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkWrite(b *testing.B) {
	f := table(1 << 20)
	for _, codec := range []string{"none", "snappy", "zstd"} {
		b.Run(codec, func(b *testing.B) {
			b.SetBytes(f.Bytes())
			for b.Loop() {
				w, err := parquet.NewWriter(io.Discard, parquet.WriteOptions{Compression: codec})
				if err == nil {
					err = w.Write(mem.Heap, f)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// table is n rows of integers, floats, texts that repeat and texts that do not.
func table(n int) *frame.Frame {
	ints, floats, words, texts := make([]int64, n), make([]float64, n), make([]string, n), make([]string, n)
	x := uint64(1)
	for i := range n {
		x = x*6364136223846793005 + 1442695040888963407
		ints[i], floats[i] = int64(x>>40), float64(x>>11)/(1<<53)
		words[i] = []string{"alpha", "beta", "gamma", "delta"}[x>>62]
		texts[i] = string(bytes.Repeat([]byte{byte('a' + x>>60)}, 4+int(x>>59&15))) + words[i]
	}
	return frame.Must(frame.New(nil, frame.Labels("i", "f", "w", "t"), frame.Of(ints), frame.Of(floats), frame.Strs(words...), frame.Strs(texts...)))
}
