package rng

import (
	"math/bits"

	"github.com/mars-project/mars-go/kernel/asm"
)

// tableMax is the largest permutation that is shuffled whole. A Feistel network over so few values reaches
// only a fraction of all permutations; a shuffle reaches them all alike, and costs every chunk about a
// millisecond.
const tableMax = 1 << 16

// A Permutation is a bijection of 0, 1, ... n-1 that is told place by place, so that a chunk of it needs no
// other chunk.
//
// Up to 65,536 places it is the shuffle of Fisher and Yates. Above, it is a Feistel network over the least
// even number of bits that holds n, walked until the value falls below n (Black and Rogaway, "Ciphers with
// Arbitrary Finite Domains", CT-RSA 2002); its round function is Philox. A walk takes fewer than four steps
// on average.
type Permutation struct {
	n     uint64
	key   Key
	half  uint // bits of each half
	table []uint32
	words [feistelRounds][]uint32 // results of the round function, where halves are short
}

const feistelRounds = 6

// halfMax is the most bits of a half whose round functions are put in a table: 1.5 MiB, made in half a
// millisecond.
const halfMax = 16

// NewPermutation is the permutation of n places that key chooses.
func NewPermutation(k Key, n uint64) *Permutation {
	p := &Permutation{n: n, key: k}
	if n > tableMax {
		p.half = uint(bits.Len64(n-1)+1) / 2
		if p.half <= halfMax {
			p.tabulate()
		}
		return p
	}
	p.table = make([]uint32, n)
	for i := range p.table {
		p.table[i] = uint32(i)
	}
	var d Draws
	for i := int(n) - 1; i > 0; i-- {
		d.reset(k, uint64(i))
		j := d.Below(uint64(i) + 1)
		p.table[i], p.table[j] = p.table[j], p.table[i]
	}
	return p
}

// tabulate fills in the round functions.
func (p *Permutation) tabulate() {
	mask := uint64(1)<<p.half - 1
	var w [2 * aheadSize]uint64
	for r := range p.words {
		p.words[r] = make([]uint32, mask+1)
		for x := 0; x <= int(mask); x += aheadSize {
			m := min(aheadSize, int(mask)+1-x)
			c := asm.Philox{Key: p.key.Seed, Counter: uint64(x), High: uint64(p.key.Stream)<<32 | uint64(r)}
			for j := c.Words(asm.Active(), w[:2*m]); j < 2*m; j += 2 {
				w[j], _ = p.key.pairOf(uint64(x+j/2), uint32(r))
			}
			for j := range m {
				p.words[r][x+j] = uint32(w[2*j] & mask)
			}
		}
	}
}

// At is where place i < n goes.
func (p *Permutation) At(i uint64) uint64 {
	if p.table != nil {
		return uint64(p.table[i])
	}
	for {
		if i = p.forward(i); i < p.n {
			return i
		}
	}
}

// Fill writes At(lo), At(lo+1), ... to out.
func (p *Permutation) Fill(out []int64, lo uint64) {
	if p.words[0] == nil {
		for i := range out {
			out[i] = int64(p.At(lo + uint64(i)))
		}
		return
	}
	// four networks at a time: each waits for the table six times
	i, mask, h := 0, uint64(1)<<p.half-1, p.half
	for ; i+4 <= len(out); i += 4 {
		var l, r [4]uint64
		for j := range l {
			v := lo + uint64(i+j)
			l[j], r[j] = v>>h, v&mask
		}
		for k := range p.words {
			w := p.words[k]
			for j := range l {
				l[j], r[j] = r[j], l[j]^uint64(w[r[j]])
			}
		}
		for j := range l {
			v := l[j]<<h | r[j]
			for v >= p.n {
				v = p.forward(v)
			}
			out[i+j] = int64(v)
		}
	}
	for ; i < len(out); i++ {
		out[i] = int64(p.At(lo + uint64(i)))
	}
}

func (p *Permutation) round(r uint32, x uint64) uint64 {
	if p.words[r] != nil {
		return uint64(p.words[r][x])
	}
	w := p.key.block(x, r)
	return (uint64(w[1])<<32 | uint64(w[0])) & (1<<p.half - 1)
}

func (p *Permutation) forward(v uint64) uint64 {
	l, r := v>>p.half, v&(1<<p.half-1)
	for i := range uint32(feistelRounds) {
		l, r = r, l^p.round(i, r)
	}
	return l<<p.half | r
}
