package rpc

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/plan"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/tensor"
)

// leased is the first stage of a plan as one lease.
func leased(t testing.TB, fuse bool, h ...op.Handle) service.Lease {
	t.Helper()
	s := service.Submission{Session: "s", Options: service.PlanOptions{ChunkBytes: 400, NoFuse: !fuse}}
	for _, x := range h {
		s.Targets = append(s.Targets, x.Value())
	}
	id := service.MakeTaskID(2, 7)
	p, err := plan.NewPlanner(id, s, func(op.Key) (service.Manifest, bool) { return service.Manifest{}, false })
	if err != nil {
		t.Fatal(err)
	}
	stages, err := p.Next()
	if err != nil {
		t.Fatal(err)
	}
	l := service.Lease{ID: 9, Owner: "sup", Session: "s", Task: id, Band: service.Band{Node: "w", Name: "numa-0"}, Epoch: 1 << 60}
	for _, st := range stages {
		for _, k := range st.Subtasks {
			if k.Traits&service.Exchange != 0 { // it is in no lease
				continue
			}
			b, err := p.Build(k.ID)
			if err != nil {
				t.Fatal(err)
			}
			b.Nodes = nil // they stay with the supervisor
			l.Subtasks = append(l.Subtasks, b)
		}
	}
	return l
}

func values(n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = float64(i % 17)
	}
	return v
}

// graphs are plans with fused calls, structural operands, literals, shuffles, several outputs and frames.
func graphs() map[string][]op.Handle {
	a := tensor.FromArray(nd.Of(values(200)), tensor.Chunk{Size: []int{50}})
	m := tensor.FromArray(nd.Of(values(144), 12, 12), tensor.Chunk{Size: []int{5}})
	df := dataframe.New(dataframe.C{Name: "k", Data: values(100)}, dataframe.C{Name: "v", Data: values(100)})
	return map[string][]op.Handle{
		"fused":    {tensor.Sum(tensor.Multiply(tensor.Add(a, 1.5), a))},
		"random":   {tensor.Add(tensor.Ones([]int{120}, tensor.Create{Chunk: []int{40}}), 1)},
		"gather":   {tensor.Reshape(m, 144), tensor.Transpose(m)},
		"product":  {tensor.Matmul(m, m)},
		"shuffle":  {tensor.Sort(a)},
		"group-by": {df.GroupBy("k").Sum()},
	}
}

func TestLeasesCrossALinkOfBytes(t *testing.T) {
	var known graph.Operands
	for name, h := range graphs() {
		for _, fuse := range []bool{true, false} {
			want := leased(t, fuse, h...)
			for i := range want.Subtasks {
				want.Subtasks[i].Attempt = int32(i % 3)
				for j := range want.Subtasks[i].Outputs {
					want.Subtasks[i].Outputs[j].Local = i%2 == 0
				}
			}
			for range 2 { // the second time operands are known
				b, err := leasing{lease: want, from: &Leases{}}.MarshalBinary()
				if err != nil {
					t.Fatal(name, err)
				}
				var l leasing
				if err := l.UnmarshalBinary(b); err != nil {
					t.Fatal(name, err)
				}
				got, err := l.open(&known)
				if err != nil || got.Bad != nil {
					t.Fatal(name, err, got.Bad)
				}
				if d := cmp.Diff(want, got, same...); d != "" {
					t.Errorf("%s, fused %t: %s", name, fuse, d)
				}
				for i := range got.Subtasks {
					if x := &got.Subtasks[i]; i < len(want.Subtasks) && alone(t, x.Calls) != alone(t, want.Subtasks[i].Calls) {
						t.Errorf("%s, fused %t: an operand of %s has other parameters", name, fuse, x.ID)
					}
				}
			}
		}
	}
}

// alone is each call in bytes of its own.
func alone(t *testing.T, calls []op.Call) string {
	var b strings.Builder
	for i := range calls {
		w := graph.NewCallWriter(&graph.Operands{})
		if err := w.Call(calls, i); err != nil {
			t.Fatal(err)
		}
		b.Write(w.B)
	}
	return b.String()
}

