package plane

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// kindHeader names the kind of an error.
const kindHeader = "Mars-Error"

// maxProblem is how much of an error's text is read.
const maxProblem = 64 << 10

// problem is the body of an answer that is an error.
type problem struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

// StatusOf is the HTTP status of an error of kind k.
func StatusOf(k errs.Kind) int {
	switch k {
	case errs.Invalid:
		return http.StatusBadRequest
	case errs.NotFound:
		return http.StatusNotFound
	case errs.Type:
		return http.StatusUnsupportedMediaType
	case errs.Lost:
		return http.StatusGone
	case errs.OutOfMemory:
		return http.StatusInsufficientStorage
	case errs.Pressure, errs.Unavailable:
		return http.StatusServiceUnavailable
	case errs.Canceled:
		return 499 // nginx's "client closed request"
	case errs.Denied:
		return http.StatusForbidden
	}
	return http.StatusInternalServerError
}

// refuse answers a request with an error, and logs what was not allowed or is our fault.
func refuse(log *slog.Logger, w http.ResponseWriter, r *http.Request, err error) {
	k := errs.KindOf(err)
	level := slog.LevelDebug
	switch k {
	case errs.Denied, errs.Invalid:
		level = slog.LevelWarn
	case errs.Internal:
		level = slog.LevelError
	}
	log.Log(r.Context(), level, "data request refused", "kind", k.String(), "from", r.RemoteAddr, "method", r.Method, "path", clip(r.URL.Path), "error", err)
	b, _ := json.Marshal(problem{k.String(), err.Error()}) // two strings
	h := w.Header()
	for _, name := range []string{"Content-Length", "Content-Range", "ETag", "Accept-Ranges"} {
		h.Del(name)
	}
	h.Set("Content-Type", JSON)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set(kindHeader, k.String())
	if k == errs.Pressure {
		h.Set("Retry-After", "1")
	}
	w.WriteHeader(StatusOf(k))
	_, _ = w.Write(b)
}

// clip keeps what strangers send from filling the log.
func clip(s string) string { return s[:min(len(s), 200)] }

// errorOf is the error that an answer is, nil for success. k is the chunk it is about, if it is about one.
func errorOf(r *http.Response, k op.Key) error {
	if r.StatusCode < 300 {
		return nil
	}
	b, _ := io.ReadAll(io.LimitReader(r.Body, maxProblem))
	name := r.Header.Get(kindHeader)
	if name == "" { // not one of ours: a proxy, or another program on that port
		return errs.New(errs.Unavailable, "%s answers %s", r.Request.URL.Host, r.Status)
	}
	var p problem
	if json.Unmarshal(b, &p) != nil || p.Message == "" {
		p.Message = r.Status
	}
	e := &errs.Error{Kind: errs.ParseKind(name), Msg: p.Message}
	if e.Kind == errs.Lost && !k.IsZero() {
		e.Err = &service.LostError{Keys: []op.Key{k}}
	}
	return e
}
