package files

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/op"
)

// passing is those of n rows for which all conditions hold; a column stands for each. A condition that its
// column's dtype does not have leaves all rows, for the filter above to say so.
func passing(env column.Env, n int, where []op.Pred, cols []*frame.Column) ([]int64, error) {
	var all *frame.Column
	for i, p := range where {
		fn, err := column.Settle(p.Func(), column.Col(cols[i].DType), column.Scalar(p.Value))
		if err != nil {
			continue
		}
		mask, err := fn.Run(env, cols[i], nil)
		if err != nil {
			return nil, err
		}
		if all == nil {
			all = mask
			continue
		}
		and, err := column.Settle("and", column.Col(all.DType), column.Col(mask.DType))
		if err != nil {
			return nil, err
		}
		if all, err = and.Run(env, all, mask); err != nil {
			return nil, err
		}
	}
	if all != nil {
		return column.True(env, all)
	}
	return chunk.EveryRow(n), nil
}
