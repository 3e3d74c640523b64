package web_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/web"
)

// endless describes its result without end while it is told to.
type endless struct{}

var held atomic.Pointer[chan struct{}]

func init() {
	op.Register[endless](op.Doc{Name: "webtest.endless", Sig: "endless()", Summary: "Described without end"})
}

func (*endless) Infer([]op.Meta) ([]op.Meta, error) {
	if c := held.Load(); c != nil {
		<-*c
	}
	return []op.Meta{{Kind: op.Object}}, nil
}
func (*endless) Tile(t *op.Tiler) error { return t.Out(t.Source()) }
func (*endless) Exec(*op.Exec) error    { return nil }

// An operator that describes its result without end fails the request with its name and the line; the server
// answers others.
func TestADescriptionWithoutEnd(t *testing.T) {
	s := open(t, func(o *web.Options) { o.MaxTime = 2 * time.Second }).begin()
	g, err := graph.Encode(op.Value{N: op.ApplyAt(op.SiteAt("a.py:3"), &endless{})})
	if err != nil {
		t.Fatal(err)
	}
	c := make(chan struct{})
	held.Store(&c)
	t.Cleanup(func() { close(c) })
	_, err = s.analyze.Analyze(s.ctx(), &marsv1.AnalyzeRequest{SessionId: s.id, Graph: g})
	if err == nil || !strings.Contains(err.Error(), "a.py:3: webtest.endless: not at an end after 1s") {
		t.Errorf("described: %v", err)
	}
	_, err = s.task.Submit(s.ctx(), &marsv1.SubmitRequest{SessionId: s.id, Graph: g})
	if err == nil || !strings.Contains(err.Error(), "a.py:3: webtest.endless: not at an end after 1s") {
		t.Errorf("submitted: %v", err)
	}
	held.Store(nil)
	if _, err = s.analyze.Analyze(s.ctx(), &marsv1.AnalyzeRequest{SessionId: s.id, Graph: g}); err != nil {
		t.Error(err)
	}
}
