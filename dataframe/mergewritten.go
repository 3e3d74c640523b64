package dataframe

import (
	"fmt"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/merge"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// mergeWritten is merge in all the forms that pandas knows: by labels, by row labels, by values with a row
// each.
type mergeWritten struct {
	op.Recipe
	How                   string
	On, LeftOn, RightOn   op.Written
	LeftIndex, RightIndex bool
	Sort                  bool
	Suffixes              *[2]string
	Indicator             any
	Validate              string
}

// mergeValues is a merge some of whose keys have a value for each row: they are columns while it is made,
// named as the other side's key, or key_0, key_1.
type mergeValues struct {
	op.Deferred
	How             string
	LeftOn, RightOn op.Written
	Sort            bool
	Suffixes        *[2]string
	Indicator       any
	Validate        string
}

func init() {
	op.Register[mergeWritten](op.Doc{
		Name: "dataframe.DataFrame.merge", Like: "pandas.merge", Methods: "DataFrame.merge", Gives: "dataframe", Summary: "Join rows of two frames by their keys",
		Sig: "merge(left, right, how='inner', on=None, left_on=None, right_on=None, left_index=False, right_index=False, sort=False, " +
			"suffixes=('_x', '_y'), copy=<no_default>, indicator=False, validate=None)",
		Forms: "suffixes=suffixes",
		Notes: "A key whose dtypes differ has their common dtype in outer and right joins, also when no row misses.",
	})
	op.Register[mergeValues](op.Doc{
		Name: "dataframe.merge_values", Face: "inner", Gives: "dataframe", Summary: "Join rows of two frames by values with a row each",
		Sig: "merge_values(left, right, left_on, right_on, how='inner', sort=False, suffixes=('_x', '_y'), indicator=False, validate=None)",
	})
}

func (o *mergeWritten) Build(left, right Handle, more []Handle) (*DataFrame, error) {
	m := &merge.Merge{
		How: o.How, LeftIndex: o.LeftIndex, RightIndex: o.RightIndex, Sort: o.Sort, Suffixes: o.Suffixes, Indicator: o.Indicator, Validate: o.Validate,
	}
	for _, k := range []struct {
		w  op.Written
		to *[]frame.Label
	}{{o.On, &m.On}, {o.LeftOn, &m.LeftOn}, {o.RightOn, &m.RightOn}} {
		if k.w.V == nil {
			continue
		}
		if len(more) > 0 {
			return o.values(left, right, more)
		}
		var err error
		if *k.to, err = labelsWritten(k.w.V); err != nil {
			return nil, err
		}
	}
	return mergeOf(m, named(left), named(right)), nil
}

// named is a side as a frame.
func named(h Handle) Handle {
	if s, ok := h.(*Series); ok {
		return s.ToFrame()
	}
	return h
}

// values is the merge where keys are inputs.
func (o *mergeWritten) values(left, right Handle, more []Handle) (*DataFrame, error) {
	if o.LeftIndex || o.RightIndex {
		return nil, errs.New(errs.Invalid, "merge of values with row labels is not there yet; assign them to a column")
	}
	v := &mergeValues{
		How: o.How, LeftOn: o.LeftOn, RightOn: o.RightOn, Sort: o.Sort, Suffixes: o.Suffixes, Indicator: o.Indicator, Validate: o.Validate,
	}
	if o.On.V != nil {
		v.LeftOn, v.RightOn = o.On, o.On
	}
	return FrameOf(apply(v, append([]Handle{named(left), named(right)}, more...)...)), nil
}

// Infer leaves columns to the data where a side's follow from it.
func (o *mergeValues) Infer(in []op.Meta) ([]op.Meta, error) {
	m := op.NewFrame(op.Sym("merge", in...), op.FreshRange(op.Sym("merge", in...)))
	m.Open = true
	return []op.Meta{m}, nil
}

func (o *mergeValues) Build(_ *op.Asker, left, right *DataFrame, more []Handle) (*DataFrame, error) {
	written := [2][]any{keysWritten(meant(o.LeftOn, 2, more)), keysWritten(meant(o.RightOn, 2, more))}
	if len(written[0]) != len(written[1]) {
		return nil, errs.New(errs.Invalid, "len(right_on) must equal len(left_on)")
	}
	sides, names := [2]*DataFrame{left, right}, map[int]frame.Label{}
	var keys [2][]frame.Label
	for i := range written[0] {
		pair := [2]any{written[0][i], written[1][i]}
		if !hasRows(pair[0]) && !hasRows(pair[1]) {
			for side, k := range pair {
				l, err := labelWritten(k)
				if err != nil {
					return nil, err
				}
				keys[side] = append(keys[side], l)
			}
			continue
		}
		names[i] = frame.L(fmt.Sprintf("key_%d", i))
		for side, k := range pair {
			var values any = k
			switch v := k.(type) {
			case *Series:
				values = v.Rename(cells.Listed)
			case *Index:
				values = v.ToTensor()
			case *tensor.Tensor:
			default:
				l, err := labelWritten(k)
				if err != nil {
					return nil, err
				}
				names[i], values = l, sides[side].Col(l).Rename(cells.Listed)
			}
			sides[side] = sides[side].Assign(C{keyColumn(i), values})
			keys[side] = append(keys[side], keyColumn(i))
		}
	}
	out := sides[0].Merge(sides[1], MergeOptions{
		How: o.How, LeftOn: keys[0], RightOn: keys[1], Sort: o.Sort, Suffixes: o.Suffixes, Indicator: o.Indicator, Validate: o.Validate,
	})
	return unkeyed(out, names, len(written[0]))
}

// keyColumn labels the key of a number while it is a column.
func keyColumn(i int) frame.Label { return frame.L(fmt.Sprintf("_mars_key_%d", i)) }

// unkeyed is a merge whose keys are no columns of their own: each is in the column of its name, or a new one
// at its place.
func unkeyed(d *DataFrame, names map[int]frame.Label, n int) (*DataFrame, error) {
	var order, gone []any
	for i := range n {
		name, ok := names[i]
		if !ok {
			continue
		}
		there := false
		for _, c := range d.Columns() {
			there = there || c.Same(name)
		}
		d = d.Assign(C{name, d.Col(keyColumn(i))})
		if gone = append(gone, keyColumn(i)); !there {
			order = append(order, name)
		}
	}
	d = d.Drop(gone...)
	cols := d.Columns()
	for _, c := range cols[:len(cols)-len(order)] {
		order = append(order, c)
	}
	return d.Select(order...), nil
}

// keysWritten are keys in a list; one stands for itself.
func keysWritten(v any) []any {
	if l, ok := v.(op.List); ok {
		return l
	}
	return []any{v}
}

// hasRows reports a key that has a value for each row.
func hasRows(v any) bool {
	_, ok := v.(op.Handle)
	return ok
}
