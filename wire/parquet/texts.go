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
	dict  *frame.Column // values of the dictionary; nil: none yet
	block *mem.Block    // codes of the rows so far
	codes []int32
	at    int
	plain *frame.StrBuilder // set once a page is not encoded by the dictionary
}

func (s *texts) group(rows int) error {
	if err := s.end(); err != nil {
		return err
	}
	s.rows, s.dict, s.block, s.codes, s.at, s.plain = rows, nil, nil, nil, 0, nil
	return nil
}

func (s *texts) close() { s.d.close() }

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
	codes, indexed, err := s.d.indexed(pg, limit)
	if err != nil {
		return err
	}
	if indexed && s.plain == nil {
		return s.coded(pg, codes)
	}
	if s.plain == nil {
		s.spell()
	}
	if indexed {
		for i, k := 0, 0; i < pg.rows; i++ {
			if pg.there != nil && pg.there[i] == 0 {
				s.plain.AppendNull()
				continue
			}
			s.plain.AppendBytes(s.dict.Text(int(codes[k])))
			k++
		}
		return nil
	}
	i := 0
	err = s.d.texts(pg, func(t []byte) error {
		for ; pg.there != nil && i < pg.rows && pg.there[i] == 0; i++ {
			s.plain.AppendNull()
		}
		i++
		s.plain.AppendBytes(t)
		return s.check(t)
	})
	if err == nil && pg.there != nil {
		for ; i < pg.rows; i++ {
			s.plain.AppendNull()
		}
	}
	return err
}

// coded keeps the codes of a page.
func (s *texts) coded(pg *page, codes []int32) error {
	if s.block == nil {
		b, err := s.d.al.Alloc(4 * s.rows)
		if err != nil {
			return err
		}
		s.block, s.codes = b, mem.View[int32](b, 0, s.rows)
	}
	dst := s.codes[s.at : s.at+pg.rows]
	s.at += pg.rows
	if pg.there == nil {
		copy(dst, codes)
		return nil
	}
	k := 0
	for i, there := range pg.there[:pg.rows] {
		dst[i] = -1
		if there != 0 {
			dst[i] = codes[k]
			k++
		}
	}
	return nil
}

// spell writes the rows so far as texts.
func (s *texts) spell() {
	s.plain = frame.NewStrBuilder(s.d.al, s.stored())
	for _, k := range s.codes[:s.at] {
		if k < 0 {
			s.plain.AppendNull()
		} else {
			s.plain.AppendBytes(s.dict.Text(int(k)))
		}
	}
	free(s.d.al, s.block)
	s.block, s.codes, s.at = nil, nil, 0
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
	if s.block == nil {
		if err := s.coded(&page{}, nil); err != nil {
			return nil, err
		}
	}
	if s.dtype.IsCategorical() || pays(s.dict.Rows, s.rows) {
		if d, err := frame.NewDictionary(s.dict); err == nil {
			return narrowed(s.d.al, s.dtype, d, s.block, s.codes)
		} else if s.dtype.IsCategorical() {
			return nil, err
		}
	}
	c, err := frame.TakeColumn(s.d.al, s.dict, s.codes)
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
