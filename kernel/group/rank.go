package group

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/mem"
)

// Ranking says how rows of a group are ranked; see pandas' GroupBy.rank.
type Ranking struct {
	Method string // of equal rows: average, min, max, first (of appearance) or dense (no gaps)
	Desc   bool
	Nulls  string // missing rows: keep (they are missing), top or bottom
	Pct    bool   // parts of the number of rows, or of the greatest dense rank
}

// Check is the error of a parameter that is none: pandas' KeyError of a method, its ValueError of missing
// rows.
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
	v, out, err := column[float64](al, dtype.Float64, c.Rows)
	if err != nil {
		return nil, err
	}
	for i := range v {
		v[i] = math.NaN()
	}
	if err := r.rank(al, g, c, v); err != nil {
		return nil, err
	}
	if d == out.DType {
		return out, nil
	}
	return fromFloats(al, v, d)
}

// largeGroups is the rows of a group from which on groups are sorted one by one.
const largeGroups = 64

func (r Ranking) rank(al mem.Allocator, g *Groups, c *frame.Column, v []float64) error {
	key := []order.Key{{Col: c, Desc: r.Desc, NullsFirst: r.Nulls == "top"}}
	nums, free, err := mem.Scratch[uint64](al, c.Rows)
	if err != nil {
		return err
	}
	defer free()
	tells, err := order.Numbers(al, key[0], nums)
	if err != nil {
		return err
	}
	if tells && len(g.IDs) >= largeGroups*g.N {
		return r.rankEach(al, g, c, nums, v)
	}
	var differ func(i, j int64) bool
	if !tells {
		compare := order.Comparer(key, key)
		differ = func(i, j int64) bool { return compare(int(i), int(j)) != 0 }
	}
	rows, bounds, err := r.sorted(al, g, key)
	if err != nil {
		return err
	}
	var words []uint64
	for id := range g.N {
		part := rows[bounds[id]:bounds[id+1]]
		words = words[:0]
		for _, i := range part {
			words = append(words, nums[i])
		}
		r.ties(r.counted(part, c), words, v, differ)
	}
	return nil
}

// rankEach brings the rows of each group together, with the numbers that order them, and sorts one group
// after the other: what is looked at again lies near.
func (r Ranking) rankEach(al mem.Allocator, g *Groups, c *frame.Column, nums []uint64, v []float64) error {
	bounds := g.bounds()
	words, free, err := mem.Scratch[uint64](al, bounds[g.N])
	if err != nil {
		return err
	}
	defer free()
	places, free, err := mem.Scratch[int32](al, bounds[g.N])
	if err != nil {
		return err
	}
	defer free()
	next := append([]int{}, bounds[:g.N]...)
	for i, id := range g.IDs {
		if id >= 0 {
			k := next[id]
			words[k], places[k] = nums[i], int32(i)
			next[id] = k + 1
		}
	}
	most := 0
	for id := range g.N {
		most = max(most, bounds[id+1]-bounds[id])
	}
	rows, free, err := mem.Scratch[int64](al, most)
	if err != nil {
		return err
	}
	defer free()
	sorted, free, err := mem.Scratch[uint64](al, most)
	if err != nil {
		return err
	}
	defer free()
	for id := range g.N {
		lo, hi := bounds[id], bounds[id+1]
		part, place := rows[:hi-lo], places[lo:hi]
		if err := sort.ArgsortWords(al, words[lo:hi], part, nil); err != nil {
			return err
		}
		for k, i := range part {
			sorted[k], part[k] = words[lo+int(i)], int64(place[i])
		}
		r.ties(r.counted(part, c), sorted, v, nil)
	}
	return nil
}

// counted leaves missing rows out, which come last, where they are to stay missing.
func (r Ranking) counted(part []int64, c *frame.Column) []int64 {
	for len(part) > 0 && r.Nulls == "keep" && c.IsNull(int(part[len(part)-1])) {
		part = part[:len(part)-1]
	}
	return part
}

// sorted is the rows of each group in order.
func (r Ranking) sorted(al mem.Allocator, g *Groups, key []order.Key) (rows []int64, bounds []int, err error) {
	all, err := order.RowsIn(al, key, len(g.IDs))
	if err != nil {
		return nil, nil, err
	}
	bounds = g.bounds()
	if rows, _, err = mem.Scratch[int64](al, bounds[g.N]); err != nil {
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

// ties ranks the rows of one group, which are in order. Rows are equal whose words are, unless they differ;
// nil: they do not.
func (r Ranking) ties(rows []int64, words []uint64, v []float64, differ func(i, j int64) bool) {
	dense := 0
	words = words[:len(rows)]
	for lo := 0; lo < len(rows); {
		hi := lo + 1
		for hi < len(rows) && words[lo] == words[hi] && (differ == nil || !differ(rows[lo], rows[hi])) {
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
