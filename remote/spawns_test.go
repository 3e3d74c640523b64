package remote_test

import (
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/plan"
	"github.com/mars-project/mars-go/remote"
	"github.com/mars-project/mars-go/tensor"
)

func several(calls ...string) *remote.Spawns {
	o := &remote.Spawns{Spawn: remote.Spawn{Python: "3.11", Once: true, Placement: op.Placement{Slots: 2}}}
	for _, c := range calls {
		o.Calls, o.Logs = append(o.Calls, []byte(c)), append(o.Logs, "log of "+c)
	}
	return o
}

// The calls of remote.spawns are tasks as they would be one by one, also after they have travelled.
func TestCallsThatStandTogether(t *testing.T) {
	f := value(op.ApplyAt(nil, &remote.Function{Pickle: []byte("f")}))
	n := op.ApplyAt(nil, several("a", "bc", "a"), f)
	if n.Err != nil || n.Name != "remote.spawns" || len(n.Outs) != 3 || n.Outs[0].Key == n.Outs[2].Key {
		t.Fatal(n.Err, n.Outs)
	}
	g, err := graph.Encode(op.Value{N: n, I: 2}, op.Value{N: n}, op.Value{N: n, I: 1})
	if err != nil {
		t.Fatal(err)
	}
	vs, err := graph.Decode(g, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.New(plan.Options{}, vs...)
	if err != nil {
		t.Fatal(err)
	}
	st, err := p.Next()
	if err != nil || len(st.Subtasks) != 4 {
		t.Fatalf("%d subtasks, %v", len(st.Subtasks), err)
	}
	var args string
	keys := map[op.Key]bool{}
	for i := range st.Subtasks {
		for _, c := range p.Calls(&st.Subtasks[i], func(op.Edge) bool { return true }) {
			if o, ok := c.Op.(*remote.Spawn); ok {
				args += string(o.Args) + " "
				keys[c.Key] = true
				if o.Log != "log of "+string(o.Args) || !o.Once || o.Slots != 2 || o.Python != "3.11" || o.Nonce == 0 {
					t.Errorf("%+v", o)
				}
			}
		}
	}
	if args != "a a bc " || len(keys) != 3 {
		t.Errorf("%q, %d keys", args, len(keys))
	}
}

func TestBadCallsThatStandTogether(t *testing.T) {
	f := value(op.ApplyAt(nil, &remote.Function{Pickle: []byte("f")}))
	two := 2
	for name, c := range map[string]struct {
		change func(o *remote.Spawns)
		in     []op.Value
		kind   errs.Kind
	}{
		"none":                  {func(o *remote.Spawns) { o.Calls, o.Logs = nil, nil }, []op.Value{f}, errs.Invalid},
		"more than there are":   {func(o *remote.Spawns) { o.Calls, o.Logs = make([][]byte, 1<<16+1), make([]string, 1<<16+1) }, []op.Value{f}, errs.Invalid},
		"a log too few":         {func(o *remote.Spawns) { o.Logs = o.Logs[1:] }, []op.Value{f}, errs.Invalid},
		"arguments of all":      {func(o *remote.Spawns) { o.Args = []byte("x") }, []op.Value{f}, errs.Invalid},
		"arguments apart":       {func(o *remote.Spawns) { o.Apart = true }, []op.Value{f, f}, errs.Invalid},
		"a log of all":          {func(o *remote.Spawns) { o.Log = "x" }, []op.Value{f}, errs.Invalid},
		"several outputs":       {func(o *remote.Spawns) { o.NOutput = &two }, []op.Value{f}, errs.Invalid},
		"tensors":               {func(o *remote.Spawns) { o.Types = []string{"tensor"} }, []op.Value{f}, errs.Invalid},
		"a promise":             {func(o *remote.Spawns) { o.DType = dtype.Int8 }, []op.Value{f}, errs.Invalid},
		"a shape":               {func(o *remote.Spawns) { o.Shape = []int{3} }, []op.Value{f}, errs.Invalid},
		"once and again":        {func(o *remote.Spawns) { o.Retry = true }, []op.Value{f}, errs.Invalid},
		"a tensor for function": {func(*remote.Spawns) {}, []op.Value{tensor.Ones([]int{2}).Value()}, errs.Type},
		"no function":           {func(*remote.Spawns) {}, nil, errs.Type},
	} {
		o := several("a", "b")
		c.change(o)
		if got := op.ApplyAt(nil, o, c.in...); !errs.Is(got.Err, c.kind) {
			t.Errorf("%s: %v", name, got.Err)
		}
	}
}
