package node

import (
	"crypto/tls"
	"log/slog"
	"net"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar/grpcnet"
	"github.com/mars-project/mars-go/service/plane"
)

// Network says how a process is reached by other nodes, and how it reaches them. The zero value listens on
// all addresses at a free port.
type Network struct {
	// Host and Port are what to listen on. The defaults are all addresses and a port that is free.
	Host string
	Port int
	// Advertise is the address at which others reach the process, with or without a port. The default is the
	// one listened on.
	Advertise string
	// Secret is that of the cluster, of at least 16 bytes: nodes prove to each other that they know it, and
	// it signs tickets for data. Without one everybody who reaches a supervisor may join; the supervisor
	// draws what signs tickets, and workers learn it.
	Secret []byte
	// TLS makes links and data encrypted, and both sides prove who they are. The default is neither.
	TLS *tls.Config
	// Names makes certificates vouch for the hosts of nodes too, not for their roles alone.
	Names bool
	// KeepAlive is the time between two pings of a link. The default is 1 s.
	KeepAlive time.Duration
	// Log gets what happens. The default is slog.Default().
	Log *slog.Logger
}

func (n *Network) check() error {
	if n.Port < 0 || n.Port > 65535 {
		return errs.New(errs.Invalid, "port %d: want 1 to 65535, or 0 for one that is free", n.Port)
	}
	if n.Log == nil {
		n.Log = slog.Default()
	}
	if k := len(n.Secret); k > 0 && k < plane.MinSecret {
		return errs.New(errs.Invalid, "the secret of the cluster has %d bytes; it needs %d", k, plane.MinSecret)
	}
	return nil
}

// options are those of links.
func (n *Network) options(role, advertise string, allow ...string) grpcnet.Options {
	o := grpcnet.Options{Advertise: advertise, TLS: n.TLS, Names: n.Names, Secret: n.Secret, Role: role, Log: n.Log, KeepAlive: n.KeepAlive}
	if len(allow) > 0 {
		o.Allow = grpcnet.Only(allow...)
	}
	return o
}

// LoadTLS reads a certificate, its key, and the authorities that peers are verified by, from PEM files; see
// grpcnet.LoadTLS. All empty: nil.
func LoadTLS(cert, key, ca string) (*tls.Config, error) {
	if cert == "" && key == "" && ca == "" {
		return nil, nil
	}
	return grpcnet.LoadTLS(cert, key, ca)
}

// dataTLS is the configuration of data ports: tickets say who may read, so readers need no certificate.
func dataTLS(c *tls.Config) *tls.Config {
	if c == nil {
		return nil
	}
	c = c.Clone()
	c.ClientAuth = tls.NoClientCert
	return c
}

// planeClient is a way to the data of all workers, which are named by their data address.
func planeClient(n *Network, ring *plane.Ring, slots int, unreached func(string, error)) (*plane.Client, error) {
	return plane.NewClient(plane.ClientOptions{Resolve: resolve, Ring: ring, Slots: slots, TLS: dataTLS(n.TLS), Patience: dataPatience, Unreached: unreached})
}

// dataPatience is how long a sender may say nothing: one that lives says so every second, and a frozen one is
// taken for dead after as long.
const dataPatience = 3 * time.Second

func resolve(node string) (string, bool) {
	_, _, err := net.SplitHostPort(node)
	return node, err == nil
}
