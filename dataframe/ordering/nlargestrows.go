package ordering

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/op"
)

// candidates is the rows of f, in their order, that may be among the n greatest of a whole that f is a part
// of: the first n in the order of the keys and one more, which tells that there are more, those equal to them
// that keep asks for and, where a key that is not the last one is missing in row n, all that are equal to it
// as far as that key, for pandas does not choose among these.
func candidates(x *op.Exec, f *frame.Frame, keys []op.RowKey, n int, keep string) (*frame.Frame, error) {
	if f.NRows <= n+1 || n == 0 {
		return f, nil
	}
	from := chunk.EveryRow(f.NRows) // where row i of g is in f
	g := f
	if keep == "last" { // the last ones come first but for those whose last key is missing
		last := OrderKeys(f, keys)[len(keys)-1].Col
		from = from[:0]
		var missing []int64
		for i := int64(f.NRows) - 1; i >= 0; i-- {
			if last.IsNull(int(i)) {
				missing = append(missing, i)
			} else {
				from = append(from, i)
			}
		}
		slices.Reverse(missing)
		from = append(from, missing...)
		var err error
		if g, err = f.Take(x.Mem(), from); err != nil {
			return nil, err
		}
	}
	ks := OrderKeys(g, keys)
	rows, err := chunk.OrderRows(x, ks, g.NRows)
	if err != nil {
		return nil, err
	}
	cut := n + 1
	extend := func(ks []order.Key) {
		same := order.Comparer(ks, ks)
		for cut < len(rows) && same(int(rows[n-1]), int(rows[cut])) == 0 {
			cut++
		}
	}
	if keep == "all" {
		extend(ks)
	}
	for i, k := range ks[:len(ks)-1] {
		if k.Col.IsNull(int(rows[n-1])) {
			extend(ks[:i+1])
			break
		}
	}
	out := make([]int64, cut)
	for i, r := range rows[:cut] {
		out[i] = from[r]
	}
	slices.Sort(out)
	return f.Take(x.Mem(), out)
}

// selected is the rows that pandas' nlargest and nsmallest choose, in their order: those before the row that
// is n-th by the first key, and among the rows that equal this one in it by the next keys in the same way.
func selected(ks []order.Key, rows, n int, keep string) ([]int64, error) {
	cur := chunk.EveryRow(rows)
	var out []int64
	left := n
	for i, k := range ks {
		how, last := "all", i == len(ks)-1
		if last {
			how = keep
		}
		values := extremesOf(k, cur, left, how)
		if last || len(values) <= left {
			out = append(out, values...)
			break
		}
		if len(values) == 0 { // missing values of the key before it were not chosen among; pandas fails there
			return nil, errs.New(errs.Invalid, "index -1 is out of bounds for axis 0 with size 0")
		}
		border, same := values[len(values)-1], order.Comparer([]order.Key{k}, []order.Key{k})
		cur = cur[:0]
		if k.Col.DType.Null && k.Col.IsNull(int(border)) { // whether values equal NA is not known: pandas then chooses none of them
			values = nil
		}
		for _, r := range values { // a missing value does not equal itself
			if k.Col.IsNull(int(border)) || same(int(r), int(border)) != 0 {
				out = append(out, r)
			} else {
				cur = append(cur, r)
			}
		}
		left = n - len(out)
	}
	if len(ks) > 1 {
		compare := order.Comparer(ks, ks)
		slices.SortStableFunc(out, func(a, b int64) int { return compare(int(a), int(b)) })
	}
	return out, nil
}

// extremesOf is the n rows that come first by one key, missing ones last; of equal ones keep says which.
func extremesOf(k order.Key, rows []int64, n int, keep string) []int64 {
	if n <= 0 {
		return nil
	}
	var there, missing []int64
	for _, r := range rows {
		if k.Col.IsNull(int(r)) {
			missing = append(missing, r)
		} else {
			there = append(there, r)
		}
	}
	all := n >= len(rows)
	if keep == "last" && !all {
		slices.Reverse(there)
	}
	compare := order.Comparer([]order.Key{k}, []order.Key{k})
	slices.SortStableFunc(there, func(a, b int64) int { return compare(int(a), int(b)) })
	cut := min(n, len(there))
	if keep != "all" || all {
		out := append(there[:cut:cut], missing...)
		return out[:min(n, len(out))]
	}
	for cut > 0 && cut < len(there) && compare(int(there[cut-1]), int(there[cut])) == 0 {
		cut++
	}
	if cut < n {
		return append(there, missing...)
	}
	return there[:cut]
}
