package grpcnet

import (
	"bytes"
	"context"
	"encoding/binary"
	"log/slog"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/credentials/insecure"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
)

var testOptions = Options{Log: slog.New(slog.DiscardHandler), KeepAlive: time.Minute, Grace: time.Minute, MaxFrame: 1 << 10}

func testSystem(t testing.TB, node string) *oscar.System {
	t.Helper()
	s, err := oscar.New(node, oscar.Options{Log: testOptions.Log, Epoch: 7})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return s
}

// frameBytes is a frame as it travels.
func frameBytes(t testing.TB, f oscar.Frame) []byte {
	t.Helper()
	b, err := oscar.AppendFrame(nil, f)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// record is a frame in a packet.
func record(b []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(b))), b...)
}

// rawPacket is a packet as it travels.
func rawPacket(seq uint64, l oscar.Lane, p part, data []byte) []byte {
	b := binary.LittleEndian.AppendUint64(nil, seq)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(data)))
	return append(append(b, byte(l), byte(p), 0, 0), data...)
}

func dataMessage(packets ...[]byte) []byte {
	return append(head{kind: kindData}.append(nil), bytes.Join(packets, nil)...)
}

// TestAPeerThatBreaksTheRules speaks to a listener as no node does. It must be told why the link ends, and
// the port go down.
func TestAPeerThatBreaksTheRules(t *testing.T) {
	tell := frameBytes(t, oscar.Frame{Kind: oscar.FrameTell, UID: "nobody", Method: "m"})
	cancel := frameBytes(t, oscar.Frame{Kind: oscar.FrameCancel, ID: 1})
	good := dataMessage(rawPacket(1, oscar.Requests, whole, record(tell)))
	for _, c := range []struct {
		name string
		msgs [][]byte
		want string
	}{
		{"an empty message", [][]byte{{}}, "damaged message of 0 bytes"},
		{"a message of no kind", [][]byte{append([]byte{77}, make([]byte, 16)...)}, "damaged message of 17 bytes"},
		{"a short ping", [][]byte{append(head{kind: kindPing}.append(nil), 1, 2)}, "damaged ping"},
		{"half a packet", [][]byte{append(dataMessage(), 1, 2, 3)}, "3 bytes are left"},
		{"a packet longer than the message", [][]byte{good[:len(good)-1]}, "damaged packet 1"},
		{"a packet of no lane", [][]byte{dataMessage(rawPacket(1, 2, whole, record(tell)))}, "damaged packet 1"},
		{"a packet of no part", [][]byte{dataMessage(rawPacket(1, 0, 9, record(tell)))}, "damaged packet 1"},
		{"a packet without number", [][]byte{dataMessage(rawPacket(0, 0, whole, record(tell)))}, "damaged packet 0"},
		{"a packet that was left out", [][]byte{good, dataMessage(rawPacket(3, 0, whole, record(tell)))}, "packet 3 came after packet 1"},
		{"a packet twice in a message", [][]byte{dataMessage(rawPacket(1, 0, whole, record(tell)), rawPacket(1, 0, whole, record(tell)))}, "packet 1 came after packet 1"},
		{"a frame longer than its packet", [][]byte{dataMessage(rawPacket(1, 1, whole, record(cancel)[:5]))}, "a frame of"},
		{"a frame that is none", [][]byte{dataMessage(rawPacket(1, 1, whole, record([]byte{99})))}, "damaged frame"},
		{"a request that is none", [][]byte{dataMessage(rawPacket(1, 0, whole, record([]byte{99})))}, "damaged frame"},
		{"a request in the control lane", [][]byte{dataMessage(rawPacket(1, 1, whole, record(tell)))}, "frame of kind 2 in lane 1"},
		{"control in the requests lane", [][]byte{dataMessage(rawPacket(1, 0, whole, record(cancel)))}, "frame of kind 5 in lane 0"},
		{"a frame over the limit", [][]byte{dataMessage(rawPacket(1, 0, piece, make([]byte, 600)), rawPacket(2, 0, piece, make([]byte, 600)))}, "over 1024 bytes"},
		{"a large frame that is none", [][]byte{dataMessage(rawPacket(1, 0, final, []byte{99}))}, "damaged frame"},
		{"word of packets that were not sent", [][]byte{head{kind: kindData, received: 9}.append(nil)}, "acknowledges packet 9 of 0"},
		{"room for requests that were not sent", [][]byte{head{kind: kindData, taken: 9}.append(nil)}, "9 bytes of 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := testSystem(t, "b")
			l, err := Listen(t.Context(), b, "127.0.0.1:0", testOptions)
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close(context.Background())
			w := rawLink(t, l.Addr(), nil)
			defer w.abort(nil)
			down := make(chan oscar.Down, 1)
			b.Watch(oscar.Addr{Node: "a"}, func(d oscar.Down) { down <- d })
			for _, m := range c.msgs {
				if err := w.SendMsg(bytesMessage(m)); err != nil {
					t.Fatal(err)
				}
			}
			var r refusal
			for {
				var m message
				if err := w.RecvMsg(&m); err != nil {
					t.Fatalf("no goodbye: %v", err)
				}
				h, body, err := parseHead(m.in.ReadOnlyData())
				if err != nil {
					t.Fatal(err)
				}
				if h.kind == kindBye {
					if err := decode(body, &r); err != nil {
						t.Fatal(err)
					}
					break
				}
			}
			if r.Kind != errs.Invalid || !strings.Contains(r.Msg, c.want) {
				t.Errorf("told %+v, want %q", r, c.want)
			}
			if d := <-down; !strings.Contains(d.Reason, c.want) {
				t.Errorf("the port is down because of %q", d.Reason)
			}
		})
	}
}

