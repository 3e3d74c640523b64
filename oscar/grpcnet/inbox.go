package grpcnet

import (
	"sync"
	"sync/atomic"

	"google.golang.org/grpc/mem"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
)

const (
	ackPackets = 16       // packets received without word to the peer, at most
	ackBytes   = 64 << 10 // and bytes
)

// inbox is what comes from the peer. The session's lock guards seq, told and owed; the reader of the stream
// alone uses the rest, but for requests.
type inbox struct {
	seq      uint64 // of the last packet that arrived
	told     uint64 // of the last one the peer knows to have arrived
	owed     int    // bytes since
	partial  [2][]byte
	requests requestQueue
	taken    atomic.Uint64 // cost of requests taken by mailboxes
	granted  atomic.Uint64 // of these, what the peer knows
}

// number checks the packets that came, takes their numbers and gives those that are new.
func (in *inbox) number(packets []inPacket, st *counters) ([]inPacket, error) {
	old := 0
	for old < len(packets) && packets[old].seq <= in.seq {
		old++
	}
	st.duplicates.Add(uint64(old))
	for _, p := range packets[old:] {
		if p.seq != in.seq+1 {
			return nil, errs.New(errs.Invalid, "packet %d came after packet %d", p.seq, in.seq)
		}
		in.seq++
		in.owed += len(p.data)
	}
	return packets[old:], nil
}

// due reports that the peer should hear what arrived even if there is nothing else to say.
func (in *inbox) due() bool { return in.seq-in.told >= ackPackets || in.owed >= ackBytes }

// join adds a part to the frame it belongs to, and gives the frame when it is complete.
func (in *inbox) join(p inPacket, limit int) (frame []byte, err error) {
	b := append(in.partial[p.lane], p.data...)
	in.partial[p.lane] = b
	if len(b) > limit {
		return nil, errs.New(errs.Invalid, "a message of over %d bytes, the limit", limit)
	}
	if p.part != final {
		return nil, nil
	}
	in.partial[p.lane] = nil
	return b, nil
}

// request is a packet of requests, or one large request, that waits for its turn.
type request struct {
	data  []byte
	frame bool       // data is one frame, not a packet of them
	hold  mem.Buffer // of data; nil: nobody's
}

// requestQueue holds what the peer's window lets it send.
type requestQueue struct {
	mu    sync.Mutex
	queue []request
	ready chan struct{} // has a token when queue may have become non-empty
}

func (q *requestQueue) put(r request) {
	q.mu.Lock()
	q.queue = append(q.queue, r)
	first := len(q.queue) == 1
	q.mu.Unlock()
	if first {
		select {
		case q.ready <- struct{}{}:
		default:
		}
	}
}

// take gives all that waits, in room that was used before.
func (q *requestQueue) take(room []request) []request {
	q.mu.Lock()
	defer q.mu.Unlock()
	r := q.queue
	q.queue = room[:0]
	return r
}

// frames calls f for each frame of a packet.
func frames(data []byte, f func(b []byte, x oscar.Frame) error) error {
	for len(data) > 0 {
		b, rest, err := parseRecord(data)
		if err != nil {
			return err
		}
		x, err := oscar.ParseFrame(b)
		if err != nil {
			return err
		}
		if err := f(b, x); err != nil {
			return err
		}
		data = rest
	}
	return nil
}
