package plan_test

import (
	"testing"

	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/tensor"
)

// subtasks is how many subtasks values take, and the first element of the first.
func subtasks(t *testing.T, l *marstest.Loop, vs ...*tensor.Tensor) (int, float64) {
	t.Helper()
	out := run(t, l, vs...)
	return l.Subtasks, nd.Data[float64](out[0])[0]
}

func TestCombinesRunWithTheTinyChunksTheyCombine(t *testing.T) {
	ones := func(n, chunk int) *tensor.Tensor { return tensor.Ones([]int{n}, tensor.Create{Chunk: []int{chunk}}) }
	for _, c := range []struct {
		name     string
		n, chunk int
		atMost   int
		atLeast  int
	}{
		{"tiny chunks", 10_000, 10, 17, 3},        // of 80 bytes: what one subtask takes is bounded by its number of calls
		{"small chunks", 64 << 10, 1 << 10, 9, 9}, // of 8 KiB: by bytes, so that those of the last combine stay apart
		{"chunks", 1 << 20, 1 << 17, 9, 9},        // of 1 MiB: each is a subtask, and the sum of the partials
	} {
		l := &marstest.Loop{}
		n, sum := subtasks(t, l, tensor.Sum(ones(c.n, c.chunk)))
		if n > c.atMost || n < c.atLeast || sum != float64(c.n) {
			t.Errorf("%s: sum %v in %d subtasks, want %d to %d", c.name, sum, n, c.atLeast, c.atMost)
		}
		l.NoFuse = true
		if n, sum := subtasks(t, l, tensor.Sum(ones(c.n, c.chunk))); n < c.n/c.chunk || sum != float64(c.n) {
			t.Errorf("%s: sum %v in %d subtasks without fusion", c.name, sum, n)
		}
	}
}

func TestWhatOthersReadRunsByItself(t *testing.T) {
	a := counted(400, 10)
	s := tensor.Sum(a)
	n, _ := subtasks(t, &marstest.Loop{}, s)
	both, _ := subtasks(t, &marstest.Loop{}, s, tensor.Ufunc("sqrt", a))
	if both < n+40 {
		t.Errorf("%d subtasks for the sum, %d when somebody else reads the 40 chunks as well", n, both)
	}
	if n, _ := subtasks(t, &marstest.Loop{}, s, a); n < 41 {
		t.Errorf("%d subtasks for 40 chunks that are asked for and their sum", n)
	}
}
