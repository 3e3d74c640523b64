package axes

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// OnRows refuses levels of column labels.
func OnRows(axis int) error {
	if axis != 0 {
		return errs.New(errs.Invalid, "levels of column labels are not there yet here; assign the columns")
	}
	return nil
}

// OnlyLevel says in pandas' words that labels of one level have no other.
func OnlyLevel(levels []op.Col, l frame.Label) error {
	n, number := l.Int()
	switch {
	case len(levels) != 1 || levels[0].Name.Same(l):
		return nil
	case !number:
		return errs.New(errs.NotFound, "Requested level (%s) does not match index name (%s)", l, levels[0].Name)
	case n > 0 || n < -1:
		return errs.New(errs.Invalid, "Too many levels: Index has only 1 level, not %d", n+1)
	}
	return nil
}
