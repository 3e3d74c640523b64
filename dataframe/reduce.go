package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/aggregate"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/op"
)

// Reduce is the options of reductions. The zero value is pandas' defaults; what a function does not have is
// ignored.
type Reduce struct {
	Axis        int  // of a frame: 0 reduces the rows of every column, 1 the columns of every row
	KeepNull    bool // skipna=False: a missing value makes the result missing
	NumericOnly bool // only number and bool columns
	BoolOnly    bool // Any, All: only bool columns
	MinCount    int  // Sum, Prod: fewer values that are there give a missing one
	Ddof        *int // Std, Var, Sem: the divisor is the count less Ddof; nil means 1
}

func reduceBy(f group.Func, h Handle, o []Reduce) op.Value {
	h = only(h, o)
	p := op.Lookup("dataframe." + f.String()).New().(*aggregate.Reduction)
	if len(o) > 0 {
		p.Axis, p.NumericOnly, p.BoolOnly, p.MinCount = o[0].Axis, o[0].NumericOnly, o[0].BoolOnly, o[0].MinCount
		p.Skipna = new(!o[0].KeepNull)
		if o[0].Ddof != nil {
			p.Ddof = o[0].Ddof
		}
	}
	return apply(p, h)
}
