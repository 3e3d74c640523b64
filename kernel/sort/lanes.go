package sort

import (
	"math"

	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Quantiles writes quantiles of the sorted rows of n elements to out, first quantile first. With skip, a row
// ends where its NaNs begin. A row of nothing, and without skip one that has NaN, gives NaN.
func Quantiles(out, rows []float64, n int, qs []float64, m Method, skip bool) {
	k := len(out) / max(1, len(qs))
	for r := range k {
		row := rows[r*n : (r+1)*n]
		if skip {
			row = row[:numbers(row)]
		}
		for i, q := range qs {
			out[i*k+r] = Quantile(row, q, m)
		}
	}
}

// QuantilePlaces is Quantiles for an Exact method: it writes the C-order positions of the elements, of the
// last one where there is NaN. n is not zero.
func QuantilePlaces(out []int64, rows []float64, n int, qs []float64, m Method, skip bool) {
	k := len(out) / max(1, len(qs))
	for r := range k {
		c := numbers(rows[r*n : (r+1)*n])
		for i, q := range qs {
			at := n - 1
			if c == n || skip && c > 0 {
				at, _, _ = m.At(c, q)
			}
			out[i*k+r] = int64(r*n + at)
		}
	}
}

// numbers is how many elements of a sorted row are before its NaNs.
func numbers(row []float64) int {
	n := len(row)
	for n > 0 && math.IsNaN(row[n-1]) {
		n--
	}
	return n
}

// TopKAlong writes the int64 positions of the greatest, or least, elements along an axis to out, which has as
// many along it as are wanted, and otherwise the shape of a; see TopK.
func TopKAlong(al mem.Allocator, out, a *nd.Array, axis int, largest bool) error {
	lanes := append([]int{}, a.Shape...)
	k := out.Shape[axis]
	lanes[axis] = min(1, lanes[axis])
	var err error
	nd.Each(lanes, func(at []int) {
		if err != nil {
			return
		}
		to, from := out, a
		for d := len(at) - 1; d >= 0; d-- {
			if d != axis {
				to, from = to.Index(d, at[d]), from.Index(d, at[d])
			}
		}
		var p *nd.Array
		if p, err = TopK(al, from, k, largest); err == nil {
			err = nd.Copy(to, p)
		}
	})
	return err
}

// laneStarts are the window positions of the first elements of the lanes along axis, in C order.
func laneStarts(a *nd.Array, axis, first int) []int {
	starts := make([]int, 0, a.Size()/max(1, a.Shape[axis]))
	eachLane(a, axis, first, func(at int) { starts = append(starts, at) })
	return starts
}
