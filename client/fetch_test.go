package client_test

import (
	"context"
	"runtime"
	"testing"

	"go.uber.org/goleak"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/tensor"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// sweeping is a cluster whose chunks are read by somebody who first collects garbage, and gives what is freed
// by that time to go.
type sweeping struct{ *local.Cluster }

type sweeper struct {
	service.DataService
	c *local.Cluster
}

func (s sweeping) Data(b service.Band) (service.DataService, bool) {
	d, ok := s.Cluster.Data(b)
	return sweeper{d, s.Cluster}, ok
}

func (s sweeper) Get(ctx context.Context, session string, k op.Key) (service.Pinned, error) {
	for range 3 {
		runtime.GC()
		// An answer of the lifecycle service comes after the releases that were sent before.
		for range 100 {
			if _, err := s.c.Lifecycle().Counts(ctx, session); err != nil {
				return nil, err
			}
			runtime.Gosched()
		}
	}
	return s.DataService.Get(ctx, session, k)
}

// TestAValueThatIsFetchedStays: the fetch is the last use of the handle, and its chunks must not go while
// they are read.
func TestAValueThatIsFetchedStays(t *testing.T) {
	ctx := context.Background()
	c, err := local.Start(ctx, local.Config{Workers: 1, Slots: 1, Memory: 16 << 20, Poison: true})
	if err != nil {
		t.Fatal(err)
	}
	s, err := client.New(ctx, sweeping{c}, client.Options{Owned: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	h := tensor.Full([]int{40}, 7.0, tensor.Create{Chunk: []int{10}})
	if err := s.Execute(ctx, h); err != nil {
		t.Fatal(err)
	}
	v, err := tensor.Fetch[float64](ctx, s, h)
	if err != nil || len(v) != 40 || v[39] != 7 {
		t.Fatalf("%v, %v", v, err)
	}
	list, err := c.Task().List(ctx, s.ID())
	if err != nil || len(list) != 1 || list[0].Restored != 0 {
		t.Errorf("chunks went while they were read, and were made again: %+v, %v", list, err)
	}
}
