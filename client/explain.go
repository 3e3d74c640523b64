package client

import (
	"context"

	"github.com/mars-project/mars-go/op"
)

// Explain is how handles would be computed, as a tree for people to read: the operators after rewriting, with
// their parameters, shapes and dtypes, the physical operators that are chosen before anything runs, as
// "broadcast join: right side is small", and the user's lines. Nothing runs; data in Go memory is brought to
// a cluster elsewhere. Errors: that of a bad call.
func (s *Session) Explain(ctx context.Context, hs ...op.Handle) (string, error) {
	vs, err := s.asked("explain", hs)
	if err != nil {
		return "", err
	}
	s.gate.RLock()
	defer s.gate.RUnlock()
	return s.b.explain(ctx, vs, &s.opt, s.has)
}
