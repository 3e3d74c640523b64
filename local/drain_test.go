package local_test

import (
	"context"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/tensor"
)

// TestDrain: a worker is asked to leave, and what is held goes on to be there without being made again.
func TestDrain(t *testing.T) {
	ctx := context.Background()
	l, err := local.Start(ctx, local.Config{Workers: 2, Slots: 2, Memory: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close(ctx)
	s, err := client.New(ctx, l, client.Options{NoFuse: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	v := tensor.Add(tensor.Ones([]int{400}, tensor.Create{Chunk: []int{10}}), 1)
	if err := s.Execute(ctx, v); err != nil {
		t.Fatal(err)
	}
	w := l.Worker("worker-0")
	if err := l.Cluster().Drain(ctx, "worker-0"); err != nil {
		t.Fatal(err)
	}
	<-w.Gone()
	if got := l.Workers(); len(got) != 1 || got[0] != "worker-1" {
		t.Errorf("there are %v", got)
	}
	got, err := tensor.Fetch[float64](ctx, s, v)
	if err != nil || len(got) != 400 || got[0] != 2 {
		t.Errorf("%v, %v", got, err)
	}
	es, err := l.Events().Since(ctx, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range es {
		if strings.Contains(e.Text, "rerun") || strings.Contains(e.Text, "retry") {
			t.Error(e)
		}
	}
}
