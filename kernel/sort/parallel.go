package sort

// A Parallel calls f(0) to f(n-1), in any order and at the same time if it likes, and returns the first error after all calls have ended.
// Nil calls them in a loop. Results do not depend on it.
type Parallel func(n int, f func(i int) error) error

func (p Parallel) each(n int, f func(i int) error) error {
	if p != nil && n > 1 {
		return p(n, f)
	}
	for i := range n {
		if err := f(i); err != nil {
			return err
		}
	}
	return nil
}

// span is the elements that one call of a Parallel's function takes of what is done element by element.
const span = 1 << 17

// spans cuts n elements for a Parallel.
func (p Parallel) spans(n int, f func(lo, hi int)) error {
	return p.each((n+span-1)/span, func(i int) error {
		f(i*span, min(n, (i+1)*span))
		return nil
	})
}
