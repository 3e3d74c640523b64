package reshape

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

func (o *Concat) Infer(in []op.Meta) ([]op.Meta, error) {
	if o.Axis == 1 {
		return o.inferBeside(in, equalTokens(in))
	}
	rows := op.Dim{}
	for _, m := range in {
		rows = rows.Plus(m.Rows())
	}
	out, err := o.columns(in)
	if err != nil {
		return nil, err
	}
	out.Dims = []op.Dim{rows}
	out.Index, err = o.below(in, rows)
	return []op.Meta{out}, err
}

// columns is the kind and the columns of rows below rows.
func (o *Concat) columns(in []op.Meta) (out op.Meta, err error) {
	out.Kind = op.Series
	for _, m := range in {
		out.Open = out.Open || m.Open
		if m.Kind == op.Frame {
			out.Kind = op.Frame
		}
	}
	if out.Kind == op.Series {
		c := in[0].Cols[0]
		for _, m := range in[1:] {
			if c.Is.IsBool() == m.Cols[0].Is.IsBool() || schema.BoolsApart(c.Is, m.Cols[0].Is) {
				c.Is = schema.JoinedType(c.Is, m.Cols[0].Is)
			} else { // series keep bools; columns of frames go with the numbers before them
				c.Is = dtype.Common(c.Is, m.Cols[0].Is)
			}
			if m.Cols[0].Name != c.Name {
				c.Name = frame.Label{}
			}
		}
		out.Cols = []op.Col{c}
		return out, nil
	}
	var names []frame.Label
	equal := true
	for i, m := range in {
		ls := belowNames(m)
		equal = equal && (i == 0 || slices.Equal(ls, names))
		if i == 0 {
			names = ls
		}
	}
	if equal {
		out.Cols = slices.Clone(in[0].Cols)
		for i := range out.Cols {
			out.Cols[i].Name = names[i]
			for _, m := range in[1:] {
				out.Cols[i].Is = schema.JoinedType(out.Cols[i].Is, m.Cols[i].Is)
			}
		}
		if o.Sort && !schema.Repeats(names) {
			slices.SortStableFunc(out.Cols, func(a, b op.Col) int { return a.Name.Compare(b.Name) })
		}
		return out, nil
	}
	out.Cols, err = o.union(in)
	return out, err
}

// belowNames are the column labels of an input below others: a series without a name is column 0.
func belowNames(m op.Meta) []frame.Label {
	if m.Kind == op.Series && m.Cols[0].Name.IsNil() {
		return []frame.Label{frame.L(0)}
	}
	return schema.LabelsOf(m.Cols)
}

// union are the columns of inputs whose labels differ, in order of appearance.
func (o *Concat) union(in []op.Meta) ([]op.Col, error) {
	var cols []op.Col
	have, full := map[frame.Label]int{}, 0
	for _, m := range in {
		if !void(m) {
			full++
		}
		seen := map[frame.Label]bool{}
		for i, l := range belowNames(m) {
			if seen[l.Key()] && !m.Open {
				return nil, errs.New(errs.Invalid, "Reindexing only valid with uniquely valued Index objects")
			}
			seen[l.Key()] = true
			k := slices.IndexFunc(cols, func(c op.Col) bool { return c.Name.Same(l) })
			if k < 0 {
				k = len(cols)
				cols = append(cols, op.Col{Name: l, Type: m.Cols[i].Type})
			}
			cols[k].Is = schema.JoinedType(cols[k].Is, m.Cols[i].Is)
			have[l.Key()]++
		}
	}
	out := cols[:0]
	for _, c := range cols {
		switch {
		case have[c.Name.Key()] == len(in), have[c.Name.Key()] == full && o.Join != "inner":
		case o.Join == "inner":
			continue
		default:
			c.Is = c.Is.WithMissing()
		}
		out = append(out, c)
	}
	if o.Sort {
		slices.SortStableFunc(out, func(a, b op.Col) int { return a.Name.Compare(b.Name) })
	}
	return out, nil
}

// void reports a frame without rows and columns, which leaves dtypes as they are.
func void(m op.Meta) bool {
	return m.Kind == op.Frame && len(m.Cols) == 0 && !m.Open && m.Rows() == op.Dim{}
}

// below is the index of rows below rows.
func (o *Concat) below(in []op.Meta, rows op.Dim) (op.IndexMeta, error) {
	if o.IgnoreIndex {
		ix := op.FreshRange(rows)
		ix.Loose = true
		return ix, nil
	}
	ix := in[0].Index.Derive("concat", in...)
	ix.Levels = slices.Clone(ix.Levels)
	for _, m := range in[1:] {
		if len(m.Index.Levels) != len(ix.Levels) {
			return ix, errs.New(errs.Invalid, "indexes of %d and %d levels below each other are not there yet", len(ix.Levels), len(m.Index.Levels))
		}
		for k, c := range m.Index.Levels {
			ix.Levels[k].Is = dtype.Common(ix.Levels[k].Is, c.Is)
			if ix.Levels[k].Name != c.Name {
				ix.Levels[k].Name = frame.Label{}
			}
		}
	}
	if o.Keys != nil {
		for k, ls := range o.keyLevels() {
			ix.Levels = slices.Insert(ix.Levels, k, op.Col{Type: op.T(frame.LabelColumn(ls).DType)})
		}
		for k, n := range o.Names {
			if k < len(ix.Levels) {
				ix.Levels[k].Name = n
			}
		}
	}
	if ix.Kind = frame.MultiIndex; len(ix.Levels) == 1 {
		ix.Kind = frame.IndexKindOf(ix.Levels[0].Is)
	}
	return ix, nil
}

// keyLevels are the keys as levels, one after the other: those of tuples of one length are their elements.
func (o *Concat) keyLevels() [][]frame.Label {
	n := frame.ColumnLevels(o.Keys)
	if n == 1 {
		return [][]frame.Label{o.Keys}
	}
	out := make([][]frame.Label, n)
	for _, l := range o.Keys {
		for k, e := range l.Elems() {
			out[k] = append(out[k], e)
		}
	}
	return out
}
