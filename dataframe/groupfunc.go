package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// A Grouper is what GroupFunc gives, of any types.
type Grouper interface{ groups() (*batchFunc, error) }

// A GroupFunction is a function of the rows of a group that is registered. See GroupFunc.
type GroupFunction[In, Out any] struct {
	g  *op.GoFunc
	fn *batched
}

// GroupFunc registers a function of the rows of a group under a name, which is called once for each. What the
// keys are, fields of In say. All else is as of BatchFunc.
//
//	var Longest = dataframe.GroupFunc("acme/longest", func(trips []Trip) ([]Trip, error) { ... })
//	longest := trips.MapGroups(Longest, "driver")
func GroupFunc[In, Out any](name string, f func([]In) ([]Out, error), o ...op.FuncOption) GroupFunction[In, Out] {
	fn, g := registerBatches("groups", name, f, o)
	return GroupFunction[In, Out]{g, fn}
}

// MapGroups calls a function for the rows of each group, in the order of the keys, which are columns: see
// GroupFunc. Rows without a key are in none. The result has the columns of Out, and rows 0, 1, ....
func (d *DataFrame) MapGroups(f Grouper, by ...any) *DataFrame {
	if op.IsNil(f) {
		return FrameOf(bad("dataframe.batches", errUnmade("GroupFunc")))
	}
	o, err := f.groups()
	if err == nil && len(by) == 0 {
		err = errs.New(errs.Invalid, "by: name the columns of the keys")
	}
	for _, b := range by {
		l, ok := frame.LabelOf(b)
		if !ok {
			err = errs.New(errs.Type, "by: a %T is no label of a column", b)
			break
		}
		if err == nil {
			o.By = append(o.By, l)
		}
	}
	if err != nil {
		return FrameOf(bad("dataframe.batches", err))
	}
	return FrameOf(apply(o, d))
}

func (f GroupFunction[In, Out]) groups() (*batchFunc, error) {
	if f.g == nil {
		return nil, errUnmade("GroupFunc")
	}
	return f.fn.operand(f.g)
}

// groupsOf are the places of the rows of each group, in the order of the keys.
func groupsOf(f *frame.Frame, by []frame.Label) (groups [][]int, err error) {
	keys := make([][]frame.Label, 0, f.NRows)
	rows := make([]int, 0, f.NRows)
	for i := range f.NRows {
		key := make([]frame.Label, len(by))
		whole := true
		for k, l := range by {
			c := f.Col(l)
			if c == nil {
				return nil, errs.New(errs.NotFound, "no column %s; the columns are %s", l, someOf(f.Names))
			}
			key[k] = c.Label(i)
			whole = whole && !key[k].IsMissing()
		}
		if keys = append(keys, key); whole {
			rows = append(rows, i)
		}
	}
	compare := func(i, j int) int { return slices.CompareFunc(keys[i], keys[j], frame.Label.Compare) }
	slices.SortStableFunc(rows, compare)
	for i, r := range rows {
		if i == 0 || compare(rows[i-1], r) != 0 {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], r)
	}
	return groups, nil
}
