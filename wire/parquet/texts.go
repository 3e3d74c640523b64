package parquet

import (
	"unicode/utf8"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// texts is the sink of texts, bytes and categories. A row group whose pages are all encoded by its dictionary keeps it when the
// texts repeat; another one is read as text.
type texts struct {
	d     decoder
	dtype dtype.DType
	utf8  bool
	done  []*frame.Column // of the row groups before

	rows  int
	dict  *frame.Column   // values of the dictionary; nil: none yet
	width frame.CodeWidth // of codes
	block *mem.Block      // codes of the rows so far
	at    int
	plain *frame.StrBuilder // set once a page is not encoded by the dictionary
	ints  scratch[int32]
}

func (s *texts) group(rows int) error {
	if err := s.end(); err != nil {
		return err
	}
	s.rows, s.dict, s.block, s.at, s.plain = rows, nil, nil, 0, nil
	return nil
}

func (s *texts) close() {
	s.d.close()
	s.ints.close()
}

// stored is the dtype of values: that of the column, or of its categories.
func (s *texts) stored() dtype.DType {
	if !s.dtype.IsCategorical() {
		return s.dtype
	}
	if s.utf8 {
		return dtype.Str
	}
	return dtype.Binary
}

func (s *texts) check(b []byte) error {
	if s.utf8 && !utf8.Valid(b) {
		return damaged("text that is not UTF-8: %.40q", b)
	}
	return nil
}

func (s *texts) dictionary(pg *page) error {
	b := frame.PlainStr(s.d.al, s.stored())
	err := s.d.texts(pg, func(t []byte) error {
		b.AppendBytes(t)
		return s.check(t)
	})
	if err != nil {
		return err
	}
	s.dict, err = b.Column()
	return err
}

func (s *texts) page(pg *page, _ int) error {
	limit := -1
	if s.dict != nil {
		limit = s.dict.Rows
	}
	h, indexed, err := s.d.indexed(pg, limit)
	if err != nil {
		return err
	}
	if indexed && s.plain == nil {
		return s.coded(pg, &h)
	}
	if s.plain == nil {
		if err := s.spell(); err != nil {
			return err
		}
	}
	if indexed {
		return s.spelled(pg, &h)
	}
	i := 0
	err = s.d.texts(pg, func(t []byte) error {
		for ; !pg.there.has(i); i++ {
			s.plain.AppendNull()
		}
		i++
		s.plain.AppendBytes(t)
		return s.check(t)
	})
	if err == nil {
		for ; i < pg.rows; i++ {
			s.plain.AppendNull()
		}
	}
	return err
}

// spelled appends the texts that the codes of a page name.
func (s *texts) spelled(pg *page, h *hybrid) error {
	list, err := s.ints.room(s.d.al, pg.n)
	if err != nil {
		return err
	}
	if err := codes(h, list, s.dict.Rows); err != nil {
		return err
	}
	for i, k := 0, 0; i < pg.rows; i++ {
		if !pg.there.has(i) {
			s.plain.AppendNull()
			continue
		}
		s.plain.AppendBytes(s.dict.Text(int(list[k])))
		k++
	}
	return nil
}

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

// spell writes the rows so far as texts.
func (s *texts) spell() error {
	s.plain = frame.NewStrBuilder(s.d.al, s.stored())
	list, err := s.list(s.at)
	if err != nil {
		return err
	}
	for _, k := range list {
		if k < 0 {
			s.plain.AppendNull()
		} else {
			s.plain.AppendBytes(s.dict.Text(int(k)))
		}
	}
	free(s.d.al, s.block)
	s.block, s.at = nil, 0
	return nil
}

// end finishes a row group.
func (s *texts) end() error {
	if s.rows == 0 {
		return nil
	}
	c, err := s.built()
	if err != nil {
		return err
	}
	s.done = append(s.done, c)
	return nil
}

// pays reports a dictionary of n values that is worth keeping for so many rows, by the measure of frame.StrBuilder.
func pays(n, rows int) bool { return n <= max(rows, 64<<10)/4 && (n <= rows/4 || rows >= 64<<10) }

func (s *texts) built() (*frame.Column, error) {
	if s.plain != nil {
		c, err := s.plain.Column()
		if err != nil || !s.dtype.IsCategorical() {
			return c, err
		}
		return s.categories(c)
	}
	if s.dict == nil { // nothing but missing rows
		s.dict, _ = frame.PlainStr(s.d.al, s.stored()).Column()
	}
	if err := s.room(); err != nil {
		return nil, err
	}
	if s.dtype.IsCategorical() || pays(s.dict.Rows, s.rows) {
		if d, err := frame.NewDictionary(s.dict); err == nil {
			return frame.NewDict(s.dtype, d, s.block, 0, s.rows, s.width), nil
		} else if s.dtype.IsCategorical() {
			return nil, err
		}
	}
	list, err := s.list(s.rows)
	if err != nil {
		return nil, err
	}
	c, err := frame.TakeColumn(s.d.al, s.dict, list)
	free(s.d.al, s.block)
	return c, err
}

// narrowed is the dictionary column with codes no wider than needed.
func narrowed(al mem.Allocator, t dtype.DType, d *frame.Dictionary, block *mem.Block, codes []int32) (*frame.Column, error) {
	w := frame.WidthOf(d.Len())
	if w == 4 {
		return frame.NewDict(t, d, block, 0, len(codes), w), nil
	}
	b, err := al.Alloc(len(codes) * int(w))
	if err != nil {
		return nil, err
	}
	if w == 1 {
		for i, dst := 0, mem.View[int8](b, 0, len(codes)); i < len(dst); i++ {
			dst[i] = int8(codes[i])
		}
	} else {
		for i, dst := 0, mem.View[int16](b, 0, len(codes)); i < len(dst); i++ {
			dst[i] = int16(codes[i])
		}
	}
	free(al, block)
	return frame.NewDict(t, d, b, 0, len(codes), w), nil
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
	return narrowed(s.d.al, s.dtype, d, block, codes)
}

func (s *texts) column() (*frame.Column, error) {
	if err := s.end(); err != nil {
		return nil, err
	}
	s.rows = 0
	if len(s.done) == 0 {
		return s.none()
	}
	return frame.Concat(s.d.al, s.done...)
}

// none is a column without rows.
func (s *texts) none() (*frame.Column, error) {
	c, err := frame.PlainStr(s.d.al, s.stored()).Column()
	if err != nil || !s.dtype.IsCategorical() {
		return c, err
	}
	return s.categories(c)
}
