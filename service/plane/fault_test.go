package plane_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service/data"
	"github.com/mars-project/mars-go/service/plane"
)

// A wire is what dials, and what goes wrong with the connections it makes.
type wire struct {
	cut    []int64 // by connection: breaks after so many bytes; -1, and those after the last: never
	flip   int64   // the byte of the first connection that arrives damaged; 0: none
	at     func(n int)
	freeze int64 // after so many bytes nothing comes any more; 0: never

	mu    sync.Mutex
	dials int
	read  int64
}

func (w *wire) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	c, err := (&net.Dialer{}).DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	n := w.dials
	w.dials++
	if w.at != nil {
		w.at(n)
	}
	x := &faulty{Conn: c, w: w, left: -1}
	if n < len(w.cut) {
		x.left = w.cut[n]
	}
	if n == 0 {
		x.flip = w.flip
	}
	return x, nil
}

type faulty struct {
	net.Conn
	w    *wire
	left int64
	at   int64
	flip int64
}

func (f *faulty) Read(p []byte) (int, error) {
	if f.left == 0 {
		f.Conn.Close()
		return 0, io.ErrUnexpectedEOF
	}
	if f.left > 0 {
		p = p[:min(int64(len(p)), f.left)]
	}
	if f.w.freeze > 0 && f.at >= f.w.freeze {
		return 0, os.ErrDeadlineExceeded
	}
	n, err := f.Conn.Read(p)
	if i := f.flip - f.at; f.flip > 0 && i >= 0 && i < int64(n) {
		p[i] ^= 1
	}
	f.at += int64(n)
	if f.left > 0 {
		f.left -= int64(n)
	}
	f.w.mu.Lock()
	f.w.read += int64(n)
	f.w.mu.Unlock()
	return n, err
}

const megabyte = 1 << 20

func TestBrokenTransfersGoOn(t *testing.T) {
	for _, c := range []struct {
		name string
		wire *wire
		kind errs.Kind // Internal: it succeeds
		most int64     // bytes read
	}{
		{"never", &wire{}, 0, 8*megabyte + 100_000},
		{"before anything is said", &wire{cut: []int64{0}}, errs.Unavailable, 0},
		{"after the upgrade", &wire{cut: []int64{90}}, 0, 8*megabyte + 100_000},
		{"in the data, often", &wire{cut: []int64{megabyte, megabyte, 2 * megabyte, 1_700_000, megabyte}}, 0, 11 * megabyte},
		{"at the end", &wire{cut: []int64{8*megabyte + 300}}, 0, 9 * megabyte},
		{"a damaged piece", &wire{flip: 5 * megabyte}, 0, 9 * megabyte},
		{"a damaged head", &wire{flip: 150}, 0, 17 * megabyte},
		{"always in the same piece", &wire{cut: []int64{700_000, 100_000, 100_000, 100_000, 100_000, 100_000}}, errs.Unavailable, 2 * megabyte},
	} {
		t.Run(c.name, func(t *testing.T) {
			var cl cluster
			w := open(t, "w1", 64<<20, nil)
			cl.serve(t, w, plane.ServerOptions{})
			x := cl.client(t, plane.ClientOptions{Dial: c.wire.dial})
			w.put(t, "a", floats(1024, 1024))
			into := open(t, "here", 64<<20, nil)
			sc := mem.NewScope(into.pool)
			defer sc.Close()
			n := 0
			err := x.Fetch(bg, "w1", "s", []data.Item{{Key: key("a"), Part: -1}}, sc, func(_ int, v any, _ op.Facts) error {
				n++
				same(t, "a", v, w.value(t, "a"))
				return nil
			})
			if c.kind != 0 {
				wants(t, err, c.kind, "w1 cannot be reached")
			} else if err != nil || n != 1 {
				t.Errorf("%d values, %v", n, err)
			}
			if c.wire.read > c.most {
				t.Errorf("%d bytes were read, want at most %d", c.wire.read, c.most)
			}
		})
	}
}

