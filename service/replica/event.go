package replica

import (
	"fmt"
	"strings"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// A Chunk names a chunk of a session.
type Chunk struct {
	Session string
	Key     op.Key
}

// An Event is something that happened, for Step.
type Event interface{ String() string }

// Events.
type (
	// Up is a worker, or a new state of one: what has Closed set takes nothing.
	Up struct {
		Band   service.Band
		Closed bool
	}
	// Leaving says that a worker is about to leave: copies on it count no more.
	Leaving struct{ Node string }
	// Swept says that all chunks are known which lack copies without a worker that leaves. It is answered by
	// Left.
	Swept struct{ Node string }
	// Down is the end of a worker.
	Down struct{ Node string }
	// Lacks is a chunk that should have a number of copies on workers that stay, and where it is. Only says
	// that it cannot be made again.
	Lacks struct {
		Chunk
		Bytes  int64
		On     []service.Band
		Copies int
		Only   bool
	}
	// Copied answers Copy: the chunk is there.
	Copied struct {
		Chunk
		To service.Band
	}
	// Failed answers Copy: it is not.
	Failed struct {
		Chunk
		To  service.Band
		Why string
		Now service.Nanos
	}
	// Dropped is a chunk that nobody needs.
	Dropped struct{ Chunk }
	// Ended is a session whose chunks nobody needs any more.
	Ended struct{ Session string }
	// Tick is the time.
	Tick struct{ Now service.Nanos }
)

// An Effect is something to be done, from Step.
type Effect interface{ String() string }

// Effects.
type (
	// Copy has a worker fetch a chunk.
	Copy struct {
		Chunk
		Bytes int64
		From  []service.Band
		To    service.Band
	}
	// Left says that nothing is on the way from a worker that leaves any more, and how many chunks nobody can
	// take.
	Left struct {
		Node string
		Stay int
	}
)

func (c Chunk) String() string { return c.Session + "/" + c.Key.Short() }

func (e Up) String() string {
	if e.Closed {
		return fmt.Sprintf("%s takes nothing", e.Band)
	}
	return fmt.Sprintf("%s takes copies", e.Band)
}
func (e Leaving) String() string { return fmt.Sprintf("node %s leaves", e.Node) }
func (e Swept) String() string   { return fmt.Sprintf("all that is on %s is known", e.Node) }
func (e Down) String() string    { return fmt.Sprintf("node %s is down", e.Node) }
func (e Lacks) String() string {
	return fmt.Sprintf("%s on %s should have %d copies", e.Chunk, nodes(e.On), e.Copies)
}
func (e Copied) String() string { return fmt.Sprintf("%s is on %s", e.Chunk, e.To) }
func (e Failed) String() string {
	return fmt.Sprintf("%s did not come to %s: %s", e.Chunk, e.To, e.Why)
}
func (e Ended) String() string   { return fmt.Sprintf("session %s ends", e.Session) }
func (e Dropped) String() string { return fmt.Sprintf("%s is not needed", e.Chunk) }
func (e Tick) String() string    { return fmt.Sprintf("tick %s", e.Now) }

func (e Copy) String() string {
	return fmt.Sprintf("copy %s from %s to %s", e.Chunk, nodes(e.From), e.To)
}

func (e Left) String() string {
	if e.Stay > 0 {
		return fmt.Sprintf("node %s may leave: nobody can take %d chunks, which can be made again", e.Node, e.Stay)
	}
	return fmt.Sprintf("node %s may leave", e.Node)
}

func nodes(bs []service.Band) string {
	ns := make([]string, len(bs))
	for i, b := range bs {
		ns[i] = b.Node
	}
	return strings.Join(ns, ",")
}
