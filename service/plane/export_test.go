package plane

import (
	"io"

	"github.com/mars-project/mars-go/op"
)

// AppendRequest is a request for one item, for tests that speak for themselves.
func AppendRequest(session, ticket string, k op.Key, part int32) []byte {
	b, err := appendRequest(nil, &request{Session: session, Ticket: ticket, Items: []item{{Key: k, Part: part}}})
	if err != nil {
		panic(err)
	}
	return b
}

// ReadMessage and ReadRequest are the decoders of what comes from elsewhere.
func ReadMessage(r io.Reader) (any, error) { return readMessage(r) }
func ReadRequest(r io.Reader) (any, error) { return readRequest(r, func() {}) }
