package command

import (
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"time"
)

// profiles serves Go's profiles of this process at node.pprof, if there is one, until they are closed.
func (p *program) profiles(log *slog.Logger) (io.Closer, error) {
	if p.set.self.pprof == "" {
		return io.NopCloser(nil), nil
	}
	l, err := net.Listen("tcp", p.set.self.pprof)
	if err != nil {
		return nil, usage("--pprof: %v", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	s := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			log.Warn("profiles are not served any more", "error", err)
		}
	}()
	log.Info("profiles are served", "at", "http://"+l.Addr().String()+"/debug/pprof/")
	return s, nil
}
