package main

import (
	"sync"
	"time"

	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
)

// limits is what the machine can do at most, by the number of cores.
type limits map[int]limit

// A limit is in units per second: multiplications and additions in registers, and bytes that are read, or
// written past the caches, in memory that was touched before.
type limit struct{ flops64, flops32, read, write float64 }

// moved is the seconds that bytes read and written cost at least. The two directions are one bus.
func (l limit) moved(read, written float64) float64 { return read/l.read + written/l.write }

// measure finds the limits with one core and with two.
func measure() (limits, error) {
	const size = 512 << 20
	l := asm.Active()
	out := limits{}
	block, err := mem.Heap.Alloc(2 * size)
	if err != nil {
		return nil, err
	}
	defer block.Release()
	memory := block.Bytes()
	asm.WriteMemory(l, memory)
	for cores := 1; cores <= 2; cores++ {
		per := func(units float64, f func(core int)) float64 {
			best := 0.0
			for range 9 {
				best = max(best, float64(cores)*units/together(cores, f))
			}
			return best
		}
		const spins = 1 << 31
		out[cores] = limit{
			flops64: per(2*spins, func(int) { spin(l, 8, spins) }),
			flops32: per(4*spins, func(int) { spin(l, 4, 2*spins) }),
			read:    per(size, func(core int) { pieces(memory[core*size:][:size], l, asm.ReadMemory) }),
			write:   per(size, func(core int) { pieces(memory[core*size:][:size], l, asm.WriteMemory) }),
		}
	}
	return out, nil
}

// together runs f on so many cores and returns the seconds until all are done.
func together(cores int, f func(core int)) float64 {
	var wg sync.WaitGroup
	t := time.Now()
	for c := range cores {
		wg.Go(func() { f(c) })
	}
	wg.Wait()
	return time.Since(t).Seconds()
}

// spin and pieces keep calls of assembly short: Go cannot stop a goroutine in one.
func spin(l asm.Level, size, n int) {
	const turn = 1 << 18
	for i := 0; i < n; i += turn {
		asm.Spin(l, size, turn)
	}
}

func pieces(p []byte, l asm.Level, f func(asm.Level, []byte)) {
	const piece = 1 << 18
	for i := 0; i < len(p); i += piece {
		f(l, p[i:min(i+piece, len(p))])
	}
}
