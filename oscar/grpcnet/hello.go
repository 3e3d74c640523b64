package grpcnet

import (
	"github.com/fxamacker/cbor/v2"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
)

// protocol is the form of everything after the hello. Nodes of one version speak one form; the number is for
// those that are of no version, as in tests.
const protocol = 1

// hello is the first message in either direction.
type hello struct {
	Protocol uint64      `cbor:"1,keyasint"`
	Node     oscar.Hello `cbor:"2,keyasint"`
	Role     string      `cbor:"3,keyasint,omitempty"`
	Addr     string      `cbor:"4,keyasint,omitempty"` // Options.Advertise
	Link     []byte      `cbor:"5,keyasint,omitempty"` // name of the link, random, given by who dials
	Resume   bool        `cbor:"6,keyasint,omitempty"` // the link exists
	Received uint64      `cbor:"7,keyasint,omitempty"` // the last packet that arrived over it
	MaxFrame int         `cbor:"8,keyasint,omitempty"`
	Window   int         `cbor:"9,keyasint,omitempty"`
	Refusal  *refusal    `cbor:"10,keyasint,omitempty"` // instead of all the rest
	Nonce    []byte      `cbor:"11,keyasint,omitempty"` // of a node that has a secret
	Proof    []byte      `cbor:"12,keyasint,omitempty"` // that it knows it
}

// refusal says why there is no link, or no longer.
type refusal struct {
	Kind errs.Kind `cbor:"1,keyasint"`
	Msg  string    `cbor:"2,keyasint"`
}

func (r *refusal) err() error { return &errs.Error{Kind: r.Kind, Msg: r.Msg} }

// A hello of another version must be readable, to name both; so what is unknown is skipped, unlike in frames.
var (
	helloEnc = must(cbor.EncOptions{}.EncMode())
	helloDec = must(cbor.DecOptions{MaxNestedLevels: 8, MaxArrayElements: 1024, MaxMapPairs: 64, UTF8: cbor.UTF8DecodeInvalid}.DecMode())
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

const (
	maxHello = 16 << 10
	linkLen  = 16
)

func encodeHello(h *hello) []byte { return must(helloEnc.Marshal(h)) }

// decodeHello reads a hello and checks that it can be one.
func decodeHello(b []byte) (*hello, error) {
	h := &hello{}
	if err := decode(b, h); err != nil {
		return nil, err
	}
	switch {
	case h.Refusal != nil:
	case h.Protocol != protocol:
		return nil, errs.New(errs.Invalid, "node %q speaks link protocol %d, we speak %d", h.Node.Node, h.Protocol, protocol)
	case len(h.Link) != linkLen || h.MaxFrame <= 0 || h.Window <= 0:
		return nil, errs.New(errs.Invalid, "damaged hello of %d bytes", len(b))
	}
	return h, nil
}

func decode(b []byte, v any) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errs.New(errs.Invalid, "damaged handshake of %d bytes: %v", len(b), r)
		}
	}()
	if len(b) > maxHello {
		return errs.New(errs.Invalid, "handshake of %d bytes", len(b))
	}
	if err := helloDec.Unmarshal(b, v); err != nil {
		return errs.Wrap(errs.Invalid, err, "damaged handshake of %d bytes", len(b))
	}
	return nil
}
