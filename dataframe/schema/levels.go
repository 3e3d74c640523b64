package schema

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// LevelsOf are the labels of an index as columns.
func LevelsOf(x *frame.Index) []*frame.Column {
	cols := make([]*frame.Column, x.NLevels())
	for k := range cols {
		cols[k] = x.Level(k)
	}
	return cols
}

// LevelOf is the place of an index level given by name or number.
func LevelOf(levels []op.Col, l frame.Label) (int, error) {
	for i, c := range levels {
		if !l.IsNil() && c.Name.Same(l) {
			return i, nil
		}
	}
	n, ok := l.Int()
	switch {
	case !ok && len(levels) == 1:
		return 0, errs.New(errs.Invalid, "level name %s is not the name of the index", l)
	case !ok:
		return 0, errs.New(errs.NotFound, "Level %s not found", l)
	case len(levels) == 1 && n != 0 && n != -1:
		return 0, errs.New(errs.Invalid, "level > 0 or level < -1 only valid with MultiIndex")
	case n >= int64(len(levels)) || n < -int64(len(levels)):
		return 0, errs.New(errs.Invalid, "Too many levels: Index has only %d levels, not %d", len(levels), n+1)
	case n < 0:
		n += int64(len(levels))
	}
	return int(n), nil
}

// AsLevel is a column as a level of an index.
func AsLevel(x *op.Exec, c *frame.Column) (*frame.Column, error) {
	if c.IsPending() || c.Enc == frame.Range {
		var err error
		if c, err = c.Settle(x.Mem(), c.HasNulls()); err != nil {
			return nil, err
		}
	}
	return c.Decode(x.Mem())
}

// LevelsMeta is an index of columns of m as levels; the question names how they became labels.
func LevelsMeta(question string, m op.Meta, cols ...op.Col) op.IndexMeta {
	var h op.Hasher
	ix := op.IndexMeta{Kind: frame.MultiIndex, Levels: cols}
	if len(cols) == 1 {
		ix.Kind = frame.IndexKindOf(cols[0].Is)
	}
	h.Str("levels").Str(question).Key(m.Key)
	for _, c := range cols {
		h.Str(c.Name.Repr())
	}
	ix.Token = h.Sum()
	return ix
}

// KindOf is the kind of an index of given levels that is no range.
func KindOf(levels []op.Col) frame.IndexKind {
	if len(levels) > 1 {
		return frame.MultiIndex
	}
	return frame.IndexKindOf(levels[0].Is)
}

// PickLevels is an index of levels of x.
func PickLevels(x *frame.Index, levels []int) *frame.Index {
	if len(levels) == 1 {
		return frame.NewIndex(x.Names[levels[0]], x.Level(levels[0]))
	}
	var names []frame.Label
	var cols []*frame.Column
	for _, k := range levels {
		names, cols = append(names, x.Names[k]), append(cols, x.Level(k))
	}
	return frame.NewMulti(names, cols...)
}

// AxisNames are names of an axis, none where all are missing.
func AxisNames(names []frame.Label) []frame.Label {
	for _, l := range names {
		if !l.IsNil() {
			return names
		}
	}
	return nil
}
