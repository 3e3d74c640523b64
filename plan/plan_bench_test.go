package plan_test

import (
	"testing"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/plan"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/tensor"

	"github.com/mars-project/mars-go/nd"
)

func benchChunks(b *testing.B, n int) {
	a := nd.Of(make([]float64, n), n)
	for b.Loop() {
		t := tensor.FromArray(a, tensor.Chunk{Size: []int{1}})
		u := tensor.Ufunc("add", tensor.Ufunc("multiply", t, 2), 1)
		p, err := plan.NewPlanner(1, service.Submission{Targets: []op.Value{u.Value()}}, unknown)
		if err != nil {
			b.Fatal(err)
		}
		st, err := p.Next()
		if err != nil {
			b.Fatal(err)
		}
		if len(st[0].Subtasks) < n {
			b.Fatal(len(st[0].Subtasks))
		}
	}
}

func BenchmarkPlan1e5(b *testing.B) { benchChunks(b, 33333) }
func BenchmarkPlan1e6(b *testing.B) { benchChunks(b, 333333) }

func BenchmarkPlanShuffle1000x1000(b *testing.B) {
	s := apply(&toySort{}, counted(1000, 1))
	for b.Loop() {
		p, err := plan.NewPlanner(1, service.Submission{Targets: []op.Value{s.Value()}}, unknown)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := p.Next(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPlanSort1000x1000(b *testing.B) {
	v := tensor.Sort(tensor.FromArray(nd.Of(make([]float64, 1000), 1000), tensor.Chunk{Size: []int{1}})).Value()
	for b.Loop() {
		p, err := plan.NewPlanner(1, service.Submission{Targets: []op.Value{v}}, unknown)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := p.Next(); err != nil {
			b.Fatal(err)
		}
	}
}
