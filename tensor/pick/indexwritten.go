package pick

import (
	"math"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// EntriesIn are the entries of an index that a caller wrote between brackets, and ix where nobody wrote one.
// Its tensors are the inputs from the k-th on. What was written is then read. Errors, in NumPy's words:
// NotFound for what is no index, Type for ends of slices that are no integers.
func EntriesIn(w *op.Written, ix []Index, k int) ([]Index, error) {
	if !w.Is {
		return ix, nil
	}
	items, ok := w.V.(op.Tuple)
	if !ok {
		items = op.Tuple{w.V}
	}
	ix, *w = make([]Index, len(items)), op.Written{}
	for i, v := range items {
		var err error
		if ix[i], err = entryIn(v, k); err != nil {
			return nil, err
		}
	}
	return ix, nil
}

func entryIn(v any, k int) (Index, error) {
	switch v := v.(type) {
	case nil:
		return NewAxis, nil
	case op.Ellipsis:
		return Ellipsis, nil
	case int64:
		return EntryAt(int(v)), nil
	case op.Ref:
		return Index{Kind: "array", Array: v.I() - k}, nil
	case op.Slice:
		s := Whole
		for _, e := range []struct {
			v  any
			at **int
		}{{v.Start, &s.Start}, {v.Stop, &s.Stop}, {v.Step, &s.Step}} {
			n, ok := placeIn(e.v)
			if *e.at = n; !ok {
				return s, errs.New(errs.Type, "slice indices must be integers or None or have an __index__ method")
			}
		}
		return s, nil
	}
	return Index{}, errs.New(errs.NotFound, "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices")
}

// placeIn is an end of a slice, nil where it was left out.
func placeIn(v any) (*int, bool) {
	var n int
	switch v := v.(type) {
	case nil:
		return nil, true
	case int64:
		n = int(v)
	case uint64:
		n = math.MaxInt
	case bool:
		if v {
			n = 1
		}
	default:
		return nil, false
	}
	return &n, true
}
