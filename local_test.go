package mars_test

import (
	"context"
	"strings"
	"testing"

	mars "github.com/mars-project/mars-go"
	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/tensor"
)

func TestLocalRunsAProgram(t *testing.T) {
	ctx := context.Background()
	s, err := mars.Local(ctx, mars.Workers(2), mars.CPUs(2), mars.Memory("256MiB"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	a := tensor.Ones([]int{100, 100}, tensor.Create{Chunk: []int{10}})
	b := tensor.Sum(tensor.Inner(a, a))
	if err := s.Execute(ctx, b); err != nil {
		t.Fatal(err)
	}
	v, err := tensor.Fetch[float64](ctx, s, b)
	if err != nil || len(v) != 1 || v[0] != 1e6 {
		t.Errorf("got %v, %v", v, err)
	}
}

func TestEagerModeExecutesWhatIsBuilt(t *testing.T) {
	ctx := context.Background()
	s, err := mars.Local(ctx, mars.CPUs(2), mars.Memory("64MiB"), mars.Eager())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	a := tensor.Ones([]int{4}, tensor.Create{Chunk: []int{2}})
	if err := s.Execute(ctx, a); err != nil {
		t.Fatal(err)
	}
	b := tensor.Add(a, 1).Multiply(3)
	if got := b.String(); got != "[6. 6. 6. 6.]" {
		t.Errorf("b prints as %s", got)
	}
	if v, err := tensor.Fetch[float64](ctx, s, tensor.Sum(b)); err != nil || v[0] != 24 {
		t.Errorf("got %v, %v", v, err)
	}
	if got := dataframe.FromTensor(b).Col(0).Sum().String(); got != "24.0" {
		t.Errorf("the sum of a column prints as %s", got)
	}
	i := tensor.AsType(a, dtype.Int64)
	if err := tensor.Power(i, tensor.Negative(i)).Err(); err == nil || !strings.Contains(err.Error(), "local_test.go:") ||
		!strings.Contains(err.Error(), "Integers to negative integer powers") {
		t.Errorf("what goes wrong in data is not the error of the call: %v", err)
	}
}

func TestExplainRunsNothing(t *testing.T) {
	ctx := t.Context()
	s, err := mars.Local(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	k := dataframe.New(dataframe.C{Name: "k", Data: []int64{1, 2, 3}})
	m := k.Merge(k, dataframe.MergeOptions{On: "k", How: "left"})
	text, err := s.Explain(ctx, m)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"dataframe.merge(", "broadcast join", "local_test.go:"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if _, err := s.Fetch(ctx, m); err == nil {
		t.Error("explain has computed the value")
	}
	if _, err := s.Explain(ctx); !errs.Is(err, errs.Invalid) {
		t.Errorf("explain of nothing: %v", err)
	}
}
