package service

import (
	"context"

	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// DataService keeps the chunk values of a worker and brings them from other workers.
type DataService interface {
	// Put stores a value that a client gives: *nd.Array, *frame.Frame, op.Tuple, *op.Parts or an object. The
	// store retains its blocks. A key that is there already stays as it is, and its facts are returned.
	Put(ctx context.Context, session string, key op.Key, v any) (Facts, error)
	// Get pins a value until Release. Outcomes: 1. It is here: the value. 2. It is not: NotFound. 3. It is
	// damaged and was dropped: Lost.
	Get(ctx context.Context, session string, key op.Key) (Pinned, error)
	// Fetch brings values, or some of their parts, here from the bands that have them. When it returns nil
	// all are here. Lost names those that no band has.
	Fetch(ctx context.Context, session string, from []Source, into mem.Allocator) error
	// Delete drops values; unknown ones are no error. A pinned value goes with its last pin.
	Delete(ctx context.Context, session string, keys []op.Key) error
	// Inventory lists what is here, in order of sessions and keys. Whose they are it does not know.
	Inventory(ctx context.Context) ([]Holding, error)
	// Close drops all of a session.
	Close(ctx context.Context, session string) error
}

// A Source says where a value, or some of its parts, can be fetched.
type Source struct {
	Key   op.Key
	Parts []int32 // nil means all
	Bytes int64
	Bands []Band
}

// Pinned is a value that stays where it is until Release, which may be called again.
type Pinned interface {
	Value() any
	Release()
}
