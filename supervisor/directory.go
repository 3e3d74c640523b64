package supervisor

import (
	"context"
	"slices"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/schedule"
)

// A directory is the actor by which workers use meta.
type directory struct{ s *Supervisor }

// Get says where chunks are.
func (d *directory) Get(ctx context.Context, session string, keys []op.Key) ([]service.ChunkMeta, error) {
	return d.s.meta.Get(ctx, session, keys)
}

// Put takes copies that a worker fetched. Those of chunks that were deleted meanwhile it is told to drop. One
// that was given up meanwhile drops them itself, before it is a worker again.
func (d *directory) Put(ctx context.Context, session string, ms []service.ChunkMeta) error {
	ms = slices.DeleteFunc(ms, func(m service.ChunkMeta) bool {
		return slices.ContainsFunc(m.Bands, func(b service.Band) bool { return !d.s.nodes.up(b.Node) })
	})
	stale := map[op.Key]bool{}
	for _, k := range d.s.meta.Copies(session, ms) {
		stale[k] = true
	}
	drop, keep := map[service.Band][]op.Key{}, map[service.Band][]op.Key{}
	for i := range ms {
		for _, b := range ms[i].Bands {
			if stale[ms[i].Key] {
				drop[b] = append(drop[b], ms[i].Key)
			} else {
				keep[b] = append(keep[b], ms[i].Key)
			}
		}
	}
	d.s.drop(session, drop)
	for b, ks := range keep {
		d.s.toSchedule(schedule.Copied{Band: b, Keys: ks})
	}
	return nil
}
