package op

import "github.com/mars-project/mars-go/errs"

// mostAgreed is how many chunks a grid has at most that is compared with its whole: what is wrong is so in
// small grids too, and a large one would be read through for nothing.
const mostAgreed = 1000

// agrees reports chunks whose lengths are not together that of the whole: an operand that describes its tasks
// otherwise than itself. What is cut of such a value would be other rows than were asked for.
func (t *Tiler) agrees(i int, g Grid) error {
	if len(g.Edges) > mostAgreed || len(g.Shape) != len(g.Meta.Dims) {
		return nil
	}
	whole := t.env.Settle(g.Meta).Dims
	step := len(g.Edges)
	for axis, d := range whole {
		n := g.Shape[axis]
		if step /= max(1, n); !d.Known() {
			continue
		}
		sum := 0
		for k := range n {
			dims := t.c.Dims(g.Edges[k*step])
			if axis >= len(dims) {
				return errs.New(errs.Internal, "%s: chunks of output %d have %d axes, and the whole has %d",
					t.n.Name, i, len(dims), len(whole))
			}
			part := dims[axis].Resolve(t.env.Known)
			if !part.Known() {
				sum = d.N
				break
			}
			sum += part.N
		}
		if sum != d.N {
			return errs.New(errs.Internal, "%s: chunks of output %d are of length %d along axis %d together, and the whole is of %d",
				t.n.Name, i, sum, axis, d.N)
		}
	}
	return nil
}
