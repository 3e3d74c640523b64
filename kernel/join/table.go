package join

import (
	"math/bits"

	"github.com/mars-project/mars-go/mem"
)

// A table is the right rows by key, in one of three forms. The last key has none.
type table struct {
	row []int32 // unique keys: row[k]-1 is the row of key k

	bits  []uint64 // unique keys that are few for their range: bit k is set if key k has a row
	count []int32  // bits that are set before every word of bits; the row of a key is rows[that of its bit]

	start []int32 // any keys: rows[start[k]:start[k+1]] are those of key k
	rows  []int32
}

// sparse is the range of keys from which on a table of bits fits caches that one of rows does not.
const sparse = 1 << 19

// keys writes the keys of the rows from at on, each below the number of keys or, of a row that nothing meets,
// negative.
type keys func(at int, out []int32)

// each gives f the keys of n rows, some rows at a time.
func (k keys) each(n int, f func(at int, some []int32)) {
	var room [512]int32
	for at := 0; at < n; at += len(room) {
		some := room[:min(len(room), n-at)]
		k(at, some)
		f(at, some)
	}
}

// newTable is the table of the keys of n rows, each below card.
func newTable(al mem.Allocator, card, n int, key keys) (*table, error) {
	if card >= sparse && card >= 3*n {
		if t, err := newBits(al, card, n, key); t != nil || err != nil {
			return t, err
		}
	}
	row, err := alloc[int32](al, card+1)
	if err != nil {
		return nil, err
	}
	clear(row)
	unique := true
	key.each(n, func(at int, some []int32) {
		for i, k := range some {
			if k >= 0 {
				unique = unique && row[k] == 0
				row[k] = int32(at+i) + 1
			}
		}
	})
	if unique {
		return &table{row: row}, nil
	}
	t := &table{}
	if t.start, err = alloc[int32](al, card+2); err != nil {
		return nil, err
	}
	if t.rows, err = alloc[int32](al, n); err != nil {
		return nil, err
	}
	clear(t.start)
	key.each(n, func(_ int, some []int32) {
		for _, k := range some {
			if k >= 0 {
				t.start[k+1]++
			}
		}
	})
	for k := range card + 1 {
		t.start[k+1] += t.start[k]
		row[k] = t.start[k]
	}
	key.each(n, func(at int, some []int32) {
		for i, k := range some {
			if k >= 0 {
				t.rows[row[k]] = int32(at + i)
				row[k]++
			}
		}
	})
	return t, nil
}

// newBits is a table of bits, nil when a key has two rows.
func newBits(al mem.Allocator, card, n int, key keys) (*table, error) {
	words := card/64 + 1
	bs, err := alloc[uint64](al, words)
	if err != nil {
		return nil, err
	}
	clear(bs)
	set, twice := 0, uint64(0)
	key.each(n, func(_ int, some []int32) {
		if twice != 0 {
			return
		}
		for _, k := range some {
			if k >= 0 {
				w, bit := &bs[k/64], uint64(1)<<(k%64)
				twice |= *w & bit
				*w |= bit
				set++
			}
		}
	})
	if twice != 0 {
		return nil, nil
	}
	t := &table{bits: bs}
	if t.count, err = alloc[int32](al, words); err != nil {
		return nil, err
	}
	if t.rows, err = alloc[int32](al, set+1); err != nil { // one more, which what is not there may read
		return nil, err
	}
	sum := int32(0)
	for w, b := range bs {
		t.count[w] = sum
		sum += int32(bits.OnesCount64(b))
	}
	t.rows[set] = -1
	key.each(n, func(at int, some []int32) {
		for i, k := range some {
			if k >= 0 {
				t.rows[t.rank(uint64(k))] = int32(at + i)
			}
		}
	})
	return t, nil
}

// rank is how many keys below k have a row.
func (t *table) rank(k uint64) int32 {
	return t.count[k/64] + int32(bits.OnesCount64(t.bits[k/64]&(1<<(k%64)-1)))
}

// has is 1 if key k has a row.
func (t *table) has(k uint64) int { return int(t.bits[k/64] >> (k % 64) & 1) }
