package grpcnet

import (
	"encoding/binary"
	"sync"
	"sync/atomic"

	"google.golang.org/grpc/mem"

	"github.com/mars-project/mars-go/oscar"
)

const (
	smallPacket = 4 << 10
	largePacket = 32 << 10
	batchSize   = 128 << 10 // of a message: no packet is added above it
)

// packet is one that goes: its header is written when it gets its number. It is kept until the peer has it,
// and gRPC holds it while it writes.
type packet struct {
	data   []byte
	seq    uint64
	lane   oscar.Lane
	part   part
	frames int
	refs   atomic.Int32
}

var packets = [2]sync.Pool{
	{New: func() any { return &packet{data: make([]byte, 0, smallPacket)} }},
	{New: func() any { return &packet{data: make([]byte, 0, largePacket)} }},
}

func poolOf(size int) *sync.Pool {
	if size <= smallPacket {
		return &packets[0]
	}
	return &packets[1]
}

// newPacket has room for at least size bytes, header included; size is at most largePacket.
func newPacket(lane oscar.Lane, size int) *packet {
	p := poolOf(size).Get().(*packet)
	p.data = p.data[:packetHead]
	p.seq, p.lane, p.part, p.frames = 0, lane, whole, 0
	p.refs.Store(1)
	return p
}

// room is how many bytes can be added.
func (p *packet) room() int { return cap(p.data) - len(p.data) }

// number gives the packet its place in the order of the link.
func (p *packet) number(seq uint64) {
	p.seq = seq
	b := p.data[:packetHead]
	binary.LittleEndian.PutUint64(b, seq)
	binary.LittleEndian.PutUint32(b[8:], uint32(len(p.data)-packetHead))
	b[12], b[13], b[14], b[15] = byte(p.lane), byte(p.part), 0, 0
}

// buffer is p for gRPC to send, which must not keep a view of a packet that is used again: each buffer holds
// p.
func (p *packet) buffer() mem.Buffer {
	p.refs.Add(1)
	return mem.NewBuffer(&p.data, p)
}

// Put ends the hold of a buffer. With Get it makes a packet the pool of its buffers.
func (p *packet) Put(*[]byte) { p.release() }

// Get is never called: it is a pool to give back to.
func (p *packet) Get(n int) *[]byte {
	b := make([]byte, n)
	return &b
}

func (p *packet) release() {
	if p.refs.Add(-1) == 0 {
		poolOf(cap(p.data)).Put(p)
	}
}

// cut makes the packets of a frame that is too large to share one.
func cut(lane oscar.Lane, frame []byte) (parts []*packet) {
	for len(frame) > 0 {
		p := newPacket(lane, largePacket)
		n := min(len(frame), p.room())
		p.data = append(p.data, frame[:n]...)
		p.part = piece
		parts = append(parts, p)
		frame = frame[n:]
	}
	last := parts[len(parts)-1]
	last.part, last.frames = final, 1
	return parts
}
