package web

import (
	"context"
	"errors"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/internal/beside"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// Analyze describes the targets of a graph, or says what is wrong with the nodes they need.
func (s *Server) Analyze(ctx context.Context, r *marsv1.AnalyzeRequest) (*marsv1.AnalyzeResponse, error) {
	x, err := s.session(ctx, r.GetSessionId())
	if err != nil {
		return nil, err
	}
	defer x.active.Add(-1)
	b, err := s.build(ctx, x, r.GetGraph())
	if err != nil {
		return nil, err
	}
	out := &marsv1.AnalyzeResponse{}
	seen := map[uint32]bool{}
	for i, n := range b.Nodes { // bad calls, without those that only read what is bad
		if n.Err != nil && !reads(n) {
			out.Nodes = append(out.Nodes, &marsv1.Description{Node: r.Graph.Nodes[i].Id, Problem: problemOf(&onNode{r.Graph.Nodes[i].Id, n.Err})})
			seen[uint32(i)] = true
		}
	}
	for i, t := range r.Graph.Targets {
		if seen[t.Node] {
			continue
		}
		seen[t.Node] = true
		n := b.Targets[i].N
		d := &marsv1.Description{Node: r.Graph.Nodes[t.Node].Id}
		if n.Err != nil {
			d.Problem = problemOf(&onNode{culprit(r.Graph, b, n.Err), n.Err})
		}
		for _, m := range n.Outs {
			d.Outputs = append(d.Outputs, s.describe(ctx, x, n, m))
		}
		out.Nodes = append(out.Nodes, d)
	}
	return out, nil
}

// reads reports that a bad node is bad because of an input.
func reads(n *op.Node) bool {
	for _, v := range n.In {
		if v.N.Err != nil {
			return true
		}
	}
	return false
}

// culprit is the id of the node that an error was found at first.
func culprit(g *marsv1.Graph, b *graph.Built, err error) string {
	for i, n := range b.Nodes {
		if errors.Is(n.Err, err) && !reads(n) {
			return g.Nodes[i].Id
		}
	}
	return ""
}

// badTarget is what is wrong with a target, at the node where it was found first.
func badTarget(g *marsv1.Graph, b *graph.Built) error {
	for _, v := range b.Targets {
		if err := v.Err(); err != nil {
			return &onNode{culprit(g, b, err), err}
		}
	}
	return nil
}

// build makes the nodes of a graph.
func (s *Server) build(ctx context.Context, x *session, g *marsv1.Graph) (*graph.Built, error) {
	switch {
	case g == nil:
		return nil, errs.New(errs.Invalid, "there is no graph")
	case len(g.Nodes) > s.o.MaxNodes:
		return nil, errs.New(errs.Invalid, "a graph of %d nodes; this server takes %d", len(g.Nodes), s.o.MaxNodes)
	case len(g.Targets) == 0:
		return nil, errs.New(errs.Invalid, "the graph has no targets")
	case len(g.Targets) > s.o.MaxNodes:
		return nil, errs.New(errs.Invalid, "a graph of %d targets; this server takes %d", len(g.Targets), s.o.MaxNodes)
	}
	back, err := s.take(ctx, x, g)
	if err != nil {
		return nil, err
	}
	defer back()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.life, cancel)()
	w := new(op.Watch)
	at := func() string {
		o, site := w.Doing()
		return site + ": description of " + o
	}
	// An operator that describes its result without end answers nobody: the request fails, the others go on.
	b, done, err := beside.Run(&s.builds, ctx, s.o.MaxTime/2, at, w.Stop, func() (*graph.Built, error) {
		return graph.BuildWatched(g, func(k op.Key) (op.Value, error) { return s.stored(ctx, x, k) }, w)
	})
	if !done {
		o, site := w.Doing()
		if errs.Is(err, errs.Internal) {
			s.o.Log.Error("no description", "op", o, "line", site, "err", err)
		}
		return nil, errs.At(err, site, o)
	}
	var bad *graph.NodeError
	if errors.As(err, &bad) {
		err = &onNode{g.Nodes[bad.I].Id, bad.Err}
	}
	return b, err
}

// stored is a value of the session as a node.
func (s *Server) stored(ctx context.Context, x *session, k op.Key) (op.Value, error) {
	m, err := s.manifest(ctx, x, k)
	if err != nil {
		return op.Value{}, err
	}
	chunks := make([]op.StoredChunk, len(m.Chunks))
	for i := range m.Chunks {
		chunks[i] = op.StoredChunk{Key: m.Chunks[i].Key, Shape: m.Chunks[i].Shape}
	}
	m.Meta.Key = k
	return op.Value{N: op.NewStored(m.Meta, m.Grid, chunks)}, nil
}

// manifest is where the chunks of a value are. NotFound: nobody has a handle on it.
func (s *Server) manifest(ctx context.Context, x *session, k op.Key) (service.Manifest, error) {
	m, ok, err := s.o.Cluster.Lifecycle().Lookup(ctx, x.id, k)
	if err == nil && !ok {
		err = errs.New(errs.NotFound, "value %s is not in session %s: it was released, or never computed", k, x.id)
	}
	return m, err
}

// describe is the description of an output; of a stored value with all that its chunks tell.
func (s *Server) describe(ctx context.Context, x *session, n *op.Node, m op.Meta) *marsv1.Meta {
	if op.IsStored(n.Op) {
		if f, err := s.manifest(ctx, x, m.Key); err == nil {
			return describeManifest(&f)
		}
	}
	return graph.Describe(m)
}

// describeManifest is the description of a value that is stored: no length is unknown.
func describeManifest(f *service.Manifest) *marsv1.Meta {
	m := f.Meta
	m.Key = f.Value
	ls := lengths(f)
	dims := make([]op.Dim, len(m.Dims))
	for a := range dims {
		dims[a] = m.Dims[a]
		if a < len(ls) {
			dims[a] = op.Dim{N: total(ls[a])}
		}
	}
	m.Dims = dims
	out := graph.Describe(m)
	for _, l := range ls {
		sp := &marsv1.Splits{}
		for _, n := range l {
			sp.Lengths = append(sp.Lengths, &marsv1.Dim{N: int64(n)})
		}
		out.Nsplits = append(out.Nsplits, sp)
	}
	for i := range f.Chunks {
		out.Nbytes += f.Chunks[i].Bytes
	}
	return out
}

// lengths are the lengths of the chunks of a value along each axis.
func lengths(f *service.Manifest) [][]int {
	out := make([][]int, len(f.Grid))
	for a := range f.Grid {
		step := 1
		for _, n := range f.Grid[a+1:] {
			step *= n
		}
		out[a] = make([]int, f.Grid[a])
		for k := range out[a] {
			if sh := f.Chunks[k*step].Shape; a < len(sh) {
				out[a][k] = sh[a]
			}
		}
	}
	return out
}

func total(v []int) (n int) {
	for _, x := range v {
		n += x
	}
	return n
}
