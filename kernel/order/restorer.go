package order

import (
	"math"
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// A restorer turns the sorted numbers of a column into the column in that order. Some numbers stand for
// values of several bits, or for missing rows: they lie together once they are sorted, and what belongs there
// is gathered.
type restorer struct {
	c     *frame.Column // of the values as they are stored
	as    *frame.Column // the column that is wanted
	e     encoder
	to    mem.Allocator // of the column
	block *mem.Block    // of words, whose place values of eight bytes take
	words []uint64
	end   func()
}

// restorable reports columns whose numbers tell values: those of fixed width, but for 64-bit integers that
// miss rows, which are made dense, and for missing values of two kinds.
func restorable(c *frame.Column) bool {
	d := c.DType
	switch {
	case c.Enc != frame.Plain && c.Enc != frame.Narrow, d.IsCategorical():
		return false
	case !d.IsBool() && !d.IsInteger() && !d.IsFloat() && !d.IsTemporal():
		return false
	case c.Valid.IsZero():
		return true
	}
	return (c.Enc == frame.Narrow || !wide(d)) && (frame.UsesBitmap(d) || d.IsInteger() || d.IsBool())
}

// exact reports a restorable column of which nothing need be gathered: without bitmap, NaNs and zeros below
// zero.
func exact(c *frame.Column) bool {
	if !c.Valid.IsZero() {
		return false
	}
	if !c.DType.IsFloat() {
		return true
	}
	if c.HasNulls() {
		return false
	}
	if least := c.Bounds().Min; !least.IsNil() && frame.L(0.0).Less(least) {
		return true
	}
	switch c.DType.Kind {
	case dtype.Float16Kind:
		return !slices.Contains(frame.Values[uint16](c), 1<<15)
	case dtype.Float32Kind:
		return !slices.Contains(frame.Values[uint32](c), 1<<31)
	}
	return !slices.Contains(frame.Values[uint64](c), 1<<63)
}

// newRestorer encodes the column of key, which is restorable.
func newRestorer(to, al mem.Allocator, key Key, n int) (*restorer, error) {
	as := key.Col
	key.Col, key.ByValue = as.Stored(), false
	r := &restorer{c: key.Col, as: as, e: encoderOf(key, key.Col), to: to, end: func() {}}
	narrow := key.Col.DType.Size() < 8
	of := to
	if narrow {
		of = al
	}
	b, err := of.Alloc(8 * n)
	if err != nil {
		return nil, err
	}
	if narrow {
		r.end = func() { mem.Free(al, b) }
	}
	r.block, r.words = b, mem.View[uint64](b, 0, n)
	_, err = r.e.encode(al, r.words, r.c)
	return r, err
}

// mask is what numbers are complemented with.
func (e encoder) mask() uint64 {
	if e.desc {
		return math.MaxUint64
	}
	return 0
}

// column is the column whose sorted numbers words are; rows tells where values came from, and is not asked
// for an exact one.
func (r *restorer) column(rows []int64) (*frame.Column, error) {
	var runs [][2]int
	if rows != nil {
		runs = r.runs()
	}
	b := r.block
	if r.c.DType.Size() < 8 {
		var err error
		if b, err = r.to.Alloc(r.c.DType.Size() * len(r.words)); err != nil {
			return nil, err
		}
	}
	valid, err := r.bits()
	if err != nil {
		return nil, err
	}
	r.decode(b)
	for _, run := range runs {
		r.fetch(b, rows, run)
	}
	return r.as.Reordered(b, valid), nil
}

// run is where a number lies in words.
func (r *restorer) run(number uint64) [2]int {
	number ^= r.e.mask()
	lo, found := slices.BinarySearch(r.words, number)
	if !found {
		return [2]int{lo, lo}
	}
	past := len(r.words)
	if number < math.MaxUint64 {
		past, _ = slices.BinarySearch(r.words, number+1)
	}
	return [2]int{lo, past}
}

// runs is where numbers lie that do not tell values.
func (r *restorer) runs() (out [][2]int) {
	add := func(number uint64) {
		if run := r.run(number); run[0] < run[1] {
			out = append(out, run)
		}
	}
	if r.c.DType.IsFloat() {
		add(floatBits(0))
		if frame.UsesBitmap(r.c.DType) {
			add(floatBits(math.NaN()))
		} else {
			add(r.e.miss)
		}
	}
	if !r.c.Valid.IsZero() {
		add(r.e.miss)
	}
	return out
}

// bits is the bitmap of the rows in order: missing ones lie together.
func (r *restorer) bits() (frame.Bitmap, error) {
	if r.c.Valid.IsZero() {
		return frame.Bitmap{}, nil
	}
	w, err := frame.NewBits(r.to, len(r.words), true)
	if err != nil {
		return frame.Bitmap{}, err
	}
	run := r.run(r.e.miss)
	for i := run[0]; i < run[1]; i++ {
		w.Clear(i)
	}
	return w.Bitmap(), nil
}
