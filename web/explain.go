package web

import (
	"context"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/service"
)

// Explain tells how the targets of a graph would be made.
func (s *Server) Explain(ctx context.Context, r *marsv1.ExplainRequest) (*marsv1.ExplainResponse, error) {
	x, err := s.session(ctx, r.GetSessionId())
	if err != nil {
		return nil, err
	}
	defer x.active.Add(-1)
	b, err := s.build(ctx, x, r.GetGraph())
	if err != nil {
		return nil, err
	}
	if err := badTarget(r.GetGraph(), b); err != nil {
		return nil, err
	}
	o := r.GetOptions()
	text, err := s.o.Cluster.Task().Explain(ctx, service.Submission{
		Session: x.id, Targets: b.Targets, Options: service.PlanOptions{ChunkBytes: o.GetChunkBytes(), NoFuse: o.GetNoFusion()},
	})
	if err != nil {
		return nil, err
	}
	return &marsv1.ExplainResponse{Text: text}, nil
}
