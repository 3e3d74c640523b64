package grpcnet_test

import (
	"testing"
	"time"

	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/oscar/grpcnet"
	"github.com/mars-project/mars-go/oscar/grpcnet/grpcnettest"
	"github.com/mars-project/mars-go/oscar/oscartest"
)

func TestPassesTheLinkSuite(t *testing.T) {
	for name, dials := range map[string]bool{"the first dials": true, "the second dials": false} {
		t.Run(name, func(t *testing.T) {
			m := grpcnettest.NewMesh(grpcnet.Options{Log: quiet, Grace: 100 * time.Millisecond})
			t.Cleanup(m.Close)
			oscartest.RunLinks(t, func(a, b *oscar.System) (func(), error) {
				if !dials {
					a, b = b, a
				}
				w, err := m.Join(a, b)
				if err != nil {
					return nil, err
				}
				return w.Kill, nil
			})
		})
	}
}
