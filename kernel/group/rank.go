package group

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/mem"
)

// Ranking says how rows of a group are ranked; see pandas' GroupBy.rank.
type Ranking struct {
	Method string // of equal rows: average, min, max, first (of appearance) or dense (no gaps)
	Desc   bool
	Nulls  string // missing rows: keep (they are missing), top or bottom
	Pct    bool   // parts of the number of rows, or of the greatest dense rank
}

// Check is the error of a parameter that is none: pandas' KeyError of a method, its ValueError of missing rows.
func (r Ranking) Check() error {
	switch r.Nulls {
	case "keep", "top", "bottom":
	default:
		return errs.New(errs.Invalid, "na_option must be one of 'keep', 'top', or 'bottom'")
	}
	switch r.Method {
	case "average", "min", "max", "first", "dense":
		return nil
	}
	return errs.New(errs.NotFound, "'%s'", r.Method)
}

// Result is the dtype of ranks of a column of dtype d.
func (r Ranking) Result(d dtype.DType) (dtype.DType, error) {
	switch {
	case d.IsCategorical() && !d.Ordered:
		return d, errs.New(errs.Type, "Cannot perform rank with non-ordered Categorical")
	case d.IsComplex():
		return d, errs.New(errs.Type, "function is not implemented for this dtype: [how->rank,dtype->%v]", d)
	}
	return nullableIf(dtype.Float64, d.Null && !d.IsString()), nil
}

// Rank is the ranks, from 1, of the rows within their groups.
func (r Ranking) Rank(al mem.Allocator, g *Groups, c *frame.Column) (*frame.Column, error) {
	d, err := r.Result(c.DType)
	if err != nil {
		return nil, err
	}
	key := []order.Key{{Col: c, Desc: r.Desc, NullsFirst: r.Nulls == "top"}}
	rows, bounds, err := r.sorted(al, g, key)
	if err != nil {
		return nil, err
	}
	v, _, err := scratch[float64](al, c.Rows)
	if err != nil {
		return nil, err
	}
	for i := range v {
		v[i] = math.NaN()
	}
	nums, free, err := scratch[uint64](al, c.Rows)
	if err != nil {
		return nil, err
	}
	defer free()
	tells, err := order.Numbers(al, key[0], nums)
	if err != nil {
		return nil, err
	}
	same := func(i, j int64) bool { return nums[i] == nums[j] }
	if !tells {
		compare := order.Comparer(key, key)
		same = func(i, j int64) bool { return nums[i] == nums[j] && compare(int(i), int(j)) == 0 }
	}
	for id := range g.N {
		part := rows[bounds[id]:bounds[id+1]]
		for len(part) > 0 && r.Nulls == "keep" && c.IsNull(int(part[len(part)-1])) {
			part = part[:len(part)-1]
		}
		r.ties(part, v, same)
	}
	return fromFloats(al, v, d)
}

// sorted is the rows of each group in order.
func (r Ranking) sorted(al mem.Allocator, g *Groups, key []order.Key) (rows []int64, bounds []int, err error) {
	all, err := order.RowsIn(al, key, len(g.IDs))
	if err != nil {
		return nil, nil, err
	}
	bounds = make([]int, g.N+1)
	for _, id := range g.IDs {
		if id >= 0 {
			bounds[id+1]++
		}
	}
	for i := range g.N {
		bounds[i+1] += bounds[i]
	}
	if rows, _, err = scratch[int64](al, bounds[g.N]); err != nil {
		return nil, nil, err
	}
	next := append([]int{}, bounds[:g.N]...)
	for _, i := range all {
		if id := g.IDs[i]; id >= 0 {
			rows[next[id]] = i
			next[id]++
		}
	}
	return rows, bounds, nil
}

// ties ranks the rows of one group, which are in order.
func (r Ranking) ties(rows []int64, v []float64, same func(i, j int64) bool) {
	dense := 0
	for lo := 0; lo < len(rows); {
		hi := lo + 1
		for hi < len(rows) && same(rows[lo], rows[hi]) {
			hi++
		}
		dense++
		for k := lo; k < hi; k++ {
			x := float64(lo+hi+1) / 2
			switch r.Method {
			case "min":
				x = float64(lo + 1)
			case "max":
				x = float64(hi)
			case "first":
				x = float64(k + 1)
			case "dense":
				x = float64(dense)
			}
			v[rows[k]] = x
		}
		lo = hi
	}
	if !r.Pct {
		return
	}
	n := float64(len(rows))
	if r.Method == "dense" {
		n = float64(dense)
	}
	for _, i := range rows {
		v[i] /= n
	}
}
