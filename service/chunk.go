package service

import (
	"context"
	"fmt"

	"github.com/mars-project/mars-go/op"
)

// Facts are what is known of a chunk from its data. They travel with results and steer tiling.
type Facts struct {
	Key   op.Key
	Local bool // the worker that holds it frees it, inside the lease
	op.Facts
}

// ChunkMeta is what the cluster knows of a stored chunk.
type ChunkMeta struct {
	Facts
	Bands []Band // where copies are; the first is where it was made
	Away  []Band // where copies were, of nodes that are dead and may come back
	// Version is another one after each new copy. 0: nothing was known. Who misses a chunk says which it was
	// told: since then it may have been made again.
	Version uint64
}

// A Manifest says where the chunks of a value are, for whoever fetches it.
type Manifest struct {
	Value  op.Key  // of the value
	Meta   op.Meta // all known
	Grid   []int   // chunks along each dimension
	Chunks []ChunkMeta
	Copies int // of each chunk that are wanted; 0 means 1
}

// MetaService knows the facts of the chunks of all sessions.
type MetaService interface {
	// Put adds chunks, or copies of known ones.
	Put(ctx context.Context, session string, ms []ChunkMeta) error
	// Get answers in the order of keys; a chunk that is not known has no bands.
	Get(ctx context.Context, session string, keys []op.Key) ([]ChunkMeta, error)
	// Remove forgets copies on a band, or with the zero band all of them.
	Remove(ctx context.Context, session string, keys []op.Key, from Band) error
	// Forget drops all copies on a node, which will not come back, and returns the chunks of which none is
	// left, by session.
	Forget(ctx context.Context, node string) (map[string][]op.Key, error)
	// Close drops a session.
	Close(ctx context.Context, session string) error
}

// LifecycleService counts who needs values and chunks, deletes what nobody needs, and knows how to make it
// again.
type LifecycleService interface {
	// Incref adds a handle to values that tasks have made. NotFound names the first that is gone.
	Incref(ctx context.Context, session string, values []op.Key) error
	// Adopt adds a value that no task made, with one handle: its chunks are stored at the bands that m names.
	// They cannot be made again when they are lost.
	Adopt(ctx context.Context, session string, m Manifest) error
	// Discard drops chunks that a client has stored and that nobody adopts, of each the copies on the bands
	// that it names.
	Discard(ctx context.Context, session string, chunks []ChunkMeta) error
	// Decref removes a handle. The last one lets the data go.
	Decref(ctx context.Context, session string, values []op.Key) error
	// Lookup is the manifest of a value that still has a handle; ok is false when there is none.
	Lookup(ctx context.Context, session string, value op.Key) (m Manifest, ok bool, err error)
	// Recover makes chunks again that are on none of their bands, and returns when they are there. Of which
	// more is known by now than missed says (Version) nothing is done. Lost names what cannot be made again.
	Recover(ctx context.Context, session string, missed []ChunkMeta) error
	// Counts are the numbers of a session.
	Counts(ctx context.Context, session string) (LifecycleCounts, error)
}

// LifecycleCounts are the numbers of a session.
type LifecycleCounts struct {
	Values  int // with a handle
	Chunks  int // whose data somebody needs
	Recipes int
	Bytes   int64 // of the records kept, not of data
}

func (c LifecycleCounts) String() string {
	return fmt.Sprintf("values %d, chunks %d, recipes %d", c.Values, c.Chunks, c.Recipes)
}
