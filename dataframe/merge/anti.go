package merge

// An anti join is the rows of a left (or right) join that have no partner, under the labels that they have
// there: pandas makes it so.

// Sided is the join that the anti join how is a part of, and what its indicator says of the rows that stay.
// ok is false for other joins.
func Sided(how string) (join, only string, ok bool) {
	switch how {
	case "left_anti":
		return "left", "left_only", true
	case "right_anti":
		return "right", "right_only", true
	}
	return how, "", false
}

// SideColumn is the indicator of a join that was asked for none.
const SideColumn = "_mars_side"
