package coord

import (
	"sync"

	"github.com/mars-project/mars-go/errs"
)

// A Guard is kept by whoever obeys leaders: it refuses commands of a term when a newer one was seen. The zero
// value has seen none.
type Guard struct {
	mu   sync.Mutex
	seen map[string]uint64
}

// Admit takes note of f. Denied: a newer term of the same office was seen.
func (g *Guard) Admit(f Fence) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if seen := g.seen[f.Office]; f.Token < seen {
		return errs.New(errs.Denied, "term %v is over, %d leads", f, seen)
	}
	if g.seen == nil {
		g.seen = map[string]uint64{}
	}
	g.seen[f.Office] = f.Token
	return nil
}