func TestValueThatChangedBeginsAgain(t *testing.T) {
	for _, c := range []struct {
		name string
		put  func(mem.Allocator) any // nil: it is gone
	}{{"another layout", floats(300, 1000)}, {"gone", nil}} {
		t.Run(c.name, func(t *testing.T) {
			var cl cluster
			w := open(t, "w1", 64<<20, nil)
			cl.serve(t, w, plane.ServerOptions{})
			w.put(t, "a", floats(1024, 1024))
			w.put(t, "b", floats(10))
			wr := wire{cut: []int64{3 * megabyte}, at: func(n int) {
				if n == 1 {
					if err := w.Delete(bg, "s", []op.Key{key("a")}); err != nil {
						t.Error(err)
					}
					if c.put != nil {
						w.put(t, "a", c.put)
					}
				}
			}}
			x := cl.client(t, plane.ClientOptions{Dial: wr.dial})
			into := open(t, "here", 64<<20, nil)
			sc := mem.NewScope(into.pool)
			defer sc.Close()
			var got []int
			err := x.Fetch(bg, "w1", "s", []data.Item{{Key: key("a"), Part: -1}, {Key: key("b"), Part: -1}}, sc, func(i int, v any, _ op.Facts) error {
				got = append(got, i)
				same(t, "value", v, []any{w.value(t, []string{"a", "b"}[i])}[0])
				return nil
			})
			want := []int{0, 1}
			if c.put == nil {
				want = want[1:]
			}
			if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("items %v, %v; want %v", got, err, want)
			}
			if st := into.pool.Stats(); st.Used > 4*megabyte {
				t.Errorf("%d bytes are still used: what came of the first one was not freed", st.Used)
			}
		})
	}
}

func TestConnectionsAreUsedAgain(t *testing.T) {
	var cl cluster
	w := open(t, "w1", 64<<20, nil)
	s := cl.serve(t, w, plane.ServerOptions{})
	var wr wire
	x := cl.client(t, plane.ClientOptions{Dial: wr.dial})
	w.put(t, "a", floats(100))
	item := data.Item{Key: key("a"), Part: -1}
	for range 3 {
		if got, err := ask(t, x, item); err != nil || len(got) != 1 {
			t.Fatal(got, err)
		}
	}
	if wr.dials != 1 {
		t.Errorf("%d connections for three fetches", wr.dials)
	}
	s.Close() // one that was closed while nobody used it is made again, with the node's next incarnation
	_, err := ask(t, x, item)
	wants(t, err, errs.Unavailable, "w1")
	cl.serve(t, w, plane.ServerOptions{})
	if got, err := ask(t, x, item); err != nil || len(got) != 1 {
		t.Error(got, err)
	}
}

func TestFetchEndsWhenItsCallerSaysSo(t *testing.T) {
	var cl cluster
	w := open(t, "w1", 64<<20, nil)
	cl.serve(t, w, plane.ServerOptions{})
	x := cl.client(t, plane.ClientOptions{})
	w.put(t, "a", floats(100))
	w.put(t, "b", floats(1024, 1024))
	items := []data.Item{{Key: key("a"), Part: -1}, {Key: key("b"), Part: -1}}
	into := open(t, "here", 64<<20, nil)
	sc := mem.NewScope(into.pool)
	defer sc.Close()
	ctx, cancel := context.WithCancel(bg)
	n := 0
	err := x.Fetch(ctx, "w1", "s", items, sc, func(int, any, op.Facts) error {
		n++
		cancel()
		return nil
	})
	if wants(t, err, errs.Canceled, "w1"); n != 1 {
		t.Errorf("%d values came", n)
	}
	err = x.Fetch(bg, "w1", "s", items, sc, func(int, any, op.Facts) error { return errs.New(errs.Pressure, "no room") })
	wants(t, err, errs.Pressure, "no room")
	small := open(t, "small", 1<<20, nil)
	sc2 := mem.NewScope(small.pool)
	defer sc2.Close()
	err = x.Fetch(bg, "w1", "s", items[1:], sc2, nil)
	wants(t, err, errs.OutOfMemory, "")
}

func TestSenderThatSaysNothing(t *testing.T) {
	l := must(net.Listen("tcp", "127.0.0.1:0"))
	defer l.Close()
	var cl cluster
	cl.set("w1", l.Addr().String())
	x := cl.client(t, plane.ClientOptions{Patience: 20 * time.Millisecond})
	_, err := ask(t, x, data.Item{Key: key("a"), Part: -1})
	wants(t, err, errs.Unavailable, "says nothing")
}

// A sender that stops in the middle is not asked again: it would say that it lives, every second, if it did.
func TestSenderThatFreezes(t *testing.T) {
	var cl cluster
	w := open(t, "w1", 64<<20, nil)
	cl.serve(t, w, plane.ServerOptions{})
	w.put(t, "a", floats(1024, 1024))
	frozen := &wire{freeze: 3 * megabyte}
	x := cl.client(t, plane.ClientOptions{Dial: frozen.dial, Patience: time.Second})
	into := open(t, "here", 64<<20, nil)
	sc := mem.NewScope(into.pool)
	defer sc.Close()
	err := x.Fetch(bg, "w1", "s", []data.Item{{Key: key("a"), Part: -1}}, sc, nil)
	wants(t, err, errs.Unavailable, "says nothing")
	if frozen.dials != 1 {
		t.Errorf("%d connections", frozen.dials)
	}
	if st := into.pool.Stats(); st.Used > 0 {
		t.Errorf("%d bytes are still used", st.Used)
	}
}

