package supervisor

import (
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/cluster"
)

// Results that fit into no memory and no disk are refused with their size and the line that built the
// largest, before anything runs.
func TestRoomForResults(t *testing.T) {
	s := open(t)
	of := func(name string, m op.Meta) op.Value {
		m.Key = op.Key{name[0]}
		return op.Value{N: &op.Node{Name: "tensor." + name, Site: op.SiteAt(name + ".py:3"), Outs: []op.Meta{m}}}
	}
	floats := func(name string, n ...int) op.Value { return of(name, op.NewTensor(dtype.Float64, op.Dims(n...)...)) }
	huge := floats("huge", 1e6, 1e6)
	if err := s.room([]op.Value{huge}, nil); err != nil {
		t.Errorf("nobody knows what workers will come: %v", err)
	}
	for _, n := range []string{"a", "b"} { // of one machine
		s.nodes.mu.Lock()
		s.nodes.step(cluster.Registered{Info: service.NodeInfo{
			Node: n, Role: "worker", Epoch: 1, State: service.Ready, Bands: []service.BandInfo{{Name: "numa-0", Slots: 1, Mem: 1 << 30}},
			Usage: service.Usage{Disks: []service.Disk{{ID: "m/1", Free: 6 << 30}}},
		}})
		s.nodes.mu.Unlock()
	}
	gib := floats("gib", 1<<27)
	for name, c := range map[string]struct {
		targets []op.Value
		known   []op.Key
		want    string
	}{
		"fits":            {targets: []op.Value{floats("8 GiB", 1<<30)}},
		"does not":        {[]op.Value{gib, huge}, nil, "huge.py:3: tensor.huge: the results take 7.28 TiB, and the workers have 2 GiB of memory and 6 GiB of disk: "},
		"together":        {[]op.Value{gib, floats("eight", 1<<30)}, nil, "eight.py:3: tensor.eight: the results take 9 GiB"},
		"twice the same":  {targets: []op.Value{floats("five", 5<<27), floats("five", 5<<27)}},
		"there":           {targets: []op.Value{huge}, known: []op.Key{{'h'}}},
		"unknown":         {targets: []op.Value{of("u", op.NewTensor(dtype.Float64, op.Sym("n"), op.Dim{N: 1 << 40}))}},
		"more than 2**64": {[]op.Value{floats("x", 1<<40, 1<<40)}, nil, "the results take"},
	} {
		err := s.room(c.targets, c.known)
		if c.want == "" && err != nil || c.want != "" && (!errs.Is(err, errs.OutOfMemory) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
