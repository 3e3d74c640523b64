package plan_test

import (
	"slices"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/plan"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/tensor"
)

func run(t *testing.T, l *marstest.Loop, vs ...*tensor.Tensor) []*nd.Array {
	t.Helper()
	var in []op.Value
	for _, v := range vs {
		in = append(in, v.Value())
	}
	out, err := l.Run(in...)
	if err != nil {
		t.Fatal(err)
	}
	var as []*nd.Array
	for _, o := range out {
		as = append(as, o.(*nd.Array))
	}
	return as
}

func TestChainIsOneSubtaskPerChunk(t *testing.T) {
	l := &marstest.Loop{}
	a := counted(100, 10)
	b := tensor.Ufunc("sqrt", tensor.Ufunc("add", tensor.Ufunc("multiply", a, 2), a))
	run(t, l, b)
	if l.Subtasks != 10 || l.Stages != 1 {
		t.Errorf("%d subtasks in %d stages, want 10 in 1", l.Subtasks, l.Stages)
	}
	l.NoFuse = true
	run(t, l, b)
	if l.Subtasks < 10 {
		t.Errorf("%d subtasks without fusion", l.Subtasks)
	}
}

func TestEqualExpressionsRunOnce(t *testing.T) {
	l := &marstest.Loop{}
	a := counted(20, 10)
	run(t, l, tensor.Ufunc("add", a, 1))
	once := l.Subtasks
	run(t, l, tensor.Ufunc("add", a, 1), tensor.Ufunc("add", counted(20, 10), 1))
	if l.Subtasks != once {
		t.Errorf("%d subtasks for two equal targets, %d for one", l.Subtasks, once)
	}
}

func TestEqualSymbolsZipWithoutAStage(t *testing.T) {
	l := &marstest.Loop{}
	a := counted(50, 10)
	k := apply(&toyKeep{N: 3}, a)
	sum := tensor.Ufunc("add", tensor.Ufunc("sqrt", k), k)
	if out := run(t, l, sum); out[0].Shape[0] != 15 || l.Stages != 1 {
		t.Errorf("shape %v in %d stages, want 15 in 1", out[0].Shape, l.Stages)
	}
}

func TestUnequalSymbolsAskForRowsThenFailWithTheLine(t *testing.T) {
	l := &marstest.Loop{}
	a, b := apply(&toyKeep{N: 3}, counted(50, 10)), apply(&toyKeep{N: 4}, counted(60, 20))
	if out := run(t, l, tensor.Ufunc("add", apply(&toyKeep{N: 4}, counted(30, 10)), b)); out[0].Shape[0] != 12 || l.Stages < 2 {
		t.Errorf("shape %v in %d stages", out[0].Shape, l.Stages)
	}
	_, err := l.Run(tensor.Ufunc("add", a, b).Value())
	if !errs.Is(err, errs.Invalid) || err.Error() != "plan_test.go:75: tensor.add: operands could not be broadcast together with shapes (15,) (12,)" {
		t.Errorf("%v", err)
	}
}

func TestShuffleSorts(t *testing.T) {
	for _, chunk := range []int{1, 7, 1000} {
		out := run(t, &marstest.Loop{}, apply(&toySort{}, counted(300, chunk)))
		if d := nd.Data[float64](out[0]); !slices.IsSorted(d) || len(d) != 300 {
			t.Errorf("chunks of %d: %d elements, sorted: %v", chunk, len(d), slices.IsSorted(d))
		}
	}
}

func TestShuffleHasOneEdgePerMapperAndReducer(t *testing.T) {
	s := apply(&toySort{}, counted(200, 1))
	p, err := plan.NewPlanner(1, service.Submission{Targets: []op.Value{s.Value()}}, unknown)
	if err != nil {
		t.Fatal(err)
	}
	st, err := p.Next()
	if err != nil {
		t.Fatal(err)
	}
	inputs := 0
	for _, k := range st[0].Subtasks {
		inputs += len(k.Inputs)
	}
	if inputs > 12*200 { // what a mapper makes is in four lots
		t.Errorf("%d inputs for 200 mappers and 200 reducers", inputs)
	}
}

// What a mapper sends is in lots that the reducers read one after another, so that what those that are done
// have read goes while the others run.
func TestReducersShareWhatMappersSendWithTheirNeighboursAlone(t *testing.T) {
	for _, n := range []int{2, 7, 8, 16, 19, 200} {
		lots := max(1, min(4, n/4))
		s := apply(&toySort{}, counted(n, 1))
		p, err := plan.NewPlanner(1, service.Submission{Targets: []op.Value{s.Value()}}, unknown)
		if err != nil {
			t.Fatal(err)
		}
		st, err := p.Next()
		if err != nil {
			t.Fatal(err)
		}
		var readers, of []int // of every exchange; the exchanges of the reducers
		exchange, mappers := map[op.Key]int{}, 0
		for _, k := range st[0].Subtasks {
			if k.Traits&service.Exchange != 0 {
				for _, o := range k.Outputs {
					exchange[o.Key] = len(readers)
				}
				if len(k.Inputs) != n {
					t.Errorf("%d: an exchange of %d mappers", n, len(k.Inputs))
				}
				readers = append(readers, 0)
			}
			if len(k.Outputs) == lots {
				mappers++
			}
			for _, in := range k.Inputs {
				if at, ok := exchange[in.Key]; ok && in.Parts != nil {
					of = append(of, at)
					readers[at]++
				}
			}
		}
		if len(readers) != lots || lots > 1 && mappers != n || len(of) != n || !slices.IsSorted(of) || slices.Max(readers)-slices.Min(readers) > 1 {
			t.Errorf("%d mappers, of which %d make %d lots, have %v readers in the order %v", n, mappers, lots, readers, of)
		}
	}
}

func TestKnownValuesAreNotMadeAgain(t *testing.T) {
	a := tensor.Ufunc("add", counted(20, 10), 1)
	m := service.Manifest{Value: a.Value().Meta().Key, Meta: a.Value().Meta(), Grid: []int{2}}
	for i := range 2 {
		m.Chunks = append(m.Chunks, service.ChunkMeta{Facts: service.Facts{Key: op.Key{byte(i + 1)}, Facts: op.Facts{Shape: []int{10}, Bytes: 80}}})
	}
	known := func(k op.Key) (service.Manifest, bool) { return m, k == m.Value }
	p, err := plan.NewPlanner(1, service.Submission{Targets: []op.Value{tensor.Ufunc("sqrt", a).Value()}}, known)
	if err != nil {
		t.Fatal(err)
	}
	st, err := p.Next()
	if err != nil {
		t.Fatal(err)
	}
	if n := len(st[0].Subtasks); n != 2 || st[0].Subtasks[0].Inputs[0].Key != (op.Key{1}) {
		t.Errorf("%d subtasks, first reads %v", n, st[0].Subtasks[0].Inputs)
	}
}
