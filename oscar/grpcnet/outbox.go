package grpcnet

import (
	"encoding/binary"

	"google.golang.org/grpc/mem"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
)

// directLimit is how many bytes may be without acknowledgment where a sender writes itself: gRPC keeps 64 KiB
// for a stream before it makes writers wait, which a sender must not.
const directLimit = 32 << 10

// outbox is what goes to the peer: frames in packets, by lane, and the packets on their way. The session's
// lock guards it.
type outbox struct {
	window uint64 // of the peer
	queues [2][]*packet
	sent   []*packet // numbered and not acknowledged, in order
	flying int       // bytes of sent
	again  int       // how many of sent were written to the stream of now
	seq    uint64    // of the last packet numbered
	given  uint64    // cost of all requests queued so far
	taken  uint64    // and of those of them that the peer has taken
	wait   []*sender // for room, in order
}

// parcel is a frame ready to be queued.
type parcel struct {
	f     oscar.Frame
	parts []*packet // where the frame is large
	size  int       // then: encoded
}

// sender is somebody who waits for room, with the frame.
type sender struct {
	p    parcel
	done chan struct{} // closed when p was queued
}

// newParcel does what can be done without the lock. limit is that of a frame.
func newParcel(f oscar.Frame, limit int) (p parcel, err error) {
	n := bound(f)
	if f.Err == nil && n <= largePacket {
		return parcel{f: f}, nil
	}
	var b []byte
	if len(f.Raw) <= limit {
		if b, err = oscar.AppendFrame(make([]byte, 0, n), f); err != nil {
			return p, err
		}
		n = len(b)
	}
	if n > limit {
		return p, errs.New(errs.Invalid, "a message of %d bytes is over the limit of %d bytes between nodes (method %q, actor %q)", n, limit, f.Method, f.UID)
	}
	if packetHead+4+n <= largePacket {
		return parcel{f: f}, nil
	}
	return parcel{f: f, parts: cut(f.Lane(), b), size: n}, nil
}

// bound is at least the size of f encoded, but for its error, in a packet of its own.
func bound(f oscar.Frame) int {
	return packetHead + 4 + len(f.UID) + len(f.Method) + len(f.Raw) + 64
}

// full reports that requests have to wait. One more may always go when something less than the window is on
// its way, so that a frame larger than the window goes too.
func (o *outbox) full() bool { return o.given-o.taken >= o.window }

// push queues p.
func (o *outbox) push(p parcel) {
	lane, size := p.f.Lane(), p.size
	if p.parts != nil {
		o.queues[lane] = append(o.queues[lane], p.parts...)
	} else {
		size = o.pushSmall(lane, p.f)
	}
	if lane == oscar.Requests {
		o.given += frameCost(size)
	}
}

func (o *outbox) pushSmall(lane oscar.Lane, f oscar.Frame) (size int) {
	q := o.queues[lane]
	need := bound(f)
	if f.Err != nil {
		need = largePacket
	}
	var p *packet
	if n := len(q); n > 0 {
		p = q[n-1]
	}
	if p == nil || p.part != whole || p.room() < need {
		if p != nil { // there is much to send: make it fewer
			need = largePacket
		}
		p = newPacket(lane, need)
		o.queues[lane] = append(q, p)
	}
	at := len(p.data)
	b, err := oscar.AppendFrame(append(p.data, 0, 0, 0, 0), f)
	if err != nil {
		panic(err) // newParcel encoded it before
	}
	p.data = b
	p.frames++
	size = len(b) - at - 4
	binary.LittleEndian.PutUint32(b[at:], uint32(size))
	return size
}

// admit queues the frames of waiting senders while there is room, and reports whether it did.
func (o *outbox) admit() bool {
	n := 0
	for n < len(o.wait) && !o.full() {
		o.push(o.wait[n].p)
		close(o.wait[n].done)
		n++
	}
	if n == len(o.wait) {
		o.wait = nil
	} else if n > 0 {
		o.wait = append([]*sender(nil), o.wait[n:]...)
	}
	return n > 0
}

// empty reports that everything was written to the stream.
func (o *outbox) empty() bool {
	return o.again == len(o.sent) && len(o.queues[oscar.Control]) == 0 && len(o.queues[oscar.Requests]) == 0
}

// batch appends the packets of the next message to out: what has to be sent again, then control, then
// requests.
func (o *outbox) batch(out mem.BufferSlice, st *counters) mem.BufferSlice {
	size := 0
	for ; o.again < len(o.sent) && size < batchSize; o.again++ {
		p := o.sent[o.again]
		out = append(out, p.buffer())
		size += len(p.data)
		st.resent.Add(1)
	}
	for i, lane := range [...]oscar.Lane{oscar.Control, oscar.Requests} {
		limit := batchSize + i*largePacket // control comes first, and still every message takes a request along
		for len(o.queues[lane]) > 0 && o.again == len(o.sent) && size < limit {
			q := o.queues[lane]
			p := q[0]
			q[0] = nil
			o.queues[lane] = q[1:]
			if len(q) == 1 {
				o.queues[lane] = q[:0]
			}
			o.seq++
			p.number(o.seq)
			o.sent = append(o.sent, p)
			o.flying += len(p.data)
			o.again++
			out = append(out, p.buffer())
			size += len(p.data)
			st.framesOut.Add(uint64(p.frames))
		}
	}
	return out
}

// settle is told by the peer which packets arrived and what it took of the requests.
func (o *outbox) settle(received, taken uint64) error {
	if received > o.seq || taken > o.given {
		return errs.New(errs.Invalid, "the peer acknowledges packet %d of %d, and %d bytes of %d", received, o.seq, taken, o.given)
	}
	n := 0
	for n < len(o.sent) && o.sent[n].seq <= received {
		o.flying -= len(o.sent[n].data)
		o.sent[n].release()
		o.sent[n] = nil
		n++
	}
	o.again = max(o.again-n, 0)
	if n == len(o.sent) {
		o.sent = o.sent[:0]
	} else {
		o.sent = o.sent[n:]
	}
	o.taken = max(o.taken, taken)
	return nil
}

// clear forgets everything.
func (o *outbox) clear() {
	for _, p := range o.sent {
		p.release()
	}
	for _, q := range o.queues {
		for _, p := range q {
			p.release()
		}
	}
	o.sent, o.queues, o.again, o.wait = nil, [2][]*packet{}, 0, nil
}
