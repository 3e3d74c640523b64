package web

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/meta"
	"github.com/mars-project/mars-go/service/plane"
)

// anyCluster is embedded by another name than that of its method.
type anyCluster = Cluster

// A place is a cluster of which only the way to one chunk is there, with a script of what happens to it.
type place struct {
	anyCluster
	service.LifecycleService
	plane.Parts
	meta *meta.Store
	said strings.Builder
	// on answers what is asked of a band.
	on map[string]func(ctx context.Context) error
}

var spot = op.Key{1}

func band(node string) service.Band { return service.Band{Node: node, Name: "numa-0"} }

func (p *place) Meta() service.MetaService           { return p.meta }
func (p *place) Lifecycle() service.LifecycleService { return p }

// move says that the chunk is on other bands.
func (p *place) move(nodes ...string) {
	_ = p.meta.Remove(context.Background(), "s", []op.Key{spot}, service.Band{})
	m := service.ChunkMeta{Facts: service.Facts{Key: spot}}
	for _, n := range nodes {
		m.Bands = append(m.Bands, band(n))
	}
	_ = p.meta.Put(context.Background(), "s", []service.ChunkMeta{m})
}

func (p *place) Recover(ctx context.Context, _ string, missed []service.ChunkMeta) error {
	fmt.Fprintf(&p.said, "recover;")
	if p.on["again"] != nil {
		return p.on["again"](ctx)
	}
	return errs.New(errs.Lost, "gone for good")
}

func (p *place) Open(ctx context.Context, _ string, c service.ChunkMeta, _ plane.Select, _ string) (*plane.Body, error) {
	for _, b := range c.Bands {
		fmt.Fprintf(&p.said, "%s;", b.Node)
		if err := p.on[b.Node](ctx); !errs.Is(err, errs.Lost) {
			return nil, err
		}
	}
	return nil, errs.New(errs.Lost, "nowhere")
}

// A chunk is looked for where it is now; this one is of a kind that cannot be sent, which says that it was
// found.
func TestRecovering(t *testing.T) {
	found := func(context.Context) error { return errs.New(errs.Type, "found") }
	lost := func(context.Context) error { return errs.New(errs.Lost, "lost") }
	for _, c := range []struct {
		name  string
		setUp func(p *place)
		said  string
		kind  errs.Kind
		took  time.Duration
	}{
		{"it has moved since the manifest was made", func(p *place) {
			p.move("b")
			p.on["b"] = found
		}, "b;", errs.Type, 0},
		{"nobody knows of it yet", func(p *place) { p.on["a"] = found }, "a;", errs.Type, 0},
		{"it is lost and comes back", func(p *place) {
			p.move("b")
			p.on["b"], p.on["c"] = lost, found
			p.on["again"] = func(context.Context) error { p.move("c"); return nil }
		}, "b;recover;c;", errs.Type, 0},
		{"it is lost for good", func(p *place) {
			p.move("b")
			p.on["b"] = lost
		}, "b;recover;", errs.Lost, 0},
		{"its worker is gone and is given up a while later", func(p *place) {
			p.move("b")
			began := time.Now()
			p.on["b"] = func(context.Context) error {
				if time.Since(began) > 100*time.Millisecond {
					p.move("c")
				}
				return errs.New(errs.Unavailable, "connection refused")
			}
			p.on["c"] = found
		}, "b;b;b;b;b;c;", errs.Type, 310 * time.Millisecond},
		{"its worker stands still and is given up", func(p *place) {
			p.move("b")
			p.on["b"] = func(ctx context.Context) error {
				time.AfterFunc(2500*time.Millisecond, func() { p.move("c") })
				<-ctx.Done()
				return errs.Wrap(errs.Canceled, context.Cause(ctx), "fetch")
			}
			p.on["c"] = found
		}, "b;c;", errs.Type, 3010 * time.Millisecond},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := &place{meta: meta.New(), on: map[string]func(context.Context) error{}}
				c.setUp(p)
				began := time.Now()
				_, err := recovering{p, p, t.Context()}.read(t.Context(), "s", service.ChunkMeta{Facts: service.Facts{Key: spot}, Bands: []service.Band{band("a")}}, plane.Select{}, "")
				if !errs.Is(err, c.kind) || p.said.String() != c.said || time.Since(began) != c.took {
					t.Errorf("%v after %s and %s; want %s after %s and %s", err, p.said.String(), time.Since(began), c.kind, c.said, c.took)
				}
			})
		})
	}
}

// A server that stops waits for nothing that is being made again.
func TestRecoveringEndsWithTheServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &place{meta: meta.New(), on: map[string]func(context.Context) error{}}
		p.move("b")
		p.on["b"] = func(context.Context) error { return errs.New(errs.Lost, "lost") }
		p.on["again"] = func(ctx context.Context) error {
			<-ctx.Done()
			return errs.Wrap(errs.Canceled, ctx.Err(), "recover")
		}
		life, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		began := time.Now()
		_, err := recovering{p, p, life}.read(t.Context(), "s", service.ChunkMeta{Facts: service.Facts{Key: spot}}, plane.Select{}, "")
		if !errs.Is(err, errs.Canceled) || time.Since(began) != time.Minute {
			t.Errorf("%v after %s", err, time.Since(began))
		}
	})
}
