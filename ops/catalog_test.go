package ops_test

import (
	"slices"
	"testing"

	"github.com/mars-project/mars-go/ops"
)

func TestCatalogIsCompleteAndInOrder(t *testing.T) {
	es := ops.Catalog()
	if len(es) < 70 {
		t.Errorf("%d operators", len(es))
	}
	if !slices.IsSortedFunc(es, func(a, b ops.Entry) int { return slices.Compare([]byte(a.Name), []byte(b.Name)) }) {
		t.Error("not in order of their names")
	}
	for _, e := range es {
		if e.Summary == "" || e.Sig == "" {
			t.Errorf("%+v", e)
		}
	}
}

func TestMissingLeavesOutWhatIsThere(t *testing.T) {
	all, missing := ops.API(), ops.Missing()
	if len(all) < 400 || len(missing) >= len(all) || slices.Contains(missing, "tensor.add") || !slices.Contains(all, "tensor.add") {
		t.Errorf("%d of %d names missing", len(missing), len(all))
	}
	for _, n := range missing {
		if !slices.Contains(all, n) {
			t.Errorf("%s is no name", n)
		}
	}
}
