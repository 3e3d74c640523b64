package hash

import (
	"math/bits"

	"github.com/mars-project/mars-go/mem"
)

// Part is the partition of a hash among n: the high half of hash * n, so that neighbouring numbers of partitions cut the hashes evenly.
func Part(h uint64, n int) int {
	hi, _ := bits.Mul64(h, uint64(n))
	return int(hi)
}

// Partition is the rows ordered by partition, in their order within each; partition i is rows[bounds[i]:bounds[i+1]].
func Partition(al mem.Allocator, hashes []uint64, n int) (rows []int64, bounds []int, err error) {
	bounds = make([]int, n+1)
	for _, h := range hashes {
		bounds[Part(h, n)+1]++
	}
	for i := range n {
		bounds[i+1] += bounds[i]
	}
	b, err := al.Alloc(8 * len(hashes))
	if err != nil {
		return nil, nil, err
	}
	rows = mem.View[int64](b, 0, len(hashes))
	next := append([]int{}, bounds[:n]...)
	for i, h := range hashes {
		p := Part(h, n)
		rows[next[p]] = int64(i)
		next[p]++
	}
	return rows, bounds, nil
}
