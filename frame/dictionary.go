package frame

import (
	"hash/maphash"
	"math/bits"
	"slices"
)

// NewDictionary is the dictionary of distinct values, none missing. Dictionaries are compared by pointer
// first, so columns should share one. It returns Invalid for a value that is missing or comes twice.
func NewDictionary(values *Column) (*Dictionary, error) {
	if values.Enc != Plain && !values.DType.IsObject() {
		return nil, invalid("a dictionary of %s encoding", values.Enc)
	}
	if n := values.NullCount(); n > 0 {
		return nil, invalid("a dictionary with %d missing values", n)
	}
	if n := values.repeats(); n > 0 {
		return nil, invalid("a dictionary with %d of %d values twice", n, values.Rows)
	}
	return &Dictionary{Values: values}, nil
}

// repeats is how many rows hold a value that a row before them holds.
func (c *Column) repeats() (n int) {
	if !c.isText() || c.Rows < 2 {
		return c.Rows - int(newFinder(c).n)
	}
	seed, shift := maphash.MakeSeed(), 64-bits.Len(uint(2*c.Rows-1))
	table := make([]int32, 1<<(64-shift)) // rows, counted from 1
	tags := make([]byte, len(table))
	for i := range c.Rows {
		t := c.Text(i)
		h := maphash.Bytes(seed, t)
		k := int(h >> shift)
		for tag := byte(h); ; k = (k + 1) & (len(table) - 1) {
			if table[k] == 0 {
				table[k], tags[k] = int32(i+1), tag
				break
			}
			if tags[k] == tag && string(c.Text(int(table[k]-1))) == string(t) {
				n++
				break
			}
		}
	}
	return n
}

// Len is the number of values.
func (d *Dictionary) Len() int { return d.Values.Rows }

// A line is dictionaries each of which begins with the one before. It is known by its address.
type line struct{ _ byte }

// Longest is the dictionary that begins with each of those of some columns, so that codes mean the same in
// all; nil where there is none that is known to. All columns must have a dictionary.
func Longest(cs ...*Column) *Dictionary {
	d := cs[0].Dict
	for _, c := range cs[1:] {
		switch {
		case c.Dict == d:
		case d.line == nil || c.Dict.line != d.line:
			return nil
		case c.Dict.Len() > d.Len():
			d = c.Dict
		}
	}
	return d
}

// rank is the place of each code in the order of values; byCode says that the codes are the order (ordered
// categories).
func (d *Dictionary) rank(byCode bool) []int32 {
	n := d.Values.Rows
	r := make([]int32, n)
	if byCode || d.Ordered {
		for i := range r {
			r[i] = int32(i)
		}
		return r
	}
	for k, code := range d.Sorted() {
		r[code] = int32(k)
	}
	return r
}

// Ranks is what find makes of the values: the place of each in ascending order. It is kept, and must not be
// written.
func (d *Dictionary) Ranks(find func(values *Column) []int32) []int32 {
	if r := d.ranks.Load(); r != nil {
		return *r
	}
	r := find(d.Values)
	d.ranks.Store(&r)
	return r
}

// Sorted are the codes in ascending order of their values.
func (d *Dictionary) Sorted() []int32 {
	codes := make([]int32, d.Values.Rows)
	for i := range codes {
		codes[i] = int32(i)
	}
	if !d.Ordered {
		slices.SortStableFunc(codes, func(a, b int32) int { return d.Values.compareSlots(int(a), int(b)) })
	}
	return codes
}

// Code is the code of a value; false when the dictionary lacks it. Labels match as in Python.
func (d *Dictionary) Code(l Label) (int, bool) {
	m := d.lookup.Load()
	if m == nil {
		t := make(map[Label]int32, d.Values.Rows)
		for i := range d.Values.Rows {
			t[d.Values.Label(i).canon()] = int32(i)
		}
		m = &t
		d.lookup.Store(m)
	}
	k, ok := (*m)[l.canon()]
	return int(k), ok
}
