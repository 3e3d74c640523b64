package parquet

import (
	"unicode/utf8"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// texts is the sink of texts, bytes and categories. A row group whose pages are all encoded by its dictionary
// keeps it when the texts repeat; another one is read as text.
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

func (s *texts) dictionary(pg *page) (err error) {
	b := frame.PlainStr(s.d.al, s.stored())
	if s.d.listed(pg) {
		if pg.n > len(pg.data)/4 {
			return short(pg)
		}
		if err = s.views(pg, b, b.Views(pg.n, nil)); err == nil {
			s.dict, err = b.Column()
		}
		return err
	}
	err = s.d.texts(pg, func(t []byte) error {
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
	if s.d.listed(pg) && !s.plain.Keeps() {
		return s.viewed(pg)
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

// viewed appends the views of the texts of a page.
func (s *texts) viewed(pg *page) error {
	dst := s.plain.Views(pg.rows, pg.there)
	if dst == nil {
		return nil // Column tells why
	}
	err := s.views(pg, s.plain, dst[:pg.n])
	if err == nil && pg.there != nil {
		spread(dst, pg.there, pg.n, frame.View{})
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

// pays reports a dictionary of n values that is worth keeping for so many rows, by the measure of
// frame.StrBuilder.
func pays(n, rows int) bool { return n <= max(rows, 64<<10)/4 && (n <= rows/4 || rows >= 64<<10) }

func (s *texts) built() (*frame.Column, error) {
	if s.plain != nil {
		c, err := s.plain.Column()
		if s.dict != nil {
			mem.Free(s.d.al, s.dict.Data)
		}
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
	mem.Free(s.d.al, s.block)
	return c, err
}

func (s *texts) column() (*frame.Column, error) {
	if err := s.end(); err != nil {
		return nil, err
	}
	s.rows = 0
	if len(s.done) == 0 {
		return s.none()
	}
	c, err := frame.Concat(s.d.al, s.done...)
	if err != nil {
		return nil, err
	}
	return s.repeated(c)
}

// none is a column without rows.
func (s *texts) none() (*frame.Column, error) {
	c, err := frame.PlainStr(s.d.al, s.stored()).Column()
	if err != nil || !s.dtype.IsCategorical() {
		return c, err
	}
	return s.categories(c)
}
