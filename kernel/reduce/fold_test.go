package reduce_test

import (
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/reduce"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Every part of a fold has a name, and nothing else has one.
func TestNamesOfParts(t *testing.T) {
	f, c := nd.Of([]float64{1, 2}), nd.Of([]complex128{1, 2i})
	for _, name := range []string{"sum:s", "nansum:e", "sum:far", "prod:h", "nanprod:x", "moment:x:s", "nanmoment:h:e", "moment:l:far"} {
		for _, a := range []*nd.Array{f, c} {
			if _, err := reduce.Array(mem.Heap, name, a, reduce.Options{}); err != nil {
				t.Errorf("%s of %v: %v", name, a.DType, err)
			}
		}
	}
	for _, name := range []string{
		"", ":", "sum:", "sum:x", "sum:s:s", "sum:S", "nansum:x", "prod:s", "prod:hi", "prod:h:h", "min:s", "mean:s", "moment", "moment:", "moment:x", "moment:x:",
		"moment:q:s", "moment:xh:s", "moment::s", "moment:x:h", "moment:x:s:s", "nanmoment:q:far", "nannansum", "nancount_nonzero",
	} {
		if _, err := reduce.Array(mem.Heap, name, f, reduce.Options{}); errs.KindOf(err) != errs.Type {
			t.Errorf("%q gives %v", name, err)
		}
	}
	if _, err := reduce.Lookup("sum:s", dtype.Int64, dtype.Int64); errs.KindOf(err) != errs.Type {
		t.Errorf("sums of integers without error: %v", err)
	}
}
