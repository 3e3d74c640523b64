package plane

import (
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/mars-project/mars-go/errs"
)

// pace is how many bytes must pass within the patience for a connection to be alive.
const pace = 1 << 20

// paced writes an answer to a reader that has to make progress: a piece that it does not take in time is an
// error, and whoever writes lets go of what it holds.
type paced struct {
	w        http.ResponseWriter
	c        *http.ResponseController
	patience time.Duration
}

func newPaced(w http.ResponseWriter, patience time.Duration) *paced {
	return &paced{w, http.NewResponseController(w), patience}
}

// Write writes p a piece at a time.
func (p *paced) Write(b []byte) (n int, err error) {
	for {
		k := min(len(b), pace)
		_ = p.c.SetWriteDeadline(time.Now().Add(p.patience)) // a recorder of a test has none
		m, err := p.w.Write(b[:k])
		n += m
		if b = b[k:]; err != nil || len(b) == 0 {
			return n, err
		}
	}
}

// end lets the connection be used for what comes next.
func (p *paced) end() {
	_ = p.c.Flush()
	_ = p.c.SetWriteDeadline(time.Time{})
}

// pacedReader reads a request from one who has to make progress.
type pacedReader struct {
	r        io.Reader
	c        *http.ResponseController
	patience time.Duration
}

func newPacedReader(w http.ResponseWriter, r io.Reader, patience time.Duration) *pacedReader {
	return &pacedReader{r, http.NewResponseController(w), patience}
}

func (p *pacedReader) Read(b []byte) (int, error) {
	_ = p.c.SetReadDeadline(time.Now().Add(p.patience))
	n, err := p.r.Read(b)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		err = errs.Wrap(errs.Canceled, err, "read the request")
	}
	return n, err
}

func (p *pacedReader) end() { _ = p.c.SetReadDeadline(time.Time{}) }
