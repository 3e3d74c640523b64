package grpcnet

import (
	"encoding/binary"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
)

// A message after the hello is its kind (a byte), the number of the last packet that arrived (8 bytes), the
// cost of all requests that were taken so far (8 bytes), and then by kind. Numbers are little endian.
const (
	kindData byte = iota + 1 // packets, or none
	kindPing                 // 8 bytes, which the pong gives back
	kindPong
	kindBye // a refusal in CBOR: the link ends
)

const headSize = 17

type head struct {
	kind            byte
	received, taken uint64
}

func (h head) append(b []byte) []byte {
	b = append(b, h.kind)
	b = binary.LittleEndian.AppendUint64(b, h.received)
	return binary.LittleEndian.AppendUint64(b, h.taken)
}

func parseHead(b []byte) (h head, body []byte, err error) {
	if len(b) < headSize || b[0] < kindData || b[0] > kindBye {
		return h, nil, errs.New(errs.Invalid, "damaged message of %d bytes", len(b))
	}
	h = head{b[0], binary.LittleEndian.Uint64(b[1:]), binary.LittleEndian.Uint64(b[9:])}
	body = b[headSize:]
	if (h.kind == kindPing || h.kind == kindPong) && len(body) != 8 {
		return h, nil, errs.New(errs.Invalid, "damaged ping of %d bytes", len(b))
	}
	return h, body, nil
}

// A packet is what is numbered, acknowledged and sent again: frames of one lane, each with its length (4
// bytes) before it, or a part of a frame that is too large for one. Its header is the number (8 bytes), the
// length of what follows the header (4 bytes), the lane and the part (a byte each), two zeros.
const packetHead = 16

// part says what is in a packet.
type part uint8

const (
	whole part = iota // frames
	piece             // a part of a frame, more follow
	final             // the last part
	partEnd
)

// inPacket is a packet that came.
type inPacket struct {
	seq  uint64
	lane oscar.Lane
	part part
	data []byte
}

// parsePacket takes the first packet of b.
func parsePacket(b []byte) (p inPacket, rest []byte, err error) {
	if len(b) < packetHead {
		return p, nil, errs.New(errs.Invalid, "damaged packet: %d bytes are left", len(b))
	}
	p = inPacket{seq: binary.LittleEndian.Uint64(b), lane: oscar.Lane(b[12]), part: part(b[13])}
	n := binary.LittleEndian.Uint32(b[8:])
	b = b[packetHead:]
	if p.seq == 0 || p.lane > oscar.Control || p.part >= partEnd || n == 0 || uint64(n) > uint64(len(b)) {
		return p, nil, errs.New(errs.Invalid, "damaged packet %d", p.seq)
	}
	p.data = b[:n:n]
	return p, b[n:], nil
}

// parseRecord takes the first frame, still encoded, of a whole packet.
func parseRecord(b []byte) (frame, rest []byte, err error) {
	if len(b) < 4 {
		return nil, nil, errs.New(errs.Invalid, "damaged packet: %d bytes are left", len(b))
	}
	n := binary.LittleEndian.Uint32(b)
	b = b[4:]
	if uint64(n) > uint64(len(b)) {
		return nil, nil, errs.New(errs.Invalid, "damaged packet: a frame of %d bytes in %d", n, len(b))
	}
	return b[:n:n], b[n:], nil
}

// frameCost is what a request of n encoded bytes takes of the window. Both sides must agree.
func frameCost(n int) uint64 { return uint64(n) + 64 }
