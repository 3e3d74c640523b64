package grpcnet_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/oscar/grpcnet"
	"github.com/mars-project/mars-go/oscar/grpcnet/grpcnettest"
)

// job is a message of the size and shape of one subtask.
type job struct {
	ID      uint64   `cbor:"1,keyasint"`
	Task    uint64   `cbor:"2,keyasint"`
	Attempt int32    `cbor:"3,keyasint"`
	Key     string   `cbor:"4,keyasint"`
	Inputs  []uint64 `cbor:"5,keyasint"`
}

var oneJob = job{ID: 1, Task: 2, Key: "0123456789abcdef0123456789abcdef", Inputs: []uint64{3, 4, 5}}

type counter struct{ n atomic.Int64 }

func (c *counter) one(_ context.Context, j job) (uint64, error) {
	c.n.Add(1)
	return j.ID, nil
}

func (c *counter) many(_ context.Context, j []job) (uint64, error) {
	c.n.Add(int64(len(j)))
	return j[0].ID, nil
}

var (
	counterOne  = oscar.Def("grpcnet.counter.one", (*counter).one)
	counterMany = oscar.Def("grpcnet.counter.many", (*counter).many)
)

// benchPair is two linked nodes in one process, with an actor on the second.
func benchPair(b *testing.B, secure bool) (from *oscar.System, to oscar.Ref[*counter], c *counter) {
	b.Helper()
	var o grpcnet.Options
	if secure {
		o.TLS, o.Role = must(must(grpcnettest.NewCA()).TLS("node")), "node"
	}
	from = system(b, "a")
	peer := system(b, "b")
	must(dial(b, from, listen(b, peer, o).Addr(), o))
	c = &counter{}
	return from, must(oscar.Spawn(peer, "counter", func() *counter { return c })), c
}

// both runs f without and with TLS.
func both(b *testing.B, f func(b *testing.B, secure bool)) {
	b.Run("plain", func(b *testing.B) { f(b, false) })
	b.Run("tls", func(b *testing.B) { f(b, true) })
}

func BenchmarkAsk(b *testing.B) {
	both(b, func(b *testing.B, secure bool) {
		from, to, _ := benchPair(b, secure)
		ctx := context.Background()
		b.ReportAllocs()
		for b.Loop() {
			if _, err := counterOne.Ask(ctx, from, to, oneJob); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkAsk64Callers(b *testing.B) {
	both(b, func(b *testing.B, secure bool) {
		from, to, _ := benchPair(b, secure)
		ctx := context.Background()
		b.ReportAllocs()
		b.SetParallelism(32)
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				if _, err := counterOne.Ask(ctx, from, to, oneJob); err != nil {
					b.Error(err)
					return
				}
			}
		})
	})
}

func BenchmarkTell(b *testing.B) {
	both(b, func(b *testing.B, secure bool) {
		from, to, c := benchPair(b, secure)
		ctx := context.Background()
		b.ReportAllocs()
		n := int64(0)
		for b.Loop() {
			if err := counterOne.Tell(ctx, from, to, oneJob); err != nil {
				b.Fatal(err)
			}
			n++
		}
		if _, err := counterOne.Ask(ctx, from, to, oneJob); err != nil { // all before it were handled
			b.Fatal(err)
		}
		if got := c.n.Load(); got != n+1 {
			b.Fatalf("handled %d of %d", got, n+1)
		}
	})
}

// BenchmarkLease64 asks with 64 jobs in a message.
func BenchmarkLease64(b *testing.B) {
	in := make([]job, 64)
	for i := range in {
		in[i] = oneJob
	}
	both(b, func(b *testing.B, secure bool) {
		from, to, _ := benchPair(b, secure)
		ctx := context.Background()
		b.ReportAllocs()
		b.SetParallelism(4)
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				if _, err := counterMany.Ask(ctx, from, to, in); err != nil {
					b.Error(err)
					return
				}
			}
		})
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/64, "ns/job")
	})
}
