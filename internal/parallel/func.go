package parallel

// A Func calls f(0) to f(n-1), in any order and at the same time if it likes, and after all calls have ended
// returns the error of the lowest index. Results never depend on how it does so. Nil calls them here, one
// after the other.
type Func func(n int, f func(i int) error) error

// Each calls f(0) to f(n-1) through p. The loop that stands in for nil stops at the first error.
func (p Func) Each(n int, f func(i int) error) error {
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

// Spans calls f for pieces of 0 to n of at most size elements, for what cannot fail by itself. Where pieces
// begin does not depend on p.
func (p Func) Spans(n, size int, f func(lo, hi int)) error {
	return p.Each((n+size-1)/size, func(i int) error {
		f(i*size, min(n, (i+1)*size))
		return nil
	})
}
