package local_test

import (
	"bytes"
	"context"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/remote"
	"github.com/mars-project/mars-go/tensor"
	"github.com/mars-project/mars-go/worker"
	"github.com/mars-project/mars-go/worker/functions"
)

// python is the interpreter of the tests.
var python = sync.OnceValues(func() (worker.Functions, error) {
	out, err := exec.Command("../scripts/venv.sh", "python").Output()
	if err != nil {
		return worker.Functions{}, err
	}
	a, err := functions.Probe(context.Background(), strings.TrimSpace(string(out)))
	return worker.Functions{Python: a.Executable, Version: a.Python}, err
})

// pickled is what cloudpickle makes of an expression; IN(n) in it is input n.
func pickled(t *testing.T, source, expression string) []byte {
	t.Helper()
	f, err := python()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(f.Python, "-c", `
import io, sys, cloudpickle
class IN:
    def __init__(self, n): self.n = n
class P(cloudpickle.Pickler):
    def persistent_id(self, o): return o.n if isinstance(o, IN) else None
exec(compile(sys.argv[1], "prog.py", "exec"))
b = io.BytesIO()
P(b).dump(eval(sys.argv[2]))
sys.stdout.buffer.write(b.getvalue())
`, source, expression).Output()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// object is a handle of what a function gives.
type object struct{ v op.Value }

func (o *object) Value() op.Value { return o.v }

func init() {
	op.Binds(func(h op.Handle, _ op.Session, _ func()) bool {
		_, ok := h.(*object)
		return ok
	})
}

func spawn(t *testing.T, source, args string, in ...op.Value) *object {
	f := op.Apply(&remote.Function{Pickle: pickled(t, source, "f")})
	version, _ := python()
	n := op.Apply(&remote.Spawn{Args: pickled(t, "", args), Python: version.Version}, append([]op.Value{{N: f}}, in...)...)
	return &object{op.Value{N: n}}
}

func withPython(t *testing.T, workers int) *rig {
	f, err := python()
	if err != nil {
		t.Fatal(err)
	}
	return start(t, local.Config{Workers: workers, Slots: 2, Memory: 256 << 20, Functions: f}, client.Options{})
}

// A function gets what others gave and whole tensors, and what it gives is an object that nobody here reads.
func TestSpawn(t *testing.T) {
	g := withPython(t, 2)
	one := spawn(t, "def f(x, y): return x + y", "((20, 1), {})")
	a := tensor.Arange(0, 1000, 1, tensor.Create{Chunk: []int{300}})
	two := spawn(t, "def f(x, y, a): return b'%d %d' % (x * y, a.sum())", "((IN(0), 2, IN(1)), {})", one.Value(), a.Value())
	g.execute(two)
	v, err := g.s.Fetch(g.ctx, two)
	if p, ok := v.(*op.Pickled); err != nil || !ok || !bytes.Contains(p.Parts[0].Bytes(), []byte("42 499500")) {
		t.Errorf("%v, %v", v, err)
	}
}

// What a function raises is final, and comes with its class, itself as it was pickled, and the lines of the
// user.
func TestSpawnRaises(t *testing.T) {
	g := withPython(t, 1)
	err := g.s.Execute(g.ctx, spawn(t, "def f(x):\n    raise KeyError(x)", "(('nix',), {})"))
	r := errs.RaisedOf(err)
	if r == nil || r.Type != "KeyError" || r.Pickle == "" || !strings.Contains(err.Error(), "KeyError: 'nix' at prog.py:2 in f") {
		t.Errorf("%v, %+v", err, r)
	}
}

// A worker without an interpreter says so.
func TestSpawnWithoutPython(t *testing.T) {
	if _, err := python(); err != nil {
		t.Fatal(err)
	}
	g := start(t, local.Config{Workers: 1, Functions: worker.Functions{Why: "--functions=off"}}, client.Options{})
	err := g.s.Execute(g.ctx, spawn(t, "def f(): pass", "((), {})"))
	if !errs.Is(err, errs.Unavailable) || !strings.Contains(err.Error(), "worker-0 calls no functions: --functions=off") {
		t.Error(err)
	}
}
