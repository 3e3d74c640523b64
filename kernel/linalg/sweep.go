package linalg

import "github.com/mars-project/mars-go/internal/parallel"

// sweepCols is the columns of one update of a sweep.
const sweepCols = 384

// A sweep factors a matrix from left to right by blocks of nb of its first k columns: factor makes the block
// of w columns from j on, and update brings its effect to the w columns from c on, all of which are right of
// it. Blocks lie in two turns of room: what factor of the next block writes must not be what update of this
// one reads. The next block is factored as soon as its own columns are up to date, beside the updates of the
// others.
type sweep struct {
	n, k, nb int
	factor   func(j, w int) error
	update   func(j, c, w int) error
}

func (s sweep) run(par parallel.Func) error {
	if s.k == 0 {
		return nil
	}
	if err := s.factor(0, min(s.nb, s.k)); err != nil {
		return err
	}
	for j := 0; j < s.k; j += s.nb {
		c := j + min(s.nb, s.k-j)
		next := max(0, min(s.nb, s.k-c))
		ahead := func() error {
			if next == 0 {
				return nil
			}
			if err := s.update(j, c, next); err != nil {
				return err
			}
			return s.factor(c, next)
		}
		l := c + next
		strips, w := stripsOf(s.n - l)
		if err := par.Each(1+strips, func(i int) error {
			if i == 0 {
				return ahead()
			}
			at := l + (i-1)*w
			return s.update(j, at, min(w, s.n-at))
		}); err != nil {
			return err
		}
	}
	return nil
}

// stripsOf is how many tasks n columns are, and the columns of all but the last. Products are then the same
// with and without helpers.
func stripsOf(n int) (strips, w int) {
	if n <= 0 {
		return 0, 0
	}
	w = evenly(n, sweepCols, 24)
	return (n + w - 1) / w, w
}
