package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"

	"github.com/mars-project/mars-go/errs"
)

// envelope is the bytes before a message of a stream, and of each call by gRPC.
const envelope = 5

// unpacks looks at how long a packed body is before anything keeps it: a few hundred kilobytes of gzip can be
// gigabytes. It unpacks to nowhere, in the memory of one window, and stops behind most.
func unpacks(r *http.Request, b []byte, most int64) error {
	packed := r.Header.Get("Content-Encoding") == "gzip"
	for kind, how := range map[string]string{
		"application/connect+": "Connect-Content-Encoding", "application/grpc": "Grpc-Encoding",
	} {
		if strings.HasPrefix(r.Header.Get("Content-Type"), kind) { // one message in an envelope: flags, length
			packed = r.Header.Get(how) == "gzip" && len(b) > envelope && b[0]&1 != 0
			b = b[min(envelope, len(b)):]
		}
	}
	if !packed {
		return nil
	}
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return errs.New(errs.Invalid, "the request is not packed as it says: %s", err)
	}
	n, err := io.Copy(io.Discard, io.LimitReader(z, most+1))
	switch {
	case n > most:
		return errs.New(errs.Invalid, "the request has more than %d bytes when it is unpacked", most)
	case err != nil:
		return errs.New(errs.Invalid, "the request is not packed as it says: %s", err)
	}
	return nil
}
