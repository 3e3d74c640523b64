package supervisor

import (
	"context"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/rpc"
	"github.com/mars-project/mars-go/service/schedule"
)

// A directory is the actor by which workers use meta.
type directory struct{ s *Supervisor }

// Get says where chunks are.
func (d *directory) Get(ctx context.Context, session string, keys []op.Key) ([]service.ChunkMeta, error) {
	return d.s.meta.Get(ctx, session, keys)
}

// Put takes copies that a worker fetched. Those of chunks that were deleted meanwhile it is told to drop.
func (d *directory) Put(ctx context.Context, session string, ms []service.ChunkMeta) error {
	stale := map[op.Key]bool{}
	for _, k := range d.s.meta.Copies(session, ms) {
		stale[k] = true
	}
	drop, keep := map[string][]op.Key{}, map[service.Band][]op.Key{}
	for i := range ms {
		for _, b := range ms[i].Bands {
			if stale[ms[i].Key] {
				drop[b.Node] = append(drop[b.Node], ms[i].Key)
			} else {
				keep[b] = append(keep[b], ms[i].Key)
			}
		}
	}
	for node, ks := range drop {
		_ = rpc.Data(d.s.sys, node).Delete(d.s.nodes.life(node), session, ks) // a node that is gone has nothing
	}
	for b, ks := range keep {
		d.s.toSchedule(schedule.Copied{Band: b, Keys: ks})
	}
	return nil
}
