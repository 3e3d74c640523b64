package parquet

import (
	"math"

	pq "github.com/parquet-go/parquet-go"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// A sink makes a frame column of the pages of some row groups.
type sink interface {
	group(rows int) error        // a row group begins
	dictionary(pg *page) error   // its dictionary, before its pages
	page(pg *page, at int) error // rows from row `at` of all row groups on
	column() (*frame.Column, error)
	close()
}

// fixed is the sink of columns whose elements have one width.
type fixed[E dtype.Elem] struct {
	d     decoder
	dtype dtype.DType
	block *mem.Block
	out   []E
	conv  func(dst []E, src []byte) // values as PLAIN has them to elements
	null  E
	dict  []E // nil: there is none
	bits  *frame.BitWriter
	rows  int
	width frame.CodeWidth // of a narrow column; else 0
	over  bool            // a value does not lie within the bounds of a narrow column
	told  frame.Bounds    // these
}

// newFixed makes room for rows elements of type t, which is where the missing ones of column c are told too.
func newFixed[E dtype.Elem](al mem.Allocator, c *Column, t dtype.DType, rows int, null E, conv func([]E, []byte)) (sink, error) {
	b, err := al.Alloc(rows * t.Size())
	if err != nil {
		return nil, err
	}
	return &fixed[E]{d: decoder{al: al, p: &c.plain}, dtype: t, block: b, out: mem.View[E](b, 0, rows), conv: conv, null: null, rows: rows}, nil
}

func (s *fixed[E]) group(int) error { s.dict = nil; return nil }
func (s *fixed[E]) close()          { s.d.close() }

// values are those of a page, as PLAIN has them.
func (s *fixed[E]) values(pg *page) ([]byte, error) {
	if s.d.p.kind == pq.ByteArray {
		return s.d.decimals(pg)
	}
	return s.d.fixed(pg)
}

func (s *fixed[E]) dictionary(pg *page) error {
	src, err := s.values(pg)
	if err != nil {
		return err
	}
	s.dict = make([]E, pg.n)
	s.conv(s.dict, src)
	return s.fits()
}

// fits says whether all values so far were those that were told.
func (s *fixed[E]) fits() error {
	if s.over {
		return errWide
	}
	return nil
}

func (s *fixed[E]) page(pg *page, at int) error {
	dst := s.out[at : at+pg.rows]
	limit := -1
	if s.dict != nil {
		limit = len(s.dict)
	}
	h, indexed, err := s.d.indexed(pg, limit)
	switch {
	case err != nil:
		return err
	case indexed:
		err = gather(&h, dst[:pg.n], s.dict)
	default:
		var src []byte
		if src, err = s.values(pg); err == nil {
			s.conv(dst[:pg.n], src)
			err = s.fits()
		}
	}
	if err != nil || pg.there == nil {
		return err
	}
	spread(dst, pg.there, pg.n, s.null)
	if frame.CanMiss(s.dtype) && !frame.UsesBitmap(s.dtype) {
		return nil
	}
	if s.bits == nil {
		w, err := frame.NewBits(s.d.al, s.rows, true)
		if err != nil {
			return err
		}
		s.bits = &w
	}
	pg.there.holes(pg.rows, func(i int) { s.bits.Clear(at + i) })
	return nil
}

func (s *fixed[E]) column() (*frame.Column, error) {
	var valid frame.Bitmap
	if s.bits != nil {
		valid = s.bits.Bitmap()
	}
	if s.width > 0 {
		return frame.NewNarrow(s.dtype, s.block, 0, s.rows, s.width, valid).WithBounds(s.told), nil
	}
	return frame.NewPlain(s.dtype, s.block, 0, s.rows, valid), nil
}

// objects is the sink of bools of which some are missing: pandas holds them as objects, None where one is
// missing.
type objects struct{ sink }

func (s objects) column() (*frame.Column, error) {
	c, err := s.sink.column()
	if err != nil {
		return nil, err
	}
	out := make([]any, c.Rows)
	for i, v := range frame.Values[bool](c) {
		if c.Valid.Get(i) {
			out[i] = v
		}
	}
	return frame.NewObjects(out), nil
}

// sinkOf is the sink of column c that makes rows of dtype t: the column's own, or the one that misses rows
// too.
func sinkOf(al mem.Allocator, c *Column, t dtype.DType, rows int) (sink, error) {
	p := &c.plain
	switch {
	case t.IsString() || t.IsBinary() || t.IsCategorical():
		return &texts{d: decoder{al: al, p: p}, dtype: t, utf8: p.what == text}, nil
	case t.IsObject():
		s, err := newFixed(al, c, dtype.Bool, rows, 0, copied[uint8])
		return objects{s}, err
	case t.IsBool():
		return newFixed(al, c, t, rows, 0, copied[uint8])
	}
	switch t.Kind {
	case dtype.Int8Kind:
		return newFixed(al, c, t, rows, 0, narrow[int8])
	case dtype.Int16Kind:
		return newFixed(al, c, t, rows, 0, narrow[int16])
	case dtype.Uint8Kind:
		return newFixed(al, c, t, rows, 0, narrow[uint8])
	case dtype.Uint16Kind:
		return newFixed(al, c, t, rows, 0, narrow[uint16])
	case dtype.Int32Kind:
		return newFixed(al, c, t, rows, 0, copied[int32])
	case dtype.Uint32Kind:
		return newFixed(al, c, t, rows, 0, copied[uint32])
	case dtype.Int64Kind:
		return newFixed(al, c, t, rows, 0, copied[int64])
	case dtype.Uint64Kind:
		return newFixed(al, c, t, rows, 0, copied[uint64])
	case dtype.Float16Kind:
		return newFixed(al, c, t, rows, dtype.F16(0x7e00), copied[dtype.F16])
	case dtype.Float32Kind:
		return newFixed(al, c, t, rows, float32(math.NaN()), copied[float32])
	case dtype.Float64Kind:
		return newFixed(al, c, t, rows, math.NaN(), p.floats())
	case dtype.DatetimeKind, dtype.TimedeltaKind:
		return newFixed(al, c, t, rows, int64(frame.NaT), p.ticks())
	}
	return nil, damaged("column %s has dtype %s, stored as %s", c.Name.Repr(), t, p.kind)
}
