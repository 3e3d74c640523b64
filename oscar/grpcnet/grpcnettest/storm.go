package grpcnettest

import (
	"log/slog"
	"time"

	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/oscar/grpcnet"
	"github.com/mars-project/mars-go/oscar/oscartest"
)

// Storm is that of oscartest over links of this package, with and without certificates, one of them slow,
// while proxies break their connections.
func Storm(n int, seed uint64) (oscartest.Counts, error) {
	ca, err := NewCA()
	if err != nil {
		return oscartest.Counts{}, err
	}
	node, err := ca.TLS("node")
	if err != nil {
		return oscartest.Counts{}, err
	}
	// On a busy machine nothing may be taken for dead that is only late.
	o := grpcnet.Options{Log: slog.New(slog.DiscardHandler), KeepAlive: 10 * time.Second, Grace: 20 * time.Second, Window: 16 << 10}
	secure := o
	secure.TLS, secure.Role = node, "node"
	meshes := []*Mesh{nil, NewMesh(o), NewMesh(o), NewMesh(secure)}
	defer func() {
		for _, m := range meshes[1:] {
			m.Close()
		}
	}()
	join := func(hub, leaf *oscar.System, i int) (oscartest.Wire, error) {
		if i == 1 { // of the others the leaf dials
			hub, leaf = leaf, hub
		}
		w, err := meshes[i].Join(leaf, hub)
		if err != nil {
			return nil, err
		}
		if i == 2 {
			w.Delay(100 * time.Microsecond)
		}
		return stormWire{w}, nil
	}
	return oscartest.Sky{Join: join, Patience: 3 * time.Millisecond}.Storm(n, seed)
}

type stormWire struct{ w *Wire }

func (s stormWire) Cut() { s.w.Kill() }

func (s stormWire) Break() bool {
	s.w.Cut()
	return true
}
