package merge

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/op"
)

// A Plan is what a merge does with the columns and labels of its sides, from their metas alone.
type Plan struct {
	How   join.How
	Keys  []Key
	Cols  []Col
	index mergeIndex
}

// A Key is a pair of key columns.
type Key struct {
	name   frame.Label // of the key in the result
	L, R   op.RowKey
	from   [2]dtype.DType // as they are
	lt, rt dtype.DType    // as they take part in the result
	fill   bool           // one column of the result holds the keys of both sides
}

// A mergeSource says where a column or level of the result comes from.
type mergeSource uint8

const (
	fromLeft mergeSource = iota
	FromRight
	fromKey // the left key, or the right one where there is no left row
	fromIndicator
)

// Col is a column of the result, and where it comes from.
type Col struct {
	Name frame.Label
	From mergeSource
	At   int         // the column, the key
	As   dtype.DType // what the source is cast to first
	Typ  op.Type     // of the result
}

// A mergeIndex is the labels of the result: a new range when it has no levels. Levels come from levels of a
// side, keys, or columns of the result.
type mergeIndex struct {
	levels []Col
	looks  [2]bool // the labels of the sides that it needs
}

// side is 0 for the left, 1 for the right input.
func (p *Plan) Misses(side int) bool {
	return p.How == join.Outer || p.How == join.Right && side == 0 || p.How == join.Left && side == 1
}

// typeAfter is the type of a column of a side in the result.
func (p *Plan) typeAfter(d dtype.DType, side int) op.Type {
	if p.Misses(side) && !frame.CanMiss(d) {
		return op.Pending(d, d.WithMissing())
	}
	return op.T(d)
}

// Plan finds keys, columns and labels of the merge of two frames or named series.
func (o *Merge) Plan(in []op.Meta) (*Plan, error) {
	p := &Plan{}
	var err error
	if p.How, err = join.Parse(o.How); err != nil {
		return nil, err
	}
	for i := range in {
		if in[i].Kind == op.Series && in[i].Cols[0].Name.IsNil() {
			return nil, errs.New(errs.Invalid, "Cannot merge a Series without a name")
		}
	}
	if err := o.checkArgs(p.How, in); err != nil {
		return nil, err
	}
	drop := map[int]bool{} // right columns that are the same key
	if p.How != join.Cross {
		if drop, err = o.findKeys(p, in); err != nil {
			return nil, err
		}
	}
	if err := o.columns(p, in, drop); err != nil {
		return nil, err
	}
	o.labels(p, in)
	p.joinKeys(in)
	p.restore(in)
	return p, o.indicate(p, in)
}

// columns lists the columns of both sides under their new names.
func (o *Merge) columns(p *Plan, in []op.Meta, drop map[int]bool) error {
	left, right := names(in[0], nil), names(in[1], drop)
	lnew, rnew, err := suffixed(left, right, *o.Suffixes)
	if err != nil {
		return err
	}
	for i, c := range in[0].Cols {
		d := p.coerced(c, 0)
		p.Cols = append(p.Cols, Col{Name: lnew[i], From: fromLeft, At: i, As: d, Typ: p.typeAfter(d, 0)})
	}
	k := 0
	for i, c := range in[1].Cols {
		if !drop[i] {
			d := p.coerced(c, 1)
			p.Cols = append(p.Cols, Col{Name: rnew[k], From: FromRight, At: i, As: d, Typ: p.typeAfter(d, 1)})
			k++
		}
	}
	return nil
}

// coerced is the dtype of a column of a side: another one where it is a key that pandas converts.
func (p *Plan) coerced(c op.Col, side int) dtype.DType {
	for _, k := range p.Keys {
		at, is := k.L, k.lt
		if side == 1 {
			at, is = k.R, k.rt
		}
		if k.name == c.Name && at.Level == 0 && at.Label == c.Name { // and not another column of the name that the key has on the other side
			return is
		}
	}
	return c.Is
}
