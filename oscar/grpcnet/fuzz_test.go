package grpcnet

import (
	"reflect"
	"testing"

	"google.golang.org/grpc/mem"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
)

// FuzzHello reads any bytes as a hello; what can be read is written and read again.
func FuzzHello(f *testing.F) {
	f.Add(encodeHello(&hello{
		Protocol: protocol, Node: oscar.Hello{Node: "a", Version: "1", Epoch: 3}, Role: "worker", Addr: "10.0.0.1:7103",
		Link: make([]byte, linkLen), Resume: true, Received: 9, MaxFrame: 1, Window: 1,
	}))
	f.Add(encodeHello(&hello{Refusal: &refusal{errs.Denied, "no"}}))
	f.Add([]byte{0xa1, 0x18, 0x63, 0x01}) // an unknown field
	f.Fuzz(func(t *testing.T, b []byte) {
		h, err := decodeHello(b)
		if err != nil {
			if !errs.Is(err, errs.Invalid) {
				t.Fatalf("error %v is not Invalid", err)
			}
			return
		}
		again, err := decodeHello(encodeHello(h))
		if err != nil || !reflect.DeepEqual(h, again) {
			t.Fatalf("%+v became %+v, %v", h, again, err)
		}
	})
}

// FuzzMessages hands any bytes to a session as messages of its peer, each with a length byte before it.
func FuzzMessages(f *testing.F) {
	tell, err := oscar.AppendFrame(nil, oscar.Frame{Kind: oscar.FrameTell, UID: "sink", Method: "grpcnet.sink.put", Raw: []byte{1}})
	if err != nil {
		f.Fatal(err)
	}
	watch, err := oscar.AppendFrame(nil, oscar.Frame{Kind: oscar.FrameWatch, ID: 1, UID: "sink"})
	if err != nil {
		f.Fatal(err)
	}
	seed := func(msgs ...[]byte) {
		var all []byte
		for _, m := range msgs {
			all = append(append(all, byte(len(m))), m...)
		}
		f.Add(all)
	}
	seed(dataMessage(rawPacket(1, oscar.Requests, whole, record(tell)), rawPacket(2, oscar.Control, whole, record(watch))))
	seed(dataMessage(rawPacket(1, oscar.Requests, piece, tell[:5])), dataMessage(rawPacket(2, oscar.Requests, final, tell[5:])))
	seed(append(head{kind: kindPing}.append(nil), 1, 2, 3, 4, 5, 6, 7, 8), append(head{kind: kindPong}.append(nil), 1, 2, 3, 4, 5, 6, 7, 8))
	seed(append(head{kind: kindBye}.append(nil), 0xa2, 1, 1, 2, 0x61, 'x'))
	f.Fuzz(func(t *testing.T, b []byte) {
		b = append([]byte(nil), b...)
		sys := testSystem(t, "b")
		got := make(chan int, 1024)
		if _, err := oscar.Spawn(sys, "sink", func() *sink { return &sink{got} }); err != nil {
			t.Fatal(err)
		}
		o := testOptions
		if err := o.check(); err != nil {
			t.Fatal(err)
		}
		s := newSession(sys, &o)
		s.agree(&hello{Node: oscar.Hello{Node: "a", Epoch: 1}, Link: make([]byte, linkLen), MaxFrame: o.MaxFrame, Window: o.Window})
		port, err := sys.Attach(s.peer.Node, s)
		if err != nil {
			t.Fatal(err)
		}
		s.port = port
		s.start()
		for len(b) > 0 {
			n := min(int(b[0]), len(b)-1)
			m := mem.SliceBuffer(b[1 : 1+n])
			b = b[1+n:]
			if err := s.receive(m); err != nil {
				s.fail(err)
				break
			}
		}
		s.fail(errs.New(errs.Unavailable, "the test is over"))
		<-s.done
		s.running.Wait()
	})
}
