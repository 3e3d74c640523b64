package op

// A Sweeper is an effect whose parts lie hidden until all of them are there. Sweep removes those that no attempt will
// ever name, once nothing of the task runs any more that did not come to its end.
type Sweeper interface{ Sweep(fs FS) }

// Sweepers are those that the values depend on.
func Sweepers(vs []Value) (out []Sweeper) {
	seen := map[*Node]bool{}
	var walk func(n *Node)
	walk = func(n *Node) {
		if seen[n] {
			return
		}
		seen[n] = true
		if s, ok := n.Op.(Sweeper); ok {
			out = append(out, s)
		}
		for _, v := range n.In {
			walk(v.N)
		}
	}
	for _, v := range vs {
		walk(v.N)
	}
	return out
}
