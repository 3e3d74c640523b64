package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/moves"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/op"
)

// CumOptions are the options of running aggregates of columns.
type CumOptions struct {
	Strict      bool // behind a missing value all are missing, else it is passed over
	NumericOnly bool // only number and bool columns
}

// CumSum is the sum of every column up to each row. Missing values stay and are passed over, unless the
// options are strict. Sums of integers and bools are int64 or uint64 and wrap around; those of floats are
// added one by one.
func (d *DataFrame) CumSum(o ...CumOptions) *DataFrame { return FrameOf(cumulate(d, group.CumSum, o)) }

// CumProd is the product of every column up to each row; see CumSum.
func (d *DataFrame) CumProd(o ...CumOptions) *DataFrame {
	return FrameOf(cumulate(d, group.CumProd, o))
}

// CumMin is the smallest value of every column up to each row; see CumSum.
func (d *DataFrame) CumMin(o ...CumOptions) *DataFrame { return FrameOf(cumulate(d, group.CumMin, o)) }

// CumMax is the greatest value of every column up to each row; see CumSum.
func (d *DataFrame) CumMax(o ...CumOptions) *DataFrame { return FrameOf(cumulate(d, group.CumMax, o)) }

// CumSum is the sum of the values up to each row; see DataFrame.CumSum.
func (s *Series) CumSum(o ...CumOptions) *Series { return SeriesOf(cumulate(s, group.CumSum, o)) }

// CumProd is the product of the values up to each row; see DataFrame.CumSum.
func (s *Series) CumProd(o ...CumOptions) *Series { return SeriesOf(cumulate(s, group.CumProd, o)) }

// CumMin is the smallest value up to each row; see DataFrame.CumSum.
func (s *Series) CumMin(o ...CumOptions) *Series { return SeriesOf(cumulate(s, group.CumMin, o)) }

// CumMax is the greatest value up to each row; see DataFrame.CumSum.
func (s *Series) CumMax(o ...CumOptions) *Series { return SeriesOf(cumulate(s, group.CumMax, o)) }

func cumulate(h Handle, f group.Cum, o []CumOptions) op.Value {
	h = only(h, o)
	p := one(o)
	return apply(moves.Cumulated(f, !p.Strict, p.NumericOnly), h)
}
