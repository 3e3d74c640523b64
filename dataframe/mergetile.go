package dataframe

import (
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/op"
)

// Tile gives the right side of a cross join whole to pieces of the left one, see pairs. It gives a small side whole to every chunk of the side whose order
// counts or, of an inner join whose order nobody looks at, to every chunk of the other side, in stage Combine, and cuts chunks whose rows meet many rows, see
// fit; so it does with a side that is not small where rows meet many, see makesMany. Else it sends the rows of both by key, see late; where the result is to
// ascend by key, see inKeyOrder.
func (o *merge) Tile(t *op.Tiler) error {
	p, err := o.plan([]op.Meta{t.In(0).Meta, t.In(1).Meta})
	if err != nil {
		return err
	}
	sorted := o.Sort || p.how == join.Outer
	drive, other := o.sides(p, t)
	switch {
	case p.how == join.Cross:
		if t.Need(op.Rows, other.Grid) != nil {
			return t.Err()
		}
		return t.Out(o.pairs(t, drive.Grid, other.Grid))
	case !sorted && !o.uniqueDrive() && t.Small(other.Grid):
		return t.Out(t.Map(o.fit(t, drive, other), op.Whole(other.Grid)))
	case t.Err() != nil:
		return t.Err()
	case sorted:
		return t.Out(o.inKeyOrder(t, drive, other))
	case p.how == join.Inner && o.Validate == "" && !t.Ordered() && t.Small(drive.Grid):
		return t.Out(t.At(op.Combine).Map(o.fit(t, other, drive), op.Whole(drive.Grid)))
	case t.Err() != nil:
		return t.Err()
	case !o.uniqueDrive() && o.makesMany(t, drive, other):
		return t.Out(t.Map(o.fit(t, drive, other), op.Whole(other.Grid)))
	case t.Err() != nil:
		return t.Err()
	}
	if n := o.lateParts(t, drive, other); n > 0 {
		return t.Out(o.late(t, n, drive, other))
	}
	return t.Out(t.Shuffle(op.ByInput, drive, other))
}

// sides are the inputs with their keys, the one whose order counts first.
func (o *merge) sides(p *mergePlan, t *op.Tiler) (drive, other op.Side) {
	drive, other = op.Side{Grid: t.In(0)}, op.Side{Grid: t.In(1)}
	for _, k := range p.keys {
		k.l.NullsFirst, k.l.ByValue = join.NullsFirst(k.from[0], k.from[1]), join.ByValue(k.from[0], k.from[1])
		k.r.NullsFirst, k.r.ByValue = k.l.NullsFirst, k.l.ByValue
		drive.Keys, other.Keys = append(drive.Keys, k.l), append(other.Keys, k.r)
	}
	if o.swaps() {
		return other, drive
	}
	return drive, other
}

// uniqueDrive reports that the keys of the driving side must be seen together to be found unique.
func (o *merge) uniqueDrive() bool {
	v := o.Validate
	return v == "one_to_one" || v == "1:1" || !o.swaps() && (v == "one_to_many" || v == "1:m") || o.swaps() && (v == "many_to_one" || v == "m:1")
}
