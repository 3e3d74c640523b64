package hash

import (
	"math/bits"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// An Order says how distinct keys are numbered.
type Order uint8

const (
	Appearance Order = iota // by their first row
	Sorted                  // ascending, first key first; missing values last; categories by code
)

// Numbers are rows numbered by their keys.
type Numbers struct {
	IDs   [][]int32 // of every piece, the number of each row's keys; -1 where it is dropped
	N     int       // distinct keys
	First []int64   // of every number, its first row, counted over the pieces end to end
}

// Number numbers the distinct rows of key columns. Pieces are lists of columns that mean the same keys (the
// two sides of a join); each has as many columns. With dropNull rows with a missing key get -1; without,
// missing values are equal to each other.
//
// Each key has codes: small ranges of integers and dictionaries directly, others by a table. Codes of several
// keys are packed to one word per row, a batch of rows at a time, which is numbered through an array where
// the product of the cardinalities is small, else through a table.
func Number(al mem.Allocator, order Order, dropNull bool, pieces ...[]*frame.Column) (*Numbers, error) {
	rows, err := check(pieces)
	if err != nil {
		return nil, err
	}
	p := packing{al: al, order: order, drop: dropNull, rows: rows, card: 1}
	for _, cs := range pieces {
		p.lens = append(p.lens, cs[0].Rows)
	}
	defer p.free()
	cols := make([]*frame.Column, len(pieces))
	for k := range pieces[0] {
		for i := range pieces {
			cols[i] = pieces[i][k]
		}
		c, err := coderOf(al, order, dropNull, append([]*frame.Column{}, cols...), rows)
		if err == nil {
			err = p.add(c)
		}
		if err != nil {
			return nil, err
		}
	}
	c, err := p.number()
	if err != nil {
		return nil, err
	}
	return &Numbers{c.codes, int(c.n), c.first}, nil
}

func check(pieces [][]*frame.Column) (rows int, err error) {
	if len(pieces) == 0 || len(pieces[0]) == 0 {
		return 0, errs.New(errs.Internal, "numbers of no key")
	}
	for _, p := range pieces {
		if len(p) != len(pieces[0]) {
			return 0, errs.New(errs.Internal, "%d keys and %d", len(p), len(pieces[0]))
		}
		for _, c := range p {
			if c.Rows != p[0].Rows {
				return 0, errs.New(errs.Internal, "keys of %d and %d rows", c.Rows, p[0].Rows)
			}
		}
		rows += p[0].Rows
	}
	if rows >= 1<<31 {
		return 0, errs.New(errs.Invalid, "cannot number %d rows at once; chunks hold fewer than 2**31", rows)
	}
	return rows, nil
}

// A packing is the codes of several keys as one word.
type packing struct {
	al     mem.Allocator
	order  Order
	drop   bool
	rows   int
	lens   []int // rows of the pieces
	coders []coder
	card   uint64 // words are below it
}

func (p *packing) free() {
	for _, c := range p.coders {
		c.free()
	}
}

// add appends a key. Where words would become too long, those so far are numbered.
func (p *packing) add(c coder) error {
	if hi, lo := bits.Mul64(p.card, max(c.radix(), 1)); hi != 0 || lo > 1<<62 {
		n, err := p.number()
		if err != nil {
			c.free()
			return err
		}
		p.free()
		n.keep = !p.drop
		p.coders, p.card = []coder{n}, max(n.radix(), 1)
	}
	p.coders = append(p.coders, c)
	p.card *= max(c.radix(), 1)
	return nil
}

// pieces cuts ids by piece.
func (p *packing) pieces(ids []int32) (out [][]int32) {
	for _, n := range p.lens {
		out = append(out, ids[:n:n])
		ids = ids[n:]
	}
	return out
}

// number numbers the words.
func (p *packing) number() (*numberCoder, error) {
	if len(p.coders) == 1 {
		if c, ok := p.coders[0].(*numberCoder); ok && c.first != nil && (p.drop || !c.miss) {
			p.coders = nil
			return c, nil
		}
	}
	out := &numberCoder{al: p.al, miss: p.drop}
	if err := out.all.grow(p.al, p.rows, 0); err != nil {
		return nil, err
	}
	out.codes = p.pieces(out.all.all)
	var err error
	if p.card <= uint64(max(4*p.rows, 1<<12)) && p.card <= 1<<28 {
		err = p.direct(out)
	} else {
		err = p.table(out)
	}
	if err != nil {
		out.free()
		return nil, err
	}
	return out, nil
}

// words calls f with batches of words, the rows that drop out, the place of their numbers, and the first row.
func (p *packing) words(out *numberCoder, f func(words []uint64, gone []bool, ids []int32, base int64) error) error {
	var acc [batch]uint64
	var drops []bool
	for _, c := range p.coders {
		if p.drop && c.misses() {
			drops = make([]bool, batch)
		}
	}
	base := int64(0)
	for k, n := range p.lens {
		for at := 0; at < n; at += batch {
			w := acc[:min(batch, n-at)]
			clear(w)
			clear(drops)
			for _, c := range p.coders {
				c.fold(k, at, w, drops)
			}
			if err := f(w, drops, out.codes[k][at:], base+int64(at)); err != nil {
				return err
			}
		}
		base += int64(n)
	}
	return nil
}

// direct numbers words through an array with a place for each.
func (p *packing) direct(out *numberCoder) error {
	num, free, err := mem.Scratch[int32](p.al, int(p.card)) // number + 1
	if err != nil {
		return err
	}
	defer free()
	clear(num)
	first, _, err := mem.Scratch[int64](p.al, min(p.rows, int(p.card)))
	if err != nil {
		return err
	}
	if c := p.alone(); c != nil {
		n := c.number(num, first, out.codes)
		return p.named(out, num, first[:n:n])
	}
	n := 0
	if err := p.words(out, func(words []uint64, gone []bool, ids []int32, base int64) error {
		ids = ids[:len(words)]
		if gone == nil {
			for i, w := range words {
				k := num[w]
				ids[i] = k - 1
				if k == 0 {
					first[n] = base + int64(i)
					ids[i] = int32(n)
					n++
					num[w] = int32(n)
				}
			}
			return nil
		}
		for i, w := range words {
			if gone[i] {
				ids[i] = -1
				continue
			}
			k := num[w]
			if k == 0 {
				first[n] = base + int64(i)
				n++
				k = int32(n)
				num[w] = k
			}
			ids[i] = k - 1
		}
		return nil
	}); err != nil {
		return err
	}
	return p.named(out, num, first[:n:n])
}

// named completes numbers of words, which num has plus one, in the order that is asked for; first is the
// first row of each.
func (p *packing) named(out *numberCoder, num []int32, first []int64) error {
	out.n, out.first = uint64(len(first)), first
	if p.order == Appearance {
		return nil
	}
	rank, free, err := mem.Scratch[int32](p.al, len(first))
	if err != nil {
		return err
	}
	defer free()
	r := int32(0)
	for _, k := range num {
		if k > 0 {
			rank[k-1] = r
			r++
		}
	}
	return out.reorder(rank)
}

// table numbers words through a hash table.
func (p *packing) table(out *numberCoder) error {
	return out.numberWords(p.order == Sorted, false, func(f func([]uint64, []bool, []int32, int64) error) error { return p.words(out, f) })
}

// reorder gives every number its rank.
func (c *numberCoder) reorder(rank []int32) error {
	recode(c.all.all, rank)
	if c.first == nil {
		return nil
	}
	first, _, err := mem.Scratch[int64](c.al, len(c.first))
	if err != nil {
		return err
	}
	for k, r := range rank {
		first[r] = c.first[k]
	}
	c.first = first
	return nil
}

func recode(out, rank []int32) {
	for i, k := range out {
		if k >= 0 {
			out[i] = rank[k]
		}
	}
}
