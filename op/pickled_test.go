package op

import (
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
)

// A copy that finds no room leaves nothing.
func TestPickledClone(t *testing.T) {
	from, to := mem.NewPool(1<<20), mem.NewPool(1<<16)
	p := &Pickled{}
	for _, n := range []int{100, 40 << 10, 40 << 10} {
		b, err := from.Alloc(n)
		if err != nil {
			t.Fatal(err)
		}
		b.Bytes()[n-1] = 7
		p.Parts = append(p.Parts, b)
	}
	if _, err := p.Clone(to); !errs.Is(err, errs.OutOfMemory) && !errs.Is(err, errs.Pressure) {
		t.Errorf("copied to a pool that is too small: %v", err)
	}
	if err := to.Close(); err != nil {
		t.Error(err)
	}
	c, err := p.Clone(from)
	if err != nil || c.Bytes() != p.Bytes() || c.Parts[2].Bytes()[40<<10-1] != 7 {
		t.Errorf("%v, %v", c, err)
	}
	c.Release()
	p.Release()
	if err := from.Close(); err != nil {
		t.Error(err)
	}
}
