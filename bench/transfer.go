package main

import (
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"time"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/data"
	"github.com/mars-project/mars-go/service/plane"
	"github.com/mars-project/mars-go/storage"
)

// transferRatio is chunks of 64 MiB from worker to worker over loopback, beside the same bytes through a bare
// TCP connection into the same kind of memory. The two take turns, so that both see the same machine.
func transferRatio(ctx context.Context, r *recorder) (err error) {
	const n, turns = 64 << 20, 41
	m := &movers{}
	defer func() { err = errors.Join(err, m.close(ctx)) }()
	if err := m.open(ctx, n); err != nil {
		return err
	}
	var ours, raw []float64
	for i := range turns + 1 {
		a, err := timed(func() error { return m.raw(n) })
		if err != nil {
			return err
		}
		b, err := timed(func() error { return m.fetch(ctx) })
		if err != nil {
			return err
		}
		if i > 0 { // the first one warms up
			raw, ours = append(raw, a), append(ours, b)
		}
	}
	slices.Sort(raw)
	slices.Sort(ours)
	row := Row{
		Case: "transfer_ratio", N: n, Unit: "s", Ours: median(ours), Peer: median(raw), PeerName: "raw TCP copy", Goal: "80 % of it",
		Reps: turns, Spread: spread(ours),
	}
	row.Pass = row.Ours*0.8 <= row.Peer
	return r.add(row)
}

func timed(f func() error) (float64, error) {
	t := time.Now()
	err := f()
	return time.Since(t).Seconds(), err
}

// movers are two workers, and a bare connection.
type movers struct {
	from, to half
	src      *mem.Block
	l        net.Listener
	conn     net.Conn
	closers  []func(ctx context.Context) error
}

// half is what a worker has for its data.
type half struct {
	pool *mem.Pool
	data *data.Service
}

var (
	moved   = op.Key{1}
	movedOn = service.Band{Node: "from", Name: "numa-0"}
)

func (m *movers) then(f func(ctx context.Context) error) { m.closers = append(m.closers, f) }

func (m *movers) close(ctx context.Context) (err error) {
	for i := len(m.closers) - 1; i >= 0; i-- {
		err = errors.Join(err, m.closers[i](ctx))
	}
	return err
}

func (m *movers) half(node string, tr data.Transfer) (h half, err error) {
	h.pool = mem.NewPool(1 << 30)
	m.then(func(context.Context) error { return h.pool.Close() })
	st, err := storage.Open(storage.Options{Pool: h.pool})
	if err != nil {
		return h, err
	}
	m.then(func(context.Context) error { return st.Close() })
	if h.data, err = data.New(data.Options{Node: node, Store: st, Transfer: tr}); err != nil {
		return h, err
	}
	m.then(func(ctx context.Context) error { return h.data.Close(ctx, "s") })
	return h, nil
}

func (m *movers) open(ctx context.Context, n int) (err error) {
	secret := []byte("only of this benchmark")
	addr := ""
	c, err := plane.NewClient(plane.ClientOptions{Secret: secret, Resolve: func(string) (string, bool) { return addr, true }})
	if err != nil {
		return err
	}
	m.then(func(context.Context) error { c.Close(); return nil })
	if m.from, err = m.half("from", nil); err != nil {
		return err
	}
	if m.to, err = m.half("to", c); err != nil {
		return err
	}
	s, err := plane.NewServer(plane.ServerOptions{Data: m.from.data, Band: movedOn, Secret: secret})
	if err != nil {
		return err
	}
	l, err := plane.Listen(ctx, "127.0.0.1:0", s, nil, nil)
	if err != nil {
		return err
	}
	m.then(l.Close)
	m.then(func(context.Context) error { s.Close(); return nil })
	addr = l.Addr()
	sc := mem.NewScope(m.from.pool)
	defer sc.Close()
	a, err := nd.New(sc, dtype.Uint8, n)
	if err != nil {
		return err
	}
	for i := range nd.Raw(a) { // memory that nobody wrote is one page of zeros, and faster than any other
		nd.Raw(a)[i] = byte(i >> 3)
	}
	if _, err := m.from.data.Put(ctx, "s", moved, a); err != nil {
		return err
	}
	m.src = a.Block
	m.src.Retain()
	m.then(func(context.Context) error { m.src.Release(); return nil })
	return m.dial()
}

// dial makes the bare connection, whose other end sends the block whenever it gets a byte.
func (m *movers) dial() (err error) {
	if m.l, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return err
	}
	done := make(chan struct{})
	m.then(func(context.Context) error { <-done; return nil })
	m.then(func(context.Context) error { return m.l.Close() })
	go func() {
		defer close(done)
		c, err := m.l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		one := make([]byte, 1)
		for {
			if _, err := io.ReadFull(c, one); err != nil {
				return
			}
			if _, err := c.Write(m.src.Bytes()); err != nil {
				return
			}
		}
	}()
	if m.conn, err = net.Dial("tcp", m.l.Addr().String()); err != nil {
		return err
	}
	m.then(func(context.Context) error { return m.conn.Close() })
	return nil
}

// raw copies the block through the bare connection.
func (m *movers) raw(n int) error {
	b, err := m.to.pool.Alloc(n)
	if err != nil {
		return err
	}
	defer b.Release()
	if _, err := m.conn.Write([]byte{1}); err != nil {
		return err
	}
	_, err = io.ReadFull(m.conn, b.Bytes())
	return err
}

// fetch has one worker fetch the chunk from the other, and drops it again.
func (m *movers) fetch(ctx context.Context) error {
	if err := m.to.data.Fetch(ctx, "s", []service.Source{{Key: moved, Bands: []service.Band{movedOn}}}, nil); err != nil {
		return err
	}
	return m.to.data.Delete(ctx, "s", []op.Key{moved})
}
