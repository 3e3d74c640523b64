package plane

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
)

// Between workers, a request `POST sessions/SESSION/fetch` with `Upgrade: mars-chunks` turns its connection
// into a stream of requests and answers, RFC 9110 section 7.8: then values go from their blocks to the
// connection and from it to blocks without passing through buffers of package http. A request is u32 length,
// the CBOR of request, u32 crc32c of both; each has a ticket of its own. The answer is in message.go.
const protocol = "mars-chunks"

const (
	maxRequest  = 64 << 20        // bytes of a request
	streamIdle  = 3 * time.Minute // how long a stream may stay without a request
	streamQuiet = 10 * time.Second
)

// stream answers POST sessions/SESSION/fetch.
func (s *Server) stream(w http.ResponseWriter, r *http.Request) {
	err := s.o.Ring.check(ticketOf(r), r.PathValue("session"), "", Read, time.Now())
	if err == nil && !strings.EqualFold(r.Header.Get("Upgrade"), protocol) {
		err = errs.New(errs.Invalid, "a fetch is an upgrade to %s", protocol)
	}
	if err != nil {
		refuse(s.o.Log, w, r, err)
		return
	}
	conn, rw, err := http.NewResponseController(w).Hijack()
	if err != nil {
		refuse(s.o.Log, w, r, errs.Wrap(errs.Internal, err, "upgrade"))
		return
	}
	defer conn.Close()
	if !s.opened(conn) {
		return
	}
	defer s.closed(conn)
	_ = conn.SetDeadline(time.Now().Add(streamQuiet))
	if _, err := io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: "+protocol+"\r\n\r\n"); err != nil {
		return
	}
	err = s.requests(conn, rw.Reader)
	if err != nil && !errors.Is(err, io.EOF) {
		s.o.Log.Debug("transfer broken", "from", r.RemoteAddr, "error", err)
	}
}

// requests serves a stream until it breaks or is refused.
func (s *Server) requests(conn net.Conn, r *bufio.Reader) error {
	x := &sending{s: s, conn: conn, buf: make([]byte, 0, gather)}
	for {
		_ = conn.SetReadDeadline(time.Now().Add(streamIdle))
		q, err := readRequest(r, func() { _ = conn.SetReadDeadline(time.Now().Add(streamQuiet)) })
		if err != nil {
			if errs.Is(err, errs.Invalid) {
				s.o.Log.Warn("data request refused", "kind", errs.Invalid.String(), "from", conn.RemoteAddr().String(), "error", err)
			}
			return err
		}
		if err := s.o.Ring.check(q.Ticket, q.Session, "", Read, time.Now()); err != nil {
			s.o.Log.Warn("data request refused", "kind", errs.Denied.String(), "from", conn.RemoteAddr().String(), "error", err)
			return x.fail(err)
		}
		x.session = q.Session
		ctx, cancel := context.WithCancel(s.ctx)
		stop := x.keepAlive(cancel)
		err = x.all(ctx, q)
		stop()
		cancel()
		if err != nil && !errors.Is(err, errSaid) {
			return err
		}
	}
}

// A request is what a fetch asks for.
type request struct {
	Session string  `cbor:"1,keyasint"`
	Ticket  string  `cbor:"2,keyasint"`
	Items   []item  `cbor:"3,keyasint"`
	From    *resume `cbor:"4,keyasint,omitempty"`
}

func appendRequest(b []byte, q *request) ([]byte, error) {
	e, err := oscar.Encode(q)
	if err != nil {
		return nil, err
	}
	if len(e) > maxRequest {
		return nil, errs.New(errs.Invalid, "a request of %d bytes; at most %d are taken", len(e), maxRequest)
	}
	at := len(b)
	b = append(binary.LittleEndian.AppendUint32(b, uint32(len(e))), e...)
	return binary.LittleEndian.AppendUint32(b, sum(b[at:])), nil
}

// readRequest reads a request; begun is called when its first bytes are there. The end of the stream before
// that is io.EOF.
func readRequest(r io.Reader, begun func()) (*request, error) {
	var pre, tail [4]byte
	if _, err := io.ReadFull(r, pre[:]); err != nil {
		return nil, err
	}
	begun()
	n := binary.LittleEndian.Uint32(pre[:])
	if n > maxRequest {
		return nil, errs.New(errs.Invalid, "a request of %d bytes; at most %d are taken", n, maxRequest)
	}
	b, err := readSome(r, int(n))
	if err != nil {
		return nil, err
	}
	if _, err := io.ReadFull(r, tail[:]); err != nil {
		return nil, early(err)
	}
	if crcOf(pre[:], b) != binary.LittleEndian.Uint32(tail[:]) {
		return nil, errs.New(errs.Invalid, "the checksum of a request differs")
	}
	q := &request{}
	return q, oscar.Decode(b, q)
}