// rawLink dials addr as node a, with a hello that change may spoil.
func rawLink(t *testing.T, addr string, change func(*hello)) *wire {
	t.Helper()
	w, _, err := rawHello(t, addr, change)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func rawHello(t *testing.T, addr string, change func(*hello)) (*wire, *hello, error) {
	t.Helper()
	o := testOptions
	if err := o.check(); err != nil {
		t.Fatal(err)
	}
	d := &dialer{addr: addr, opt: &o, creds: insecure.NewCredentials()}
	h := &hello{
		Protocol: protocol, Node: oscar.Hello{Node: "a", Epoch: 1}, Link: bytes.Repeat([]byte{1}, linkLen),
		MaxFrame: o.MaxFrame, Window: o.Window,
	}
	if change != nil {
		change(h)
	}
	return d.shake(t.Context(), h)
}

func TestHellosThatAreRefused(t *testing.T) {
	b := testSystem(t, "b")
	l, err := Listen(t.Context(), b, "127.0.0.1:0", testOptions)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close(context.Background())
	w := rawLink(t, l.Addr(), func(h *hello) { h.Node.Node = "c"; h.Link[0] = 9 })
	defer w.abort(nil)
	for _, c := range []struct {
		name   string
		change func(*hello)
		kind   errs.Kind
		want   string
	}{
		{"another protocol", func(h *hello) { h.Protocol = 2 }, errs.Invalid, "node \"a\" speaks link protocol 2, we speak 1"},
		{"no name", func(h *hello) { h.Node.Node = "" }, errs.Invalid, `node of name ""`},
		{"our name", func(h *hello) { h.Node.Node = "b" }, errs.Invalid, `node of name "b"`},
		{"a link without name", func(h *hello) { h.Link = nil }, errs.Invalid, "damaged hello"},
		{"no window", func(h *hello) { h.Window = -1 }, errs.Invalid, "damaged hello"},
		{"a refusal", func(h *hello) { h.Refusal = &refusal{errs.Denied, "no"} }, errs.Invalid, "damaged hello"},
		{"a link that is not there", func(h *hello) { h.Resume = true }, errs.Unavailable, "node b, incarnation 7, knows no such link of node a"},
		{"a link of another node", func(h *hello) { h.Resume = true; h.Link[0] = 9 }, errs.Unavailable, "knows no such link of node a"},
		{"a link that was there before", func(h *hello) { h.Link[0] = 9 }, errs.Invalid, "the name of the link is taken"},
		{"packets that were not sent", func(h *hello) { h.Node.Node = "c"; h.Link[0] = 9; h.Resume = true; h.Received = 4 }, errs.Invalid, "packet 4 of 0"},
		{"a large hello", func(h *hello) { h.Role = strings.Repeat("x", maxHello) }, errs.Invalid, "handshake of"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, _, err := rawHello(t, l.Addr(), c.change)
			if err == nil {
				w.abort(nil)
			}
			if !errs.Is(err, c.kind) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// TestResumeDropsWhatArrived sends packets again that have arrived, over another connection.
func TestResumeDropsWhatArrived(t *testing.T) {
	b := testSystem(t, "b")
	got := make(chan int, 9)
	if _, err := oscar.Spawn(b, "sink", func() *sink { return &sink{got} }); err != nil {
		t.Fatal(err)
	}
	l, err := Listen(t.Context(), b, "127.0.0.1:0", testOptions)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close(context.Background())
	packet := func(n int) []byte {
		raw, err := oscar.Encode(n)
		if err != nil {
			t.Fatal(err)
		}
		return rawPacket(uint64(n), oscar.Requests, whole, record(frameBytes(t, oscar.Frame{Kind: oscar.FrameTell, UID: "sink", Method: "grpcnet.sink.put", Raw: raw})))
	}
	w := rawLink(t, l.Addr(), nil)
	if err := w.SendMsg(bytesMessage(dataMessage(packet(1), packet(2)))); err != nil {
		t.Fatal(err)
	}
	for want := 1; want <= 2; want++ {
		if n := <-got; n != want {
			t.Fatalf("got %d, want %d", n, want)
		}
	}
	// The first connection is still there: the peer must not wait for its end.
	again, h, err := rawHello(t, l.Addr(), func(h *hello) { h.Resume = true })
	if err != nil {
		t.Fatal(err)
	}
	defer again.abort(nil)
	if h.Received != 2 {
		t.Errorf("packet %d had arrived, want 2", h.Received)
	}
	if err := again.SendMsg(bytesMessage(dataMessage(packet(1), packet(2), packet(3)))); err != nil {
		t.Fatal(err)
	}
	if n := <-got; n != 3 {
		t.Errorf("got %d again", n)
	}
	if st := l.Links(); len(st) != 1 || st[0].Duplicates != 2 || st[0].Reconnects != 1 {
		t.Errorf("stats %+v", st)
	}
	var m message
	if err := w.RecvMsg(&m); err == nil && m.in.ReadOnlyData()[0] == kindBye {
		t.Error("the old connection got a goodbye, not an end")
	}
	w.abort(nil)
}

type sink struct{ got chan int }

func (s *sink) put(_ context.Context, n int) (oscar.None, error) {
	s.got <- n
	return oscar.None{}, nil
}

var _ = oscar.Def("grpcnet.sink.put", (*sink).put)
