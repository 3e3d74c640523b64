package web_test

import (
	"strings"
	"testing"

	"connectrpc.com/connect"

	"github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/tensor"
	"github.com/mars-project/mars-go/web"
)

// TestGraphsOfASessionAreBounded writes data into programs until they take more than the supervisor keeps for
// a session.
func TestGraphsOfASessionAreBounded(t *testing.T) {
	s := open(t, func(o *web.Options) { o.MaxGraphs = 250_000 }).begin()
	written := func(first int64) *marsv1.Graph {
		data := make([]int64, 12_000)
		data[0] = first
		return s.graphOf(tensor.Array(data, len(data)).Value())
	}
	submit := func(g *marsv1.Graph) error {
		_, err := s.task.Submit(s.ctx(), &marsv1.SubmitRequest{SessionId: s.id, Graph: g, WaitMs: 30_000})
		return err
	}
	for i := range int64(2) {
		if err := submit(written(i)); err != nil {
			t.Fatal(err)
		}
	}
	third := written(3)
	_, described := s.analyze.Analyze(s.ctx(), &marsv1.AnalyzeRequest{SessionId: s.id, Graph: third})
	for _, err := range []error{submit(third), described} {
		wants(t, err, connect.CodeResourceExhausted, marsv1.ErrorKind_ERROR_KIND_OUT_OF_MEMORY, "a graph of 94 KiB")
		if !strings.Contains(err.Error(), "the other graphs of the session take 188 KiB") || !strings.Contains(err.Error(), "all may take 244 KiB") {
			t.Error(err)
		}
	}
	// Small graphs go on, and another session has its own bound.
	if err := submit(s.graphOf(tensor.Ones([]int{3}).Value())); err != nil {
		t.Error(err)
	}
	was := s.id
	s.begin()
	if err := submit(third); err != nil {
		t.Error(err)
	}
	s.id = was
	key := tensor.Array(make([]int64, 12_000), 12_000).Value().Meta().Key.String()
	if _, err := s.data.Release(s.ctx(), &marsv1.ReleaseRequest{SessionId: s.id, Keys: []string{key}}); err != nil {
		t.Fatal(err)
	}
	if err := submit(third); err != nil {
		t.Errorf("results were dropped: %v", err)
	}
}

// TestEqualGraphsCountOnce runs one program again and again, whose result is held.
func TestEqualGraphsCountOnce(t *testing.T) {
	s := open(t, func(o *web.Options) { o.MaxGraphs = 250_000 }).begin()
	g := s.graphOf(tensor.Array(make([]int64, 12_000), 12_000).Value())
	for i := range 5 {
		if _, err := s.task.Submit(s.ctx(), &marsv1.SubmitRequest{SessionId: s.id, Graph: g, WaitMs: 30_000}); err != nil {
			t.Fatalf("time %d: %v", i+1, err)
		}
	}
}
