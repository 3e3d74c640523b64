package column

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/join"
)

// LabelType is the dtype of the labels of two indexes of dtypes a and b together: numbers of any kind meet,
// times of the finer unit; text is str unless both say string; all else is object.
func LabelType(a, b dtype.DType) dtype.DType {
	switch {
	case a == b:
		return a
	case a.IsCategorical() || b.IsCategorical(), UnlikeZones(a, b):
		return dtype.Object
	}
	return dtype.Common(a, b)
}

// UnlikeZones reports instants and times of day without a zone, of which none is equal.
func UnlikeZones(a, b dtype.DType) bool {
	return a.IsDatetime() && b.IsDatetime() && (a.TZ == "") != (b.TZ == "")
}

// JoinedType is LabelType of indexes that are joined. Error: Type for times with a zone and without one.
func JoinedType(a, b dtype.DType) (dtype.DType, error) {
	if UnlikeZones(a, b) {
		return dtype.DType{}, errs.New(errs.Type, "Cannot join tz-naive with tz-aware DatetimeIndex")
	}
	return LabelType(a, b), nil
}

// Labels casts the levels of an index to dtypes.
func (e Env) Labels(x *frame.Index, to []dtype.DType) (*frame.Index, error) {
	if x.NLevels() != len(to) {
		return nil, errs.New(errs.Invalid, "indexes of %d and %d levels are not there yet: they do not meet", x.NLevels(), len(to))
	}
	same := true
	levels := make([]*frame.Column, len(to))
	for k := range levels {
		levels[k] = x.Level(k)
		same = same && levels[k].DType == to[k]
	}
	if same {
		return x, nil
	}
	for k, c := range levels {
		c, err := e.Cast(c, to[k])
		if err == nil && (c.Enc == frame.Range || c.Enc == frame.Narrow) {
			c, err = c.Decode(e.Mem)
		}
		if err != nil {
			return nil, err
		}
		levels[k] = c
	}
	if len(levels) == 1 {
		return frame.NewIndex(x.Names[0], levels[0]), nil
	}
	return frame.NewMulti(x.Names, levels...), nil
}

// Outer is the labels of two indexes of equal dtypes, ascending, with the rows of each under every label: -1
// where it has none. A label that both have several times comes once for every pair, as pandas' outer join of
// indexes has it. The names are those of a.
func (e Env) Outer(a, b *frame.Index) (ix *frame.Index, l, r []int64, err error) {
	if a.NLevels() == 1 && a.Level(0).DType.IsTemporal() {
		l, r, err = join.Labels(e.Mem, a.Level(0), b.Level(0))
	} else {
		l, r, err = join.Rows(e.Mem, join.Outer, true, levels(a), levels(b))
	}
	if err != nil {
		return nil, nil, nil, err
	}
	rows := slices.Clone(l)
	for i, k := range rows {
		if k < 0 {
			rows[i] = int64(a.N) + r[i]
		}
	}
	all, err := frame.ConcatIndexes(e.Mem, a, b.WithNames(a.Names...))
	if err != nil {
		return nil, nil, nil, err
	}
	ix, err = all.Take(e.Mem, rows)
	return ix, l, r, err
}

// Reindex is the rows of from under the labels of to, -1 where it has none. Errors: Invalid for labels of
// from that come twice.
func (e Env) Reindex(to, from *frame.Index) ([]int64, error) {
	if !from.IsUnique() {
		return nil, errs.New(errs.Invalid, "cannot reindex on an axis with duplicate labels")
	}
	_, rows, err := join.Rows(e.Mem, join.Left, false, levels(to), levels(from))
	return rows, err
}

func levels(x *frame.Index) []*frame.Column {
	cols := make([]*frame.Column, x.NLevels())
	for k := range cols {
		cols[k] = x.Level(k)
	}
	return cols
}

// Moved is the column of these rows, as pandas reindexes: a missing row makes a float of an integer and
// objects of bools.
func (e Env) Moved(c *frame.Column, rows []int64) (*frame.Column, error) {
	if rows == nil {
		return c, nil
	}
	out, err := c.Take(e.Mem, rows)
	if err != nil || !out.IsPending() {
		return out, err
	}
	return out.Settle(e.Mem, out.HasNulls())
}
