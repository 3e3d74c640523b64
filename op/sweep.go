package op

import "strings"

// A Sweeper is an effect whose parts lie hidden until all of them are there. Leftover is how the names of its
// hidden files begin; of a writing that did not come to its end they are removed once nothing of it runs any
// more, for no attempt will ever name them.
type Sweeper interface{ Leftover() string }

// Leftovers are how the names of the hidden files begin of all that the values depend on.
func Leftovers(vs []Value) (out []string) {
	seen := map[*Node]bool{}
	var walk func(n *Node)
	walk = func(n *Node) {
		if seen[n] {
			return
		}
		seen[n] = true
		if s, ok := n.Op.(Sweeper); ok {
			out = append(out, s.Leftover())
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

// Sweep removes the files whose names begin so. What cannot be listed or removed stays.
func Sweep(fs FS, leftovers []string) {
	for _, l := range leftovers {
		if l == "" {
			continue
		}
		left, err := fs.Glob(EscapeGlob(l) + "*")
		if err != nil {
			continue // nothing is left
		}
		for _, i := range left {
			_ = fs.Remove(i.Path)
		}
	}
}

// EscapeGlob is a pattern that matches the name alone.
func EscapeGlob(name string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(name)
}
