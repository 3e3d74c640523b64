package main

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/mars-project/mars-go/node/fleet"
)

// A blow disturbs the cluster: worker i of it, if the blow is for one. It returns when the cluster may be
// whole again.
type blow struct {
	name   string
	strike func(c *chaotic, ctx context.Context, i int) error
}

// blows are dealt in turn.
var blows = []blow{
	{"kill a worker", (*chaotic).kill},
	{"freeze a worker for a moment", func(c *chaotic, ctx context.Context, i int) error {
		return c.freeze(ctx, i, 200*time.Millisecond, 5*time.Second)
	}},
	{"cut a worker off", (*chaotic).cut},
	{"drain a worker", (*chaotic).replace},
	{"freeze a worker", func(c *chaotic, ctx context.Context, i int) error { return c.freeze(ctx, i, time.Second, c.longest) }},
	{"freeze all workers", (*chaotic).freezeAll},
	{"freeze the supervisor", (*chaotic).stand},
	{"restart all workers in turn", (*chaotic).roll},
	{"have two workers swap places", (*chaotic).swap},
	{"fill the disk of a worker", (*chaotic).fill},
	{"start a worker with a wrong address", (*chaotic).stray},
}

func blowNames() (names []string) {
	for _, b := range blows {
		names = append(names, b.name)
	}
	return names
}

// leaves is how long a worker may take to leave.
const leaves = time.Minute

// blows strikes every second or so, and lets the cluster come back a while later.
func (c *chaotic) blows(ctx context.Context, n int) error {
	for k := range n {
		wait(ctx, c.between(300*time.Millisecond, 1200*time.Millisecond))
		i := c.r.IntN(chaosWorkers)
		c.mu.Lock()
		over := c.over
		c.mu.Unlock()
		if over || ctx.Err() != nil {
			return ctx.Err()
		}
		b := blows[k%len(blows)]
		if err := b.strike(c, ctx, i); err != nil {
			return fmt.Errorf("%s: %w", b.name, err)
		}
	}
	return nil
}

// at is the worker of a host.
func (c *chaotic) at(i int) *fleet.Process {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.workers[i]
}

// everybody are all workers.
func (c *chaotic) everybody() []*fleet.Process {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.workers)
}

// restart starts the worker of host i again.
func (c *chaotic) restart(ctx context.Context, i, disk int) error {
	ctx, cancel := context.WithTimeout(ctx, joins)
	defer cancel()
	return c.worker(ctx, i, disk)
}

// kill ends a worker at once. Of what cannot be made again there is another copy by then.
func (c *chaotic) kill(ctx context.Context, i int) error {
	c.calm.Lock()
	defer c.calm.Unlock()
	if err := c.copied(ctx); err != nil {
		return err
	}
	c.counts.Killed++
	c.at(i).Kill()
	wait(ctx, c.between(0, time.Second))
	return c.restart(ctx, i, i)
}

func (c *chaotic) freeze(ctx context.Context, i int, lo, hi time.Duration) error {
	c.counts.Frozen++
	w := c.at(i)
	w.Freeze()
	defer w.Thaw()
	wait(ctx, c.between(lo, hi))
	return ctx.Err()
}

// freezeAll has all workers stand still at once: there is nobody to go on.
func (c *chaotic) freezeAll(ctx context.Context, _ int) error {
	for _, w := range c.everybody() {
		c.counts.Frozen++
		w.Freeze()
		defer w.Thaw()
	}
	wait(ctx, c.between(time.Second, c.longest))
	return ctx.Err()
}

// stand has the supervisor stand still.
func (c *chaotic) stand(ctx context.Context, _ int) error {
	c.counts.Stood++
	c.super.Freeze()
	defer c.super.Thaw()
	wait(ctx, c.between(time.Second, c.longest))
	return ctx.Err()
}

func (c *chaotic) cut(ctx context.Context, i int) error {
	c.counts.Cut++
	if err := c.hosts[i].Cut(); err != nil {
		return err
	}
	wait(ctx, c.between(200*time.Millisecond, 6*time.Second))
	return c.hosts[i].Heal()
}

// replace drains a worker by name and starts another one under the name.
func (c *chaotic) replace(ctx context.Context, i int) error {
	limited, cancel := context.WithTimeout(ctx, 2*leaves)
	defer cancel()
	c.counts.Drained++
	if err := c.drain(limited, i); err != nil {
		return err
	}
	return c.restart(ctx, i, i)
}

// roll stops every worker by a signal and starts it again, one after the other.
func (c *chaotic) roll(ctx context.Context, _ int) error {
	c.counts.Rolled++
	for i := range chaosWorkers {
		limited, cancel := context.WithTimeout(ctx, 2*leaves)
		c.at(i).Stop(limited)
		cancel()
		if err := c.restart(ctx, i, i); err != nil {
			return err
		}
		limited, cancel = context.WithTimeout(ctx, joins)
		err := c.client.Workers(limited, chaosWorkers)
		cancel()
		if err != nil {
			return err
		}
	}
	return nil
}

// swap has two workers leave at once and come back each in the place of the other.
func (c *chaotic) swap(ctx context.Context, i int) error {
	c.counts.Swapped++
	j := (i + 1) % chaosWorkers
	limited, cancel := context.WithTimeout(ctx, 2*leaves)
	defer cancel()
	var wg sync.WaitGroup
	failed := make([]error, 2)
	for k, at := range []int{i, j} {
		wg.Go(func() { failed[k] = c.drain(limited, at) })
	}
	wg.Wait()
	for _, err := range failed {
		if err != nil {
			return err
		}
	}
	if err := c.restart(ctx, i, j); err != nil {
		return err
	}
	return c.restart(ctx, j, i)
}
