package dt

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

const nat = math.MinInt64

var nan = math.NaN()

// Ticks are the ticks of a column of times of any encoding, NaT where a row is missing. They must not be
// written.
func Ticks(al mem.Allocator, c *frame.Column) ([]int64, error) {
	c, err := c.Decode(al)
	if err != nil {
		return nil, err
	}
	return frame.Values[int64](c), nil
}

// times is a new column of ticks to fill.
func times(al mem.Allocator, d dtype.DType, n int) (*frame.Column, []int64, error) {
	b, err := al.Alloc(8 * n)
	if err != nil {
		return nil, nil, err
	}
	return frame.NewPlain(d, b, 0, n, frame.Bitmap{}), mem.View[int64](b, 0, n), nil
}

// block is how many rows are computed at a time: their days and times of the day stay in L1.
const block = 256

// A reader cuts the wall times of a column into days and ticks of the day, block by block. Missing rows read
// as tick 0.
type reader struct {
	src  []int64
	u    dtype.Unit
	zone *Zone
	n    int // rows of the block
	wall [block]int64
	days [block]int64
	tod  [block]int64
}

func newReader(al mem.Allocator, c *frame.Column) (*reader, error) {
	src, err := Ticks(al, c)
	if err != nil {
		return nil, err
	}
	r := &reader{src: src, u: c.DType.Unit}
	if c.DType.TZ != "" {
		r.zone, err = LoadZone(c.DType.TZ)
	}
	return r, err
}

// next reads the block from row i on and says which of its rows are missing, by calling miss.
func (r *reader) next(i int, miss func(row int)) {
	src := r.src[i:min(i+block, len(r.src))]
	r.n = len(src)
	w := r.wall[:r.n]
	if r.zone != nil {
		r.zone.Wall(r.u, w, src)
	} else {
		copy(w, src)
	}
	for j, t := range w {
		if t == nat {
			w[j] = 0
			miss(i + j)
		}
	}
	split(r.u, w, r.days[:r.n], r.tod[:r.n])
}

// holes is a bitmap that comes to be with the first missing row.
type holes struct {
	al   mem.Allocator
	n    int
	w    frame.BitWriter
	any  bool
	fail error
}

func (h *holes) miss(row int) {
	if !h.any {
		if h.w, h.fail = frame.NewBits(h.al, h.n, true); h.fail != nil {
			return
		}
		h.any = true
	}
	h.w.Clear(row)
}

func (h *holes) bitmap() (frame.Bitmap, error) {
	if !h.any {
		return frame.Bitmap{}, h.fail
	}
	return h.w.Bitmap(), h.fail
}
