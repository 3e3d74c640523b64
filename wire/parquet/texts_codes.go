package parquet

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// coded keeps the codes of a page.
func (s *texts) coded(pg *page, h *hybrid) error {
	if err := s.room(); err != nil {
		return err
	}
	at := s.at
	s.at += pg.rows
	switch s.width {
	case 1:
		return place(mem.View[int8](s.block, at, pg.rows), pg, h, s.dict.Rows)
	case 2:
		return place(mem.View[int16](s.block, at, pg.rows), pg, h, s.dict.Rows)
	}
	return place(mem.View[int32](s.block, at, pg.rows), pg, h, s.dict.Rows)
}

// room makes room for the codes of the row group, no wider than its dictionary needs.
func (s *texts) room() (err error) {
	if s.block == nil {
		s.width = frame.WidthOf(s.dict.Rows)
		s.block, err = s.d.al.Alloc(int(s.width) * s.rows)
	}
	return err
}

func place[T int8 | int16 | int32](dst []T, pg *page, h *hybrid, limit int) error {
	err := codes(h, dst[:pg.n], limit)
	if err == nil && pg.there != nil {
		spread(dst, pg.there, pg.n, -1)
	}
	return err
}

// list is the codes of the first n rows.
func (s *texts) list(n int) ([]int32, error) {
	if n == 0 || s.block == nil {
		return nil, nil
	}
	if s.width == 4 {
		return mem.View[int32](s.block, 0, n), nil
	}
	out, err := s.ints.room(s.d.al, n)
	if err != nil {
		return nil, err
	}
	if s.width == 1 {
		for i, k := range mem.View[int8](s.block, 0, n) {
			out[i] = int32(k)
		}
	} else {
		for i, k := range mem.View[int16](s.block, 0, n) {
			out[i] = int32(k)
		}
	}
	return out, nil
}

// categories is a text column as a categorical whose categories stand in order of appearance.
func (s *texts) categories(c *frame.Column) (*frame.Column, error) {
	b := frame.PlainStr(s.d.al, s.stored())
	block, err := s.d.al.Alloc(4 * c.Rows)
	if err != nil {
		return nil, err
	}
	codes, seen := mem.View[int32](block, 0, c.Rows), map[string]int32{}
	for i := range codes {
		codes[i] = -1
		if c.IsNull(i) {
			continue
		}
		k, ok := seen[c.Str(i)]
		if !ok {
			k = int32(len(seen))
			seen[c.Str(i)] = k
			b.Append(c.Str(i))
		}
		codes[i] = k
	}
	values, err := b.Column()
	if err != nil {
		return nil, err
	}
	d, err := frame.NewDictionary(values)
	if err != nil {
		return nil, err
	}
	return frame.NewCoded(s.d.al, s.dtype, d, block, codes)
}
