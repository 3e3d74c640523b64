package mars_test

import (
	"context"
	"testing"

	mars "github.com/mars-project/mars-go"
	"github.com/mars-project/mars-go/tensor"
)

func TestLocalRunsAProgram(t *testing.T) {
	ctx := context.Background()
	s, err := mars.Local(ctx, mars.Workers(2), mars.CPUs(2), mars.Memory("256MiB"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	a := tensor.Ones([]int{100, 100}, tensor.Create{Chunk: []int{10}})
	b := tensor.Sum(tensor.Inner(a, a))
	if err := s.Execute(ctx, b); err != nil {
		t.Fatal(err)
	}
	v, err := tensor.Fetch[float64](ctx, s, b)
	if err != nil || len(v) != 1 || v[0] != 1e6 {
		t.Errorf("got %v, %v", v, err)
	}
}