// A signal is a log that says when a line begins with some words.
type signal struct {
	slog.Handler
	words string
	c     chan slog.Record
}

func (s signal) Enabled(context.Context, slog.Level) bool { return true }

func (s signal) Handle(_ context.Context, r slog.Record) error {
	if strings.HasPrefix(r.Message, s.words) {
		s.c <- r
	}
	return nil
}

func TestReaderWithoutProgressLosesItsPin(t *testing.T) {
	var cl cluster
	broken := signal{slog.DiscardHandler, "transfer broken", make(chan slog.Record, 1)}
	w := open(t, "w1", 128<<20, nil)
	cl.serve(t, w, plane.ServerOptions{Patience: 20 * time.Millisecond, Log: slog.New(broken)})
	w.put(t, "a", floats(8<<20)) // more than the system takes before somebody reads
	addr, _ := cl.resolve("w1")
	conn := must(net.Dial("tcp", addr))
	defer conn.Close()
	ticket := plane.Ticket(secret, plane.Grant{Session: "s", What: plane.Read, Until: time.Now().Add(time.Hour)})
	fmt.Fprintf(conn, "POST /data/v1/sessions/s/fetch HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: mars-chunks\r\nAuthorization: Mars %s\r\n\r\n", ticket)
	r := bufio.NewReader(conn)
	if a := must(http.ReadResponse(r, nil)); a.StatusCode != http.StatusSwitchingProtocols {
		t.Fatal(a.Status)
	}
	_ = must(conn.Write(plane.AppendRequest("s", ticket, key("a"), -1)))
	_ = must(r.ReadByte()) // it has begun
	<-broken.c
	if st := w.store.Stats(); st.Pins != 0 {
		t.Errorf("%d pins are left", st.Pins)
	}
}

// A worker that ends lets go of what a client reads slowly, before its store is closed.
func TestEndOfAWorkerThatIsReadSlowly(t *testing.T) {
	w := open(t, "w1", 128<<20, nil)
	s := must(plane.NewServer(plane.ServerOptions{Data: w.Service, Band: w.band(), Secret: secret}))
	l := must(plane.Listen(bg, "127.0.0.1:0", s, nil, nil))
	w.put(t, "a", floats(8<<20)) // more than the system takes before somebody reads
	conn := must(net.Dial("tcp", l.Addr()))
	defer conn.Close()
	fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: x\r\nAuthorization: Mars %s\r\n\r\n", chunkPath("a"), pass("a", plane.Read))
	a := must(http.ReadResponse(bufio.NewReader(conn), nil))
	if a.StatusCode != http.StatusOK || w.store.Stats().Pins != 1 {
		t.Fatalf("%s, %d pins", a.Status, w.store.Stats().Pins)
	}
	over, cancel := context.WithCancel(bg)
	cancel()
	if err := l.Close(over); err != nil {
		t.Error(err)
	}
	s.Close()
	if n := w.store.Stats().Pins; n != 0 {
		t.Errorf("%d pins are left", n)
	}
	r := httptest.NewRecorder()
	if s.ServeHTTP(r, httptest.NewRequest(http.MethodGet, chunkPath("a"), nil)); r.Code != http.StatusServiceUnavailable {
		t.Errorf("a request after the end: %d", r.Code)
	}
}

// A worker that ends while a client reads through the supervisor is one that cannot be reached: it may be
// asked for again.
func TestBodyThatBreaks(t *testing.T) {
	w := open(t, "w1", 128<<20, nil)
	s := must(plane.NewServer(plane.ServerOptions{Data: w.Service, Band: w.band(), Secret: secret}))
	l := must(plane.Listen(bg, "127.0.0.1:0", s, nil, nil))
	var c cluster
	c.set("w1", l.Addr())
	m := w.put(t, "a", floats(8<<20))
	b := must(c.client(t, plane.ClientOptions{}).Open(bg, "s", m, plane.Select{}, plane.NPY))
	defer b.Close()
	over, cancel := context.WithCancel(bg)
	cancel()
	if err := l.Close(over); err != nil {
		t.Error(err)
	}
	s.Close()
	_, err := b.WriteTo(io.Discard)
	wants(t, err, errs.Unavailable, "worker w1 cannot be reached")
}
