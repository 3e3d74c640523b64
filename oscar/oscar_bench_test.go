package oscar_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mars-project/mars-go/oscar"
)

// subtask is a message of a size that the engine sends.
type subtask struct {
	ID, Task uint64
	Attempt  int32
	Key      string
	Inputs   []uint64
}

type sink struct{ n atomic.Int64 }

func (s *sink) Put(_ context.Context, t subtask) (uint64, error) {
	s.n.Add(1)
	return t.ID, nil
}

var sinkPut = oscar.Def("bench.sink.put", (*sink).Put)

func benchNodes(b *testing.B, mode string) (from *oscar.System, r oscar.Ref[*sink], s *sink) {
	b.Helper()
	from = system(b, "a")
	to := from
	if mode != "local" {
		to = system(b, "b")
		m := oscar.Values
		if mode == "bytes" {
			m = oscar.Bytes
		}
		if err := oscar.NewNet(m).Join(from, to); err != nil {
			b.Fatal(err)
		}
	}
	s = &sink{}
	return from, spawn(b, to, "sink", s), s
}

var benchModes = []string{"local", "values", "bytes"}

var benchTask = subtask{ID: 1, Task: 2, Key: "0123456789abcdef0123456789abcdef", Inputs: []uint64{3, 4, 5}}

func BenchmarkAsk(b *testing.B) {
	for _, m := range benchModes {
		b.Run(m, func(b *testing.B) {
			s, r, _ := benchNodes(b, m)
			ctx := context.Background()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := sinkPut.Ask(ctx, s, r, benchTask); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(m+"-timeout", func(b *testing.B) {
			s, r, _ := benchNodes(b, m)
			ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
			defer cancel()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := sinkPut.Ask(ctx, s, r, benchTask); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(m+"-64callers", func(b *testing.B) {
			s, r, _ := benchNodes(b, m)
			ctx := context.Background()
			b.SetParallelism(32)
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					if _, err := sinkPut.Ask(ctx, s, r, benchTask); err != nil {
						b.Error(err)
						return
					}
				}
			})
		})
	}
}

func BenchmarkTell(b *testing.B) {
	for _, m := range benchModes {
		b.Run(m, func(b *testing.B) {
			s, r, k := benchNodes(b, m)
			ctx := context.Background()
			b.ReportAllocs()
			n := int64(0)
			for b.Loop() {
				if err := sinkPut.Tell(ctx, s, r, benchTask); err != nil {
					b.Fatal(err)
				}
				n++
			}
			if _, err := sinkPut.Ask(ctx, s, r, benchTask); err != nil { // all before it were handled
				b.Fatal(err)
			}
			if got := k.n.Load(); got != n+1 {
				b.Fatalf("handled %d of %d", got, n+1)
			}
		})
	}
}

func BenchmarkBatch64(b *testing.B) {
	in := make([]subtask, 64)
	for i := range in {
		in[i] = benchTask
	}
	for _, m := range benchModes {
		b.Run(m, func(b *testing.B) {
			s, r, _ := benchNodes(b, m)
			ctx := context.Background()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := sinkPut.Batch(ctx, s, r, in); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/64, "ns/item")
		})
	}
}

func BenchmarkAwait(b *testing.B) {
	s := system(b, "a")
	r := spawn(b, s, "p", prober{})
	ctx := context.Background()
	b.ReportAllocs()
	for b.Loop() {
		_, err := proberProbe.Ask(ctx, s, r, func(ctx context.Context) {
			_ = oscar.Await(ctx, func(context.Context) error { return nil })
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}
