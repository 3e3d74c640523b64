package csv

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// kept is a column of integers or bools and missing values whose dtype was derived: a value of another kind
// widens it.
type kept[T dtype.Elem] struct {
	fixed[T]
	facts Facts
}

func (t *kept[T]) seen() Facts { return t.facts | seenNA }

func keptInts(al mem.Allocator, d dtype.DType, c *classifier, hint int) converter {
	parse := func(x []byte) (int64, bool) {
		v, f := parseInt(x)
		return v, f&seenInt != 0
	}
	return &kept[int64]{fixed[int64]{c, d, frame.NewNumBuilder[int64](al, d, hint), parse}, seenInt}
}

func keptBools(al mem.Allocator, d dtype.DType, c *classifier, hint int) converter {
	return &kept[bool]{fixed[bool]{c, d, frame.NewNumBuilder[bool](al, d, hint), c.boolean}, seenBool}
}
