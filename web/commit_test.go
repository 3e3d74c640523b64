package web_test

import (
	"context"
	"sync/atomic"
	"testing"

	"connectrpc.com/connect"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/plane"
	"github.com/mars-project/mars-go/web"
)

// after is called once so many copies were made.
type after struct {
	plane.Parts
	left atomic.Int32
	call func()
}

func (a *after) Copy(ctx context.Context, session string, c service.ChunkMeta, to service.Band) (service.ChunkMeta, error) {
	m, err := a.Parts.Copy(ctx, session, c, to)
	if a.left.Add(-1) == 0 {
		a.call()
	}
	return m, err
}

// A worker goes between the moment in which an upload is looked for and that in which it becomes a value: the
// value must not claim copies that nobody will ever miss. The client begins anew.
func TestAWorkerGoesWhileAnUploadIsCommitted(t *testing.T) {
	var s *site
	s = open(t, func(o *web.Options) {
		a := &after{Parts: o.Parts, call: func() {
			if err := s.c.Kill(context.Background(), "worker-0"); err != nil {
				t.Error(err)
			}
		}}
		a.left.Store(4)
		o.Parts, o.Copies = a, 2
	}).begin()
	s.put(s.create("u"), number)
	_, err := s.commit("u")
	wants(t, err, connect.CodeDataLoss, marsv1.ErrorKind_ERROR_KIND_LOST, "begin another one")
	s.put(s.create("v"), number)
	done, err := s.commit("v")
	if err != nil {
		t.Fatal(err)
	}
	if got := array(t, s.on(done.Key, "tensor.negative").Manifests[0].Parts[0].Inline); nd.At[float64](got, 3) != -3 {
		t.Errorf("%v", got)
	}
}
