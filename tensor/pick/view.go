package pick

import "github.com/mars-project/mars-go/nd"

// Shown is the part of a that a basic index selects.
func (o *Getitem) Shown(a *nd.Array) (*nd.Array, bool) {
	axis := 0
	for _, i := range o.Index {
		if i.Kind == "newaxis" {
			a, axis = a.NewAxis(axis), axis+1
			continue
		}
		r, err := i.at(axis, a.Shape[axis])
		if err != nil {
			return nil, false
		}
		if r.drop {
			a = a.Index(axis, r.lo)
			continue
		}
		stop := r.lo + r.n*r.step
		if r.step > 0 {
			stop = min(stop, a.Shape[axis])
		}
		a, axis = a.Slice(axis, r.lo, max(stop, -1), r.step), axis+1
	}
	return a, true
}
