package hash

import "math/bits"

// Part is the partition of a hash among n: the high half of hash * n, so that neighbouring numbers of
// partitions cut the hashes evenly.
func Part(h uint64, n int) int {
	hi, _ := bits.Mul64(h, uint64(n))
	return int(hi)
}
