//go:build !linux

package vfs

import (
	"math"
	"os"
)

func writeV(f *os.File, segs [][]byte) (int64, error) {
	var sum int64
	for _, s := range segs {
		n, err := f.Write(s)
		sum += int64(n)
		if err != nil {
			return sum, err
		}
	}
	return sum, nil
}

// osFree does not know: a full disk shows itself at the write.
func osFree(dir string) (int64, error) {
	if _, err := os.Stat(dir); err != nil {
		return 0, err
	}
	return math.MaxInt64, nil
}

// osInMemory does not know.
func osInMemory(string) bool { return false }
