package node

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/web"
)

// WebConfig are the settings of a web port.
type WebConfig struct {
	// Host and Port are what to listen on. The defaults are all addresses and a port that is free.
	Host string
	Port int
	// Token is what clients must show. Empty: everybody may do everything.
	Token string
	// Users are tokens by the name of who has them; they see their own sessions alone.
	Users map[string]string
	// UserSessions is how many sessions one user may have open, of those without a name all together. The
	// default is no bound.
	UserSessions int
	// Exposed says that everybody who reaches the port may use it; the pages tell.
	Exposed bool
	// NoFunctions says why functions of users are refused. The default is that they are not.
	NoFunctions string
	// TLS makes it speak HTTPS. The default is HTTP.
	TLS *tls.Config
	// Prefix is the path below which it stands, "/mars". The default is the root.
	Prefix string
	// Link is the URL at which people see it. The default is that of the machine.
	Link string
}

// maxBody is the most bytes of the body of an RPC.
const maxBody = 64 << 20

// url is where others reach a web port that listens at an address. One that listens on all addresses is
// reached at the host of self, an address of this process, where that is known, else as peer sees this
// machine.
func (c *WebConfig) url(listening, self, peer string) (string, error) {
	want := ""
	if host, _, err := net.SplitHostPort(listening); err == nil && net.ParseIP(host).IsUnspecified() {
		want, _, _ = net.SplitHostPort(self)
	}
	a, err := advertised(want, listening, peer)
	if c.TLS != nil {
		return "https://" + a + c.Prefix, err
	}
	return "http://" + a + c.Prefix, err
}

// listening is the address that a web port listens on as it was told: Go shows 0.0.0.0 as [::].
func (c *WebConfig) listening(l net.Listener) string {
	host := c.Host
	if host == "" {
		host = "0.0.0.0"
	}
	return at(host, l.Addr().(*net.TCPAddr).Port)
}

// doorOf is where functions of a session reach a web server at a URL. Unavailable: there is none yet.
func doorOf(w *web.Server, url, session string) (service.Door, error) {
	if w == nil {
		return service.Door{}, errs.New(errs.Unavailable, "the web port is being opened")
	}
	token, err := w.SessionToken(session)
	return service.Door{URL: url, Token: token}, err
}

// A webPort serves a handler.
type webPort struct {
	l      net.Listener
	srv    *http.Server
	served chan error
}

// listenWeb opens a web port; serve it then.
func listenWeb(ctx context.Context, c *WebConfig) (_ net.Listener, err error) {
	if c.Prefix, err = web.CleanPrefix(c.Prefix); err != nil {
		return nil, err
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", at(c.Host, c.Port))
	if err != nil {
		return nil, errs.Wrap(errs.Unavailable, err, "the web port")
	}
	return l, nil
}

// serveWeb serves h behind a door, which asks for a token itself where it is not empty.
func serveWeb(l net.Listener, h http.Handler, c *WebConfig, token string, log *slog.Logger) *webPort {
	door := web.NewDoor(l.Addr().String(), token, c.Link)
	h = door.Outside().Before(web.Below(c.Prefix, door.Before(h)))
	p := new(http.Protocols)
	p.SetHTTP1(true)
	p.SetHTTP2(true)
	p.SetUnencryptedHTTP2(true)
	w := &webPort{l: l, served: make(chan error, 1), srv: &http.Server{
		Handler: h, TLSConfig: c.TLS, Protocols: p, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}}
	go func() {
		if c.TLS != nil {
			w.served <- w.srv.ServeTLS(l, "", "")
		} else {
			w.served <- w.srv.Serve(l)
		}
	}()
	return w
}

// close lets what is being answered finish until ctx ends.
func (w *webPort) close(ctx context.Context) error {
	err := w.srv.Shutdown(ctx)
	if err != nil {
		err = w.srv.Close()
	}
	if e := <-w.served; !errors.Is(e, http.ErrServerClosed) {
		err = errors.Join(err, e)
	}
	return err
}

// drawn is n random bytes.
func drawn(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // it does not fail
	return b
}

// webEpoch names one life of a supervisor in the ids of its sessions.
func webEpoch() string { return hex.EncodeToString(drawn(4)) }
