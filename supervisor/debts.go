package supervisor

import (
	"slices"
	"sync"

	"github.com/mars-project/mars-go/op"
)

// debts are what dead nodes are to do should they come back.
//
// Invariant: only a node that is dead has some: they are noted by nodes.owes, taken when it comes back, and
// forgotten with it.
type debts struct {
	mu sync.Mutex
	of map[string]*debt
}

// A debt is that of one node.
type debt struct {
	drop  map[string]map[op.Key]bool // chunks to be dropped, by session; nil: all of the session
	sweep []string                   // how the names of files begin that are to be removed
}

// at is the debt of a node, made if there is none. d.mu is held.
func (d *debts) at(node string) *debt {
	x := d.of[node]
	if x == nil {
		if d.of == nil {
			d.of = map[string]*debt{}
		}
		x = &debt{drop: map[string]map[op.Key]bool{}}
		d.of[node] = x
	}
	return x
}

// chunk is to be dropped.
func (d *debts) chunk(node, session string, k op.Key) {
	d.mu.Lock()
	defer d.mu.Unlock()
	x := d.at(node)
	ks, ok := x.drop[session]
	if !ok {
		ks = map[op.Key]bool{}
		x.drop[session] = ks
	}
	if ks != nil {
		ks[k] = true
	}
}

// session is to be dropped as a whole.
func (d *debts) session(node, id string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.at(node).drop[id] = nil
}

// sweep has files removed.
func (d *debts) sweep(node string, leftovers []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	x := d.at(node)
	x.sweep = append(slices.Clip(x.sweep), leftovers...)
}

// take ends the debts of a node, which comes back or never will.
func (d *debts) take(node string) debt {
	d.mu.Lock()
	defer d.mu.Unlock()
	x := d.of[node]
	delete(d.of, node)
	if x == nil {
		return debt{}
	}
	return *x
}
