package op

// Choose notes which of several physical operators the tiling takes, and why, for those who ask how a value
// is made. An operator that makes several choices notes each.
func (t *Tiler) Choose(operator, why string) {
	if why != "" {
		operator += ": " + why
	}
	if t.c.chosen == nil {
		t.c.chosen = map[*Node]string{}
	}
	if before := t.c.chosen[t.n]; before != "" {
		operator = before + "; " + operator
	}
	t.c.chosen[t.n] = operator
}

// Chosen is what the last tiling of n noted by Choose; empty where it chose nothing, or has not run.
func (c *Chunks) Chosen(n *Node) string { return c.chosen[n] }