// same compares plans: operands by name, empty lists as none.
var same = []cmp.Option{
	cmpopts.EquateEmpty(),
	cmp.Comparer(func(a, b frame.Label) bool { return a == b }),
	cmp.Comparer(func(a, b dtype.DType) bool { return a == b }),
	cmp.Comparer(func(a, b op.Operand) bool { return a == nil && b == nil || op.NameOf(a) == op.NameOf(b) }),
}

func TestAnOperandTravelsOnceInALease(t *testing.T) {
	size := func(n int) int {
		l := leased(t, false, tensor.Add(tensor.Ones([]int{n * 10}, tensor.Create{Chunk: []int{10}}), 1))
		b, err := leasing{lease: l, from: &Leases{}}.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		return len(b)
	}
	if each := (size(1100) - size(100)) / 2000; each > 120 {
		t.Errorf("a subtask more is %d bytes more", each)
	}
}

func TestALeaseThatCannotBeReadNamesItsRuns(t *testing.T) {
	l := leased(t, false, graphs()["fused"]...)
	b, err := leasing{lease: l, from: &Leases{}}.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	bad := []byte(strings.Replace(string(b), "tensor.array", "tensor.arraz", 1))
	x := leasing{raw: bad}
	got, err := x.open(&graph.Operands{})
	if err != nil {
		t.Fatal(err)
	}
	if got.Bad == nil || got.Bad.Kind != errs.NotFound || !strings.Contains(got.Bad.Msg, `l9 cannot be read on w/numa-0`) || !strings.Contains(got.Bad.Msg, `no operator "tensor.arraz"`) {
		t.Errorf("%+v", got.Bad)
	}
	if len(got.Subtasks) != len(l.Subtasks) || got.Subtasks[1].ID != l.Subtasks[1].ID || got.Subtasks[0].Calls != nil {
		t.Errorf("%d runs of %d", len(got.Subtasks), len(l.Subtasks))
	}
	x.raw = b[:3]
	if _, err := x.open(&graph.Operands{}); !errs.Is(err, errs.Invalid) {
		t.Error(err)
	}
}

func TestDamagedLeasesAreNoPanic(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, h := range graphs() {
		b, err := leasing{lease: leased(t, true, h...), from: &Leases{}}.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		bad := 0
		for range 100 {
			x := leasing{raw: bytes.Clone(b)}
			x.raw[r.IntN(len(b))] ^= byte(1 + r.IntN(255))
			if l, err := x.open(&graph.Operands{}); err != nil || l.Bad != nil {
				bad++
			}
		}
		if bad == 0 {
			t.Errorf("%s: no damage was seen", name)
		}
	}
}

func FuzzLease(f *testing.F) {
	for _, h := range graphs() {
		b, err := leasing{lease: leased(f, true, h...), from: &Leases{}}.MarshalBinary()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		x := leasing{raw: b}
		l, err := x.open(&graph.Operands{})
		if err != nil || l.Bad != nil {
			return
		}
		for i := range l.Subtasks {
			for _, c := range l.Subtasks[i].Calls {
				for _, a := range c.In {
					_ = a.Meta
				}
			}
		}
		again, err := leasing{lease: l, from: &Leases{}}.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		y := leasing{raw: again}
		if m, err := y.open(&graph.Operands{}); err != nil || m.Bad != nil {
			t.Fatalf("what was read cannot be written and read again: %v, %+v", err, m.Bad)
		}
	})
}

func TestALeaseCarriesThePartOfALiteralThatItReads(t *testing.T) {
	const n = 1 << 16
	for name, h := range map[string]op.Handle{
		"array": tensor.FromArray(nd.Of(values(n)), tensor.Chunk{Size: []int{n / 64}}),
		"frame": dataframe.New(dataframe.C{Name: "k", Data: values(n)}),
	} {
		l := leased(t, false, h)
		l.Subtasks = l.Subtasks[:1]
		b, err := leasing{lease: l, from: &Leases{}}.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if len(b) > n {
			t.Errorf("%s: %d bytes for one chunk", name, len(b))
		}
	}
}
