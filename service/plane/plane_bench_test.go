package plane_test

import (
	"io"
	"net"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service/data"
	"github.com/mars-project/mars-go/service/plane"
)

const chunkFloats = 8 << 20 // 64 MiB

// cpu reports the processor time of both sides, which other work on the machine does not change.
func cpu(b *testing.B) func() {
	now := func() float64 {
		var r unix.Rusage
		if err := unix.Getrusage(unix.RUSAGE_SELF, &r); err != nil {
			b.Fatal(err)
		}
		return float64(r.Utime.Nano() + r.Stime.Nano())
	}
	start := now()
	return func() { b.ReportMetric((now()-start)/float64(b.N), "cpu-ns/op") }
}

// BenchmarkTransfer is chunks of 64 MiB from worker to worker over loopback, into pooled blocks.
func BenchmarkTransfer(b *testing.B) {
	var c cluster
	w := open(b, "w1", 1<<30, nil)
	c.serve(b, w, plane.ServerOptions{})
	x := c.client(b, plane.ClientOptions{})
	w.put(b, "a", floats(chunkFloats))
	to := mem.NewPool(1 << 30)
	items := []data.Item{{Key: key("a"), Part: -1}}
	b.SetBytes(8 * chunkFloats)
	defer cpu(b)()
	for b.Loop() {
		sc := mem.NewScope(to)
		err := x.Fetch(bg, "w1", "s", items, sc, func(int, any, op.Facts) error { return nil })
		sc.Close()
		if err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRawCopy is the same bytes through a bare TCP connection.
func BenchmarkRawCopy(b *testing.B) {
	from, to := mem.NewPool(1<<30), mem.NewPool(1<<30)
	src := must(from.Alloc(8 * chunkFloats))
	for i := range src.Bytes() { // untouched memory is one page of zeros
		src.Bytes()[i] = byte(i)
	}
	defer src.Release()
	l := must(net.Listen("tcp", "127.0.0.1:0"))
	defer l.Close()
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		one := make([]byte, 1)
		for {
			if _, err := io.ReadFull(c, one); err != nil {
				return
			}
			if _, err := c.Write(src.Bytes()); err != nil {
				return
			}
		}
	}()
	c := must(net.Dial("tcp", l.Addr().String()))
	defer c.Close()
	b.SetBytes(8 * chunkFloats)
	defer cpu(b)()
	for b.Loop() {
		dst := must(to.Alloc(8 * chunkFloats))
		_, _ = c.Write([]byte{1})
		if _, err := io.ReadFull(c, dst.Bytes()); err != nil {
			b.Fatal(err)
		}
		dst.Release()
	}
}

// BenchmarkSmall is a thousand parts of 1 KiB in one request.
func BenchmarkSmall(b *testing.B) {
	var c cluster
	w := open(b, "w1", 1<<30, nil)
	c.serve(b, w, plane.ServerOptions{})
	x := c.client(b, plane.ClientOptions{})
	var items []data.Item
	w.put(b, "p", func(al mem.Allocator) any {
		p := &op.Parts{}
		for i := range 1000 {
			p.P = append(p.P, floats(128)(al))
			items = append(items, data.Item{Key: key("p"), Part: int32(i)})
		}
		return p
	})
	to := mem.NewPool(1 << 30)
	defer cpu(b)()
	for b.Loop() {
		sc := mem.NewScope(to)
		err := x.Fetch(bg, "w1", "s", items, sc, func(int, any, op.Facts) error { return nil })
		sc.Close()
		if err != nil {
			b.Fatal(err)
		}
	}
}
