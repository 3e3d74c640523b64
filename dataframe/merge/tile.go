package merge

import (
	"fmt"

	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/op"
)

// The physical joins that a merge chooses from.
const (
	crossJoin        = "cross join"             // every pair of rows, the other side whole to each piece of the driving one
	broadcastJoin    = "broadcast join"         // one side whole to every chunk of the other
	sortMergeJoin    = "sort-merge join"        // both sides sent by ranges of keys; the result ascends
	partitionedJoin  = "partitioned hash join"  // both sides sent by hashes of keys
	lateMaterialised = ", late materialisation" // only keys of the driving side are sent, its other columns stay
)

// Tile chooses a physical join: by what the result must look like, then by facts about the sides.
func (o *Merge) Tile(t *op.Tiler) error {
	p, err := o.Plan([]op.Meta{t.In(0).Meta, t.In(1).Meta})
	if err != nil {
		return err
	}
	drive, other := o.sides(p, t)
	free := p.How == join.Inner && o.Validate == "" && !t.Ordered() // either side may drive
	name := [2]string{"left", "right"}
	d, e := name[o.drive()], name[1-o.drive()]
	switch {
	case p.How == join.Cross:
		if t.Need(op.Rows, other.Grid) != nil {
			return t.Err()
		}
		t.Choose(crossJoin, "")
		return t.Out(o.pairs(t, drive.Grid, other.Grid))
	case !o.sorted(p.How) && !o.uniqueDrive() && t.Small(other.Grid):
		t.Choose(broadcastJoin, "the "+e+" side is small")
		return t.Out(t.Map(o.fit(t, drive, other), op.Whole(other.Grid)))
	case t.Err() != nil:
		return t.Err()
	case o.sorted(p.How):
		t.Choose(sortMergeJoin, "rows ascend by key")
		return t.Out(o.inKeyOrder(t, drive, other))
	case free && t.Small(drive.Grid):
		t.Choose(broadcastJoin, "the "+d+" side is small, and nobody looks at the order")
		return t.Out(t.At(joinSwapped).Map(o.fit(t, other, drive), op.Whole(drive.Grid)))
	case t.Err() != nil:
		return t.Err()
	case !o.uniqueDrive() && o.makesMany(t, drive, other):
		t.Choose(broadcastJoin, "rows meet many of the "+e+" side")
		return t.Out(t.Map(o.fit(t, drive, other), op.Whole(other.Grid)))
	case t.Err() != nil:
		return t.Err()
	}
	if n := o.lateParts(t, drive, other); n > 0 {
		t.Choose(partitionedJoin+lateMaterialised, fmt.Sprintf("%d parts; the %s side is large, and its order counts", n, d))
		return t.Out(o.late(t, n, drive, other))
	}
	t.Choose(partitionedJoin, "neither side is small")
	return t.Out(t.At(joinPart).Shuffle(op.ByInput, drive, other))
}

// sorted reports that rows stand by ascending key.
func (o *Merge) sorted(how join.How) bool { return o.Sort || how == join.Outer }

// sides are the inputs with their keys, the one whose order counts first.
func (o *Merge) sides(p *Plan, t *op.Tiler) (drive, other op.Side) {
	drive, other = op.Side{Grid: t.In(0)}, op.Side{Grid: t.In(1)}
	for _, k := range p.Keys {
		k.L.NullsFirst, k.L.ByValue = join.NullsFirst(k.from[0], k.from[1]), join.ByValue(k.from[0], k.from[1])
		k.R.NullsFirst, k.R.ByValue = k.L.NullsFirst, k.L.ByValue
		drive.Keys, other.Keys = append(drive.Keys, k.L), append(other.Keys, k.R)
	}
	if o.swaps() {
		return other, drive
	}
	return drive, other
}

// uniqueDrive reports that the keys of the driving side must be seen together to be found unique.
func (o *Merge) uniqueDrive() bool {
	v := o.Validate
	return v == "one_to_one" || v == "1:1" || !o.swaps() && (v == "one_to_many" || v == "1:m") || o.swaps() && (v == "many_to_one" || v == "m:1")
}
