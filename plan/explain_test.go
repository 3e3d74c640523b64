package plan_test

import (
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/plan"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/tensor"
)

func explained(t *testing.T, hs ...op.Handle) string {
	t.Helper()
	s := service.Submission{Options: service.PlanOptions{ChunkBytes: 512}}
	for _, h := range hs {
		s.Targets = append(s.Targets, h.Value())
	}
	text, err := plan.Explain(s, unknown)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func contains(t *testing.T, text string, wants ...string) {
	t.Helper()
	for _, w := range wants {
		if !strings.Contains(text, w) {
			t.Errorf("no %q in\n%s", w, text)
		}
	}
}

func TestExplainShowsASharedValueOnce(t *testing.T) {
	a := counted(600, 100)
	text := explained(t, a.Add(a.T().Sum()))
	contains(t, text, "tensor.add", "├── (1) tensor.", "(1) again", "6 chunks", "tensor 600, float64", "at ", "explain_test.go:")
	if n := strings.Count(text, "chunk_size=[100]"); n != 1 {
		t.Errorf("the shared value is told %d times in\n%s", n, text)
	}
}

func TestExplainNamesPhysicalJoins(t *testing.T) {
	n := 1000
	k, x := make([]int64, n), make([]float64, n)
	for i := range k {
		k[i] = int64(i)
	}
	large := dataframe.NewWith(dataframe.Options{Rows: 100}, dataframe.C{Name: "k", Data: k}, dataframe.C{Name: "x", Data: x})
	small := dataframe.New(dataframe.C{Name: "k", Data: k[:3]}, dataframe.C{Name: "y", Data: x[:3]})
	on := func(how string) dataframe.MergeOptions { return dataframe.MergeOptions{On: "k", How: how} }
	contains(t, explained(t, small.Merge(large, on("outer"))), "sort-merge join: rows ascend by key", `how="outer", on=['k']`)
	contains(t, explained(t, small.Merge(large, dataframe.MergeOptions{How: "cross"})), "cross join; ")
	contains(t, explained(t, large.Merge(small, on("left"))), "broadcast join: the right side is small", "dataframe ? rows, 'k' int64, 'x' float64, 'y' float64")
}

func TestExplainOfABadCallIsItsError(t *testing.T) {
	bad := tensor.Reshape(counted(600, 100), 7)
	if _, err := plan.Explain(service.Submission{Targets: []op.Value{bad.Value()}}, unknown); err == nil || !strings.Contains(err.Error(), "reshape") {
		t.Errorf("error %v", err)
	}
}

func TestExplainOfADeepGraphIsCut(t *testing.T) {
	a := counted(600, 100)
	for range 5000 {
		a = a.Add(1)
	}
	text := explained(t, a)
	contains(t, text, "the rest is left out")
	if len(text) > 1<<19 {
		t.Errorf("%d bytes", len(text))
	}
}
