package marstest

import (
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/mars-project/mars-go/op"
)

// told is where Check says which operators it compared: the file named by MARS_COVERED.
var told struct {
	sync.Mutex
	f *os.File
}

// covered says how the check of a value went, for all operators in its graph when it passed, for its own when
// it failed.
func covered(t *testing.T, h op.Handle) {
	path := os.Getenv("MARS_COVERED")
	if path == "" {
		return
	}
	told.Lock()
	defer told.Unlock()
	if told.f == nil {
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		told.f = f
	}
	n := h.Value().N
	if t.Failed() {
		fmt.Fprintln(told.f, n.Name, "fail")
		return
	}
	seen := map[*op.Node]bool{}
	var walk func(n *op.Node)
	walk = func(n *op.Node) {
		if seen[n] {
			return
		}
		seen[n] = true
		fmt.Fprintln(told.f, n.Name, "pass")
		for _, v := range n.In {
			walk(v.N)
		}
	}
	walk(n)
}
