package kernel_test

import (
	"sync"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/internal/parallel/paralleltest"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// tally counts the bytes that an allocator gives out.
type tally struct {
	mu    sync.Mutex
	bytes int
}

func (a *tally) Alloc(n int) (*mem.Block, error) {
	a.mu.Lock()
	a.bytes += n
	a.mu.Unlock()
	return mem.Heap.Alloc(n)
}

// An expression takes its result and one percent of what it reads and writes, however many helpers it has.
func TestMemoryOfAnExpression(t *testing.T) {
	const n = 1 << 20
	b := &kernel.Builder{}
	var x [4]kernel.Reg
	var in []*nd.Array
	for i := range x {
		x[i] = b.In(i, dtype.Float64)
		in = append(in, fill(t, dtype.Float64, []int{n}, uint64(i+1)))
	}
	p := compile(t, b, b.Call("subtract", b.Call("multiply", b.Call("add", x[0], x[1]), b.Call("sqrt", x[2])), b.Call("exp", x[3])))
	for what, r := range map[string]kernel.Run{"alone": {}, "two at a time": {Parallel: paralleltest.Helpers(2)}} {
		var a tally
		r.Mem = &a
		if _, err := p.Run(r, in, []int{n}); err != nil {
			t.Fatal(err)
		}
		if data := 8 * n * (len(in) + 1); a.bytes > 8*n+data/100 {
			t.Errorf("%s: %d bytes were taken for a result of %d", what, a.bytes, 8*n)
		}
	}
}
