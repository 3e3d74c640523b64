package oscartest_test

import (
	"testing"
	"time"

	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/oscar/oscartest"
)

func TestNetPassesTheLinkSuite(t *testing.T) {
	late := oscar.Faults{Delay: func(string, string, oscar.Frame) time.Duration { return 20 * time.Microsecond }}
	for name, n := range map[string]*oscar.Net{
		"values": oscar.NewNet(oscar.Values),
		"bytes":  oscar.NewNet(oscar.Bytes),
		"late":   oscar.NewNet(oscar.Bytes, late),
	} {
		t.Run(name, func(t *testing.T) {
			oscartest.RunLinks(t, func(a, b *oscar.System) (func(), error) {
				return func() { n.Cut(a, b) }, n.Join(a, b)
			})
		})
	}
}
