package order

import (
	"bytes"
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/mem"
)

// A sorter orders rows by keys.
type sorter struct {
	al      mem.Allocator
	keys    []Key
	n       int
	nums    [][]uint64 // of keys that ties asked for
	compare []func(a, b int64) int
	free    []func()
}

func newSorter(al mem.Allocator, keys []Key, n int) *sorter {
	return &sorter{al: al, keys: keys, n: n, nums: make([][]uint64, len(keys)), compare: make([]func(a, b int64) int, len(keys))}
}

func (o *sorter) end() {
	for _, f := range o.free {
		f()
	}
}

// sort writes the order of all rows.
func (o *sorter) sort(rows []int64) error {
	words, free, err := mem.Scratch[uint64](o.al, o.n)
	if err != nil {
		return err
	}
	defer free()
	cut, from, err := o.pack(words)
	if err != nil {
		return err
	}
	if err := sort.SortWords(o.al, words, rows); err != nil || cut == len(o.keys) {
		return err
	}
	return runs(words, func(lo, hi int) error { return o.ties(rows[lo:hi], cut, from) })
}

// runs calls f for all places of more than one in a row whose words are equal.
func runs(words []uint64, f func(lo, hi int) error) error {
	for i := 0; i < len(words); {
		j := i + 1
		for j < len(words) && words[j] == words[i] {
			j++
		}
		if j > i+1 {
			if err := f(i, j); err != nil {
				return err
			}
		}
		i = j
	}
	return nil
}

// pack writes as many bits of the keys as fit to words, and tells the key of which bits, or ends of texts
// from some byte on, were left out: len(keys) when none was.
func (o *sorter) pack(words []uint64) (cut, from int, err error) {
	one := words
	used := 0
	for k, key := range o.keys {
		if k == 1 {
			var free func()
			if one, free, err = mem.Scratch[uint64](o.al, len(words)); err != nil {
				return 0, 0, err
			}
			defer free()
		}
		e := encoderOf(key, key.Col)
		more, err := e.encode(o.al, one, key.Col)
		if err != nil {
			return 0, 0, err
		}
		p := &packed{}
		if len(o.keys) > 1 { // one key is sorted as it is
			p = packing(one)
			used = p.into(words, one, used, k == 0)
		}
		switch {
		case p.drop > 0:
			return k, e.skip, nil
		case more:
			return k, e.skip + textBytes, nil
		}
	}
	return len(o.keys), 0, nil
}

// A packed is the bits in which numbers differ, from the least number on.
type packed struct {
	lo          uint64
	width, drop int
}

