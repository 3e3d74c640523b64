package grpcnet

import (
	"crypto/tls"
	"log/slog"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
)

// Options are the settings of Listen and Dial. The zero value is good on a trusted network.
type Options struct {
	// Advertise is an address (host:port) at which this process accepts TCP connections, whatever it serves
	// there. A peer that was dialled by us and loses the connection tries it: refused means that we are dead.
	// Without it such a peer waits for us at most 80 ms.
	Advertise string
	// TLS makes both sides prove who they are: it needs a certificate, and RootCAs or ClientCAs to verify the
	// peer's. The default is no encryption.
	TLS *tls.Config
	// Role is what this node claims to be, such as "worker". With TLS its certificate must say so too: see
	// RoleURI.
	Role string
	// Names makes the certificate of a peer vouch for its name too: the host of its address must be among
	// those of the certificate (subjectAltName). A node without an address, such as a web port, has none to
	// vouch for.
	Names bool
	// Secret is that of the cluster: both sides must know the same one, and prove it. Empty: there is none.
	Secret []byte
	// Allow says whether to be linked to a peer of a role. An error is told to the peer. The default allows
	// all.
	Allow func(peer oscar.Hello, role string) error
	// Log gets links that come, break and go. The default is slog.Default().
	Log *slog.Logger
	// KeepAlive says how soon a peer must be heard: one that is silent for half of it is pinged, one that is
	// silent for twice as long is taken to be unreachable. With the defaults a frozen process is down within
	// 2.75 s. The default is 1 s.
	KeepAlive time.Duration
	// Grace is how long a link may be without a connection before it goes down. The default is 500 ms.
	Grace time.Duration
	// MaxFrame is the largest message of an actor, in bytes as encoded. The smaller one of both sides counts.
	// The default is 64 MiB.
	MaxFrame int
	// Window is how many bytes of requests may be on their way to this node before senders wait. The default
	// is 1 MiB.
	Window int
}

const (
	blindGrace     = 80 * time.Millisecond // for the return of a dialer that cannot be tried
	handshakeLimit = 5 * time.Second       // for the first words of a peer
	flushLimit     = time.Second           // for what is on its way when a link is closed
)

func (o *Options) check() error {
	if o.KeepAlive < 0 || o.Grace < 0 || o.MaxFrame < 0 || o.Window < 0 {
		return errs.New(errs.Invalid, "grpcnet: negative KeepAlive, Grace, MaxFrame or Window")
	}
	o.KeepAlive = or(o.KeepAlive, time.Second)
	o.Grace = or(o.Grace, 500*time.Millisecond)
	o.MaxFrame = or(o.MaxFrame, 64<<20)
	o.Window = or(o.Window, 1<<20)
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.TLS != nil {
		return checkTLS(o.TLS)
	}
	return nil
}

func or[T comparable](a, b T) T {
	var zero T
	if a == zero {
		return b
	}
	return a
}
