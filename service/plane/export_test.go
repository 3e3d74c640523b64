package plane

import (
	"encoding/binary"
	"io"
	"net/url"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
)

func init() { headersWithin = time.Hour }

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

// Messages are one of each kind.
func Messages() (out [][]byte) {
	seal := func(b []byte) []byte { return binary.LittleEndian.AppendUint32(b, sum(b)) }
	le := binary.LittleEndian
	facts, err := oscar.Encode(op.Facts{Shape: []int{3}, Bytes: 24})
	if err != nil {
		panic(err)
	}
	h := appendHead(nil, []byte("header"), inMemory{make([]byte, 24), nil}, facts)
	failure, err := oscar.Encode(service.FailureOf(errs.New(errs.Pressure, "no room")))
	if err != nil {
		panic(err)
	}
	return [][]byte{
		{sayWait},
		seal(le.AppendUint32([]byte{sayMissing}, 7)),
		seal(le.AppendUint32([]byte{sayEnd}, 8)),
		seal(le.AppendUint32(le.AppendUint32([]byte{sayResume}, 1), 99)),
		seal(append(le.AppendUint32(le.AppendUint32([]byte{sayValue}, 2), uint32(len(h))), h...)),
		seal(append(le.AppendUint32([]byte{sayError}, uint32(len(failure))), failure...)),
	}
}

// SelectOf and QueryOf are the two directions of a piece in a URL.
func SelectOf(q url.Values) (Select, error) { return selectOf(q) }
func QueryOf(s Select) url.Values           { return s.query("") }
