package sort

import (
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

const (
	// tallyRun is the elements that are looked over for the greatest one before they are counted, while they
	// are in the first cache.
	tallyRun = 2048
	// tallyPart is the elements of one call of Parallel's function.
	tallyPart = 1 << 18
	// fewBins is how many counts there may be in four tables, manyBins in one table for each part.
	fewBins, manyBins = 1 << 12, 1 << 15
)

// Bincount is how often 0, 1 and so on occur in x, up to the greatest element and to minlength counts at
// least: numpy.bincount. A negative element is an Invalid error.
func Bincount(al mem.Allocator, x []int64, minlength int, par parallel.Func) (*nd.Array, error) {
	parts := make([][]int64, (len(x)+tallyPart-1)/tallyPart)
	few := true
	err := par.Each(len(parts), func(i int) (err error) {
		parts[i], err = tallied(x[i*tallyPart : min(len(x), (i+1)*tallyPart)])
		return err
	})
	if err != nil {
		return nil, err
	}
	n := minlength
	for _, p := range parts {
		n, few = max(n, len(p)), few && p != nil
	}
	if !few {
		if n, err = CountLen(x, minlength); err != nil {
			return nil, err
		}
	}
	out, err := nd.Zeros(al, dtype.Int64, n)
	if err != nil {
		return nil, err
	}
	counts := nd.Data[int64](out)
	if !few {
		for _, v := range x {
			counts[v]++
		}
		return out, nil
	}
	for _, p := range parts {
		for i, c := range p {
			counts[i] += c
		}
	}
	return out, nil
}

// tallied is the counts of x, none where they would be too many for a table beside others. Neighbours go to
// four tables in turn: a count that has just been written takes long to be read again.
func tallied(x []int64) ([]int64, error) {
	var tables [4][]int64
	top := 0
	for len(x) > 0 {
		b := x[:min(len(x), tallyRun)]
		x = x[len(b):]
		m, err := greatest(b)
		if err != nil {
			return nil, err
		}
		if m >= manyBins {
			return nil, nil
		}
		if top = max(top, int(m)+1); top > len(tables[0]) {
			for i := range tables {
				grown := make([]int64, min(2*top, manyBins))
				copy(grown, tables[i])
				tables[i] = grown
			}
		}
		t0, t1, t2, t3 := tables[0], tables[1], tables[2], tables[3]
		if top > fewBins {
			for _, v := range b {
				t0[v]++
			}
			continue
		}
		for ; len(b) >= 4; b = b[4:] {
			t0[b[0]]++
			t1[b[1]]++
			t2[b[2]]++
			t3[b[3]]++
		}
		for _, v := range b {
			t0[v]++
		}
	}
	out := make([]int64, top)
	for _, t := range tables {
		for i, c := range t[:top] {
			out[i] += c
		}
	}
	return out, nil
}

// greatest is the greatest of some elements. A negative one is an Invalid error.
func greatest(x []int64) (m int64, err error) {
	if f := asm.FoldOf(asm.Active(), asm.Greatest, asm.U64); f != nil && len(x) >= f.Least { // as unsigned numbers, negative ones are the greatest
		f.Runs(unsafe.Pointer(&m), unsafe.Pointer(unsafe.SliceData(x)), 1, len(x))
		if m >= 0 {
			return m, nil
		}
	}
	m = -1
	for _, v := range x {
		if v < 0 {
			return 0, badBin(v)
		}
		m = max(m, v)
	}
	return m, nil
}

// CountLen is the number of counts that x needs: its greatest value and one, at least minlength. A negative
// value is an Invalid error.
func CountLen(x []int64, minlength int) (int, error) {
	n := minlength
	for len(x) > 0 {
		b := x[:min(len(x), tallyRun)]
		x = x[len(b):]
		m, err := greatest(b)
		if err != nil {
			return 0, err
		}
		n = max(n, int(m)+1)
	}
	return n, nil
}
