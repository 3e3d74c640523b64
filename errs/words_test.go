package errs_test

import (
	"fmt"
	"testing"

	"github.com/mars-project/mars-go/errs"
)

// TestGoReadsGo: what NumPy and pandas say reads in Go's words once an operator owns it; what users gave
// stays as they wrote it, and so do the words for Python.
func TestGoReadsGo(t *testing.T) {
	for _, c := range []struct {
		err  error
		goes string
	}{
		{errs.New(errs.Type, "%s() got an unexpected keyword argument 'keepdims'", "cumsum"), "cumsum has no option Keepdims"},
		{errs.New(errs.Type, "clip() missing 1 required positional argument: 'a_min'"), "Clip lacks AMin"},
		{errs.New(errs.NotFound, "'%s' object has no attribute '%s'", "Rolling", "a_b"), "a Rolling has no a_b"},
		{errs.New(errs.Type, "unhashable type: a %T is no label", []int{}), "a []int is no label"},
		{errs.New(errs.Invalid, "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size 3 is different from 2)"), "matmul: Input operand 1 has a mismatch in its core dimension 0 (size 3 is different from 2)"},
		{errs.New(errs.Invalid, "dot has no dimensions (has 0, gufunc core with signature (n),(n)->() requires 1)"), "dot has no dimensions"},
		{errs.New(errs.Type, "<class '%s'> is not convertible to datetime", "int"), "int is not convertible to datetime"},
		{errs.New(errs.Invalid, "'labels' must be provided if 'ordered = False'"), "'labels' must be provided if Ordered: false"},
		{errs.New(errs.Invalid, "left_on=None, 'index=True' and orient='records' with %s", "on=None"), "LeftOn: nil, Index: true and Orient: 'records' with on=None"},
		{errs.New(errs.Invalid, "`bins` and ``axis`` must be set, chunk_size too, not %s", "`na_rep`"), "Bins and Axis must be set, Chunk too, not `na_rep`"},
		{errs.New(errs.Invalid, "%s=True of %s", errs.Name("numeric_only"), "numeric_only"), "NumericOnly: true of numeric_only"},
		{errs.New(errs.Invalid, "unit is 's', see quota.session_disk"), "unit is 's', see quota.session_disk"},
		{errs.Wrap(errs.Invalid, errs.New(errs.Invalid, "fill_value is bad"), "column %s", "fill_value"), "column fill_value: FillValue is bad"},
		{fmt.Errorf("read: %w", errs.New(errs.Invalid, "fill_value is bad")), "read: FillValue is bad"},
	} {
		was := c.err.Error()
		err := errs.At(c.err, "a.go:3", "tensor.x")
		if got, want := err.Error(), "a.go:3: tensor.x: "+c.goes; got != want {
			t.Errorf("%s\n%s", got, want)
		}
		python := errs.PythonOf(err)
		if was != c.goes && python != "a.go:3: tensor.x: "+was || was == c.goes && python != "" {
			t.Errorf("%s: for Python %q", was, python)
		}
		wrapped := errs.Wrap(errs.Invalid, err, "task %d", 1)
		if got, want := wrapped.Error(), "task 1: "+err.Error(); got != want {
			t.Errorf("%s\n%s", got, want)
		}
		if got, want := errs.PythonOf(fmt.Errorf("once more: %w", wrapped)), "once more: task 1: "+python; python != "" && got != want {
			t.Errorf("%s\n%s", got, want)
		}
	}
}