func packing(nums ...[]uint64) *packed {
	lo, hi := uint64(math.MaxUint64), uint64(0)
	for _, s := range nums {
		for _, v := range s {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	if lo > hi {
		return &packed{}
	}
	return &packed{lo: lo, width: bits.Len64(hi - lo)}
}

// into puts numbers below the bits that words use already; those that find no room are dropped. It is the
// bits that are used then.
func (p *packed) into(words, nums []uint64, used int, first bool) int {
	p.drop = max(0, used+p.width-64)
	if first {
		if p.lo > 0 {
			for i, v := range nums {
				words[i] = v - p.lo
			}
		}
		return p.width
	}
	left := p.width - p.drop
	for i, v := range nums {
		words[i] = words[i]<<left | (v-p.lo)>>p.drop
	}
	return used + left
}

// fewRows is how many rows are ordered by comparing them.
const fewRows = 24

// ties orders rows that are equal in the keys before k, and in the first bytes of its texts, from where on
// they may differ.
func (o *sorter) ties(rows []int64, k, from int) error {
	for ; k < len(o.keys) && plainText(o.keys[k].Col) && o.sameTexts(rows, k); k++ {
		from = 0
	}
	if k == len(o.keys) {
		return nil
	}
	if len(rows) <= fewRows {
		for q := k; q < len(o.keys); q++ {
			if err := o.comparing(q); err != nil {
				return err
			}
		}
		slices.SortStableFunc(rows, func(a, b int64) int {
			for _, f := range o.compare[k:] {
				if c := f(a, b); c != 0 {
					return c
				}
			}
			return 0
		})
		return nil
	}
	w, free, err := mem.Scratch[uint64](o.al, 2*len(rows))
	if err != nil {
		return err
	}
	defer free()
	words, one := w[:len(rows)], w[len(rows):]
	used := 0
	next := k
	for ; next < len(o.keys); next++ {
		if err := o.numbers(one, rows, next, from); err != nil {
			return err
		}
		p := packing(one)
		if next == k {
			copy(words, one) // p.into takes what is least from them
		}
		used = p.into(words, one, used, next == k)
		if plainText(o.keys[next].Col) && p.drop == 0 {
			from += textBytes
			break
		}
		if plainText(o.keys[next].Col) || p.drop > 0 {
			break
		}
		from = 0
	}
	at, freeAt, err := mem.Scratch[int64](o.al, 2*len(rows))
	if err != nil {
		return err
	}
	defer freeAt()
	places, was := at[:len(rows)], at[len(rows):]
	copy(was, rows)
	if err := sort.SortWords(o.al, words, places); err != nil {
		return err
	}
	for i, p := range places {
		rows[i] = was[p]
	}
	if next == len(o.keys) {
		return nil
	}
	return runs(words, func(lo, hi int) error { return o.ties(rows[lo:hi], next, from) })
}

// numbers are those of some rows of key k, of texts from byte from on.
func (o *sorter) numbers(out []uint64, rows []int64, k, from int) error {
	c := o.keys[k].Col
	if plainText(c) {
		miss := missOf(o.keys[k])
		for i, r := range rows {
			out[i] = miss
			if t := c.Text(int(r)); t != nil || !c.IsNull(int(r)) {
				out[i] = textNumber(t[min(from, len(t)):])
			}
			if o.keys[k].Desc {
				out[i] = ^out[i]
			}
		}
		return nil
	}
	if err := o.encode(k); err != nil {
		return err
	}
	for i, r := range rows {
		out[i] = o.nums[k][r]
	}
	return nil
}

// encode keeps the numbers of all rows of key k.
func (o *sorter) encode(k int) error {
	if o.nums[k] != nil {
		return nil
	}
	w, free, err := mem.Scratch[uint64](o.al, o.n)
	if err != nil {
		return err
	}
	o.free = append(o.free, free)
	if _, err := encoderOf(o.keys[k], o.keys[k].Col).encode(o.al, w, o.keys[k].Col); err != nil {
		return err
	}
	o.nums[k] = w
	return nil
}

// comparing keeps the comparison of rows by key k.
func (o *sorter) comparing(k int) error {
	if o.compare[k] != nil {
		return nil
	}
	if err := o.encode(k); err != nil {
		return err
	}
	nums, c, desc := o.nums[k], o.keys[k].Col, o.keys[k].Desc
	o.compare[k] = func(a, b int64) int { return cmp.Compare(nums[a], nums[b]) }
	if plainText(c) {
		o.compare[k] = func(a, b int64) int {
			if d := cmp.Compare(nums[a], nums[b]); d != 0 {
				return d
			}
			if desc {
				a, b = b, a
			}
			return bytes.Compare(c.Text(int(a)), c.Text(int(b)))
		}
	}
	return nil
}

// sameTexts reports that key k is equal in all rows.
func (o *sorter) sameTexts(rows []int64, k int) bool {
	c := o.keys[k].Col
	if c.Enc == frame.Plain && c.Valid.IsZero() {
		views := frame.Views(c)
		first := &views[rows[0]]
		for _, r := range rows[1:] {
			if v := &views[r]; *v != *first && (v.Inline() || first.Inline() || !bytes.Equal(v.Bytes(c.Heaps), first.Bytes(c.Heaps))) {
				return false
			}
		}
		return true
	}
	first, missing := c.Text(int(rows[0])), c.IsNull(int(rows[0]))
	for _, r := range rows[1:] {
		if !bytes.Equal(c.Text(int(r)), first) || c.IsNull(int(r)) != missing {
			return false
		}
	}
	return true
}
