package oscar

import (
	"context"
	"time"
)

// A Link carries frames from this node to one peer. It is what a transport implements; [Net] is the one
// inside a process. A transport says hello, calls [System.Attach], and hands what arrives to the Port it
// gets.
type Link interface {
	// Send hands one frame over. Frames of one lane arrive in the order they were sent, each at most once;
	// frames of the control lane never wait for those of the requests lane, whose Send waits while the peer
	// has no room.
	//  1. nil: it is on its way.
	//  2. ctx ended while waiting: its error, and the frame does not arrive.
	//  3. The link is down: an Unavailable error; the frame may have arrived.
	//  4. The link never carries such a frame, which is too large: Invalid.
	Send(ctx context.Context, f Frame) error
	// Values reports that Frame.Body and Frame.Err arrive as the values they are. Otherwise Frame.Raw is
	// filled.
	Values() bool
	// Close ends the link; it may be called more than once. The peer learns of it.
	Close() error
}

// A Lane is one of the two orders in which frames travel.
type Lane uint8

const (
	Requests Lane = iota // may wait for room in a mailbox
	Control              // never waits
)

// FrameKind says what a Frame means.
type FrameKind uint8

const (
	FrameAsk     FrameKind = iota + 1 // UID, Method, body, Timeout; answered by FrameReply or FrameGone with its ID
	FrameTell                         // UID, Method, body
	FrameReply                        // ID, body, Err
	FrameGone                         // ID, Err: the actor of that ask does not exist, why
	FrameCancel                       // ID: the asker has given up
	FrameWatch                        // ID, UID: say when the actor ends
	FrameUnwatch                      // ID
	FrameDown                         // ID, Err: the watched actor ended; nil Err if it was asked to
	frameEnd
)

// A Frame is what travels over a Link.
type Frame struct {
	Kind    FrameKind
	ID      uint64 // of the ask or watch, never used twice by a node
	UID     string
	Method  string
	Timeout time.Duration // what is left of the asker's deadline; 0: none
	Body    any           // on a link of values
	Raw     []byte        // else
	Err     error
}

// Lane is the order f belongs to.
func (f Frame) Lane() Lane {
	if f.Kind == FrameAsk || f.Kind == FrameTell {
		return Requests
	}
	return Control
}

// Hello is what two nodes tell each other before they are linked.
type Hello struct {
	Node    string `cbor:"1,keyasint"`
	Version string `cbor:"2,keyasint"`
	Epoch   uint64 `cbor:"3,keyasint"`
}

// Hello is how s introduces itself.
func (s *System) Hello() Hello { return Hello{s.node, s.opt.Version, s.opt.Epoch} }
