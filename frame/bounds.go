package frame

import "github.com/mars-project/mars-go/dtype"

// Bounds are what is known of a column without reading it. Every row that is there, and no NaN, lies from Min
// to Max; none need be equal to them.
type Bounds struct {
	Min, Max       Label // None: not known
	Sorted, Unique bool  // known to ascend, with missing rows last; known to hold no value twice
}

// Bounds are those of c: of constants and ranges by what they are, else what a reader knew, or statistics
// that somebody asked for.
func (c *Column) Bounds() Bounds {
	switch {
	case c.Rows == 0:
		return Bounds{Sorted: true, Unique: true}
	case c.Enc == Range && c.DType == dtype.Int64:
		a, b := L(c.Start), L(c.Start+int64(c.Rows-1)*c.Step)
		if c.Step < 0 {
			a, b = b, a
		}
		return Bounds{Min: a, Max: b, Sorted: c.Step >= 0, Unique: c.Step != 0 || c.Rows == 1}
	case c.Enc == Const && c.DType.IsNumber() && !c.DType.IsComplex() && !c.IsNull(0):
		v := c.Label(0)
		return Bounds{Min: v, Max: v, Sorted: true, Unique: c.Rows == 1}
	case c.bounds != nil:
		return *c.bounds
	}
	if s := c.stats.Load(); s != nil {
		return Bounds{Min: s.Min, Max: s.Max, Sorted: s.Sorted == Yes, Unique: s.Unique == Yes}
	}
	return Bounds{}
}

// WithBounds tells c, which is new and not shared yet, what is known of its rows.
func (c *Column) WithBounds(b Bounds) *Column {
	c.bounds = &b
	return c
}

// Ints are the bounds of integers; false where they are not known.
func (b Bounds) Ints() (lo, hi int64, ok bool) {
	lo, ok = b.Min.Int()
	hi, also := b.Max.Int()
	return lo, hi, ok && also
}

// ofSome is what stays known of some of the rows, in any order, perhaps more than once.
func (b *Bounds) ofSome() *Bounds {
	if b == nil || !b.Sorted && !b.Unique {
		return b
	}
	return &Bounds{Min: b.Min, Max: b.Max}
}

// boundsOf is what is known of the rows of columns one after the other, none of which is empty.
func boundsOf(cs []*Column) *Bounds {
	all := cs[0].Bounds()
	for _, c := range cs[1:] {
		b := c.Bounds()
		if all.Min.IsNil() || b.Min.IsNil() {
			return nil
		}
		all.Sorted = all.Sorted && b.Sorted && all.Max.Compare(b.Min) <= 0
		all.Unique = all.Unique && b.Unique && (all.Max.Less(b.Min) || b.Max.Less(all.Min))
		if b.Min.Less(all.Min) {
			all.Min = b.Min
		}
		if all.Max.Less(b.Max) {
			all.Max = b.Max
		}
	}
	for _, c := range cs {
		all.Sorted = all.Sorted && c.whole()
	}
	if all.Min.IsNil() {
		return nil
	}
	return &all
}
