package spill

import (
	"sort"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/mem"
)

// Ranges are parts by range of keys: bounds from a sample, and for every bound a part of its own for the rows
// that equal it, so that a key that has most of the rows makes no other part longer (Bramas, Leischner and
// Sanders, Super scalar sample sort, 2004: equality buckets).
type Ranges struct {
	bounds []order.Key
	n      int // bounds
	keys   []order.Key
}

// NewRanges chooses fewer than parts distinct bounds among the n rows of keys.
func NewRanges(keys []order.Key, n, parts int) (*Ranges, error) {
	at := make([]int64, min(n, 16*parts))
	for k := range at {
		lo, hi := k*n/len(at), (k+1)*n/len(at)
		at[k] = int64(lo) + int64(mixed(uint64(k))%uint64(hi-lo))
	}
	sample, err := taken(keys, at)
	if err != nil {
		return nil, err
	}
	same := order.Comparer(sample, sample)
	var cuts []int64
	rows := order.Rows(sample, len(at))
	for k := 1; k < parts && len(rows) > 0; k++ {
		r := rows[k*len(rows)/parts]
		if m := len(cuts); m == 0 || same(int(cuts[m-1]), int(r)) != 0 {
			cuts = append(cuts, r)
		}
	}
	bounds, err := taken(sample, cuts)
	return &Ranges{bounds: bounds, n: len(cuts), keys: keys}, err
}

// mixed spreads k over all words, so that the sample has no period (Steele, Lea and Flood, Fast splittable
// pseudorandom number generators, 2014).
func mixed(k uint64) uint64 {
	k += 0x9e3779b97f4a7c15
	k = (k ^ k>>30) * 0xbf58476d1ce4e5b9
	k = (k ^ k>>27) * 0x94d049bb133111eb
	return k ^ k>>31
}

// taken is few rows of keys, in Go memory.
func taken(keys []order.Key, rows []int64) ([]order.Key, error) {
	out := append([]order.Key(nil), keys...)
	for i, k := range keys {
		var err error
		if out[i].Col, err = k.Col.Take(mem.Heap, rows); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Len is the number of parts, which ascend by key.
func (r *Ranges) Len() int { return 2*r.n + 1 }

// Equal reports that all rows of part p have equal keys.
func (r *Ranges) Equal(p int) bool { return p%2 == 1 }

// Send sends a batch of rows with keys of their own, which have the directions and dtypes of those that the
// bounds come from, to their parts of s in their order.
func (r *Ranges) Send(al mem.Allocator, s Store, keys []order.Key, f *frame.Frame) error {
	a := NewArena(al)
	defer a.Free()
	b, err := a.Alloc(4 * f.NRows)
	if err != nil {
		return err
	}
	to := mem.View[int32](b, 0, f.NRows)
	compare := order.Comparer(keys, r.bounds)
	for i := range to {
		k, equal := sort.Find(r.n, func(k int) int { return compare(i, k) })
		if to[i] = int32(2 * k); equal {
			to[i]++
		}
	}
	return cut(a, s, f, to, r.Len())
}
