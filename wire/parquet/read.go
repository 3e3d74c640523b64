package parquet

import (
	"errors"

	"github.com/parquet-go/parquet-go/format"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// A Request says what Read reads.
type Request struct {
	Lo, Hi int // row groups
	// Rows are those of the one row group that are read, in order; nil for all. Labels of a range then count
	// them.
	Rows    []Span
	Columns []int // places in File.Columns, in the frame's order
	Index   []int // places of the row labels; none: a range from First on
	First   int64 // number of the first row
	Labels  Range // of that range; one without a step is the file's
	// Types are dtypes of Columns and then of Index, where they must hold what other files of a data set
	// miss: integers as float64. The default is the file's own.
	Types []dtype.DType
	// Narrow asks for int64 columns in Narrow encoding where the footer tells bounds that allow it; labels
	// stay plain.
	Narrow bool
	// Parallel runs f(0..n-1), perhaps at once, and gives the first error in this order. The default is one
	// after the other.
	Parallel func(n int, f func(i int) error) error
}

func (q *Request) parallel(n int, f func(i int) error) error {
	if q.Parallel != nil {
		return q.Parallel(n, f)
	}
	for i := range n {
		if err := f(i); err != nil {
			return err
		}
	}
	return nil
}

// Read turns row groups into a frame. Rows that are missing in an integer or bool column whose footer did not
// count them make it pending.
// Errors: Invalid for a damaged file, naming column and place; Type for columns that are not read; those of
// al and of the reader.
func (f *File) Read(al mem.Allocator, q Request) (out *frame.Frame, err error) {
	rows := int64(0)
	for _, g := range f.Groups[q.Lo:q.Hi] {
		rows += g.Rows
	}
	if rows > 1<<40 {
		return nil, errs.Wrap(errs.Invalid, damaged("%d rows", rows), "%s", f.name)
	}
	if q.Rows != nil {
		if q.Hi != q.Lo+1 {
			return nil, errs.New(errs.Internal, "rows of %d row groups", q.Hi-q.Lo)
		}
		if err := checkSpans(q.Rows, rows); err != nil {
			return nil, err
		}
		rows = spanRows(q.Rows)
	}
	places := append(append([]int{}, q.Columns...), q.Index...)
	cols := make([]*frame.Column, len(places))
	err = q.parallel(len(places), func(i int) (err error) {
		t := &tracker{r: f.r, name: f.name}
		defer t.guard(&err)
		c := &f.Columns[places[i]]
		typ := c.DType
		if i < len(q.Types) {
			typ = q.Types[i]
		}
		if q.Rows != nil {
			cols[i], err = f.columnRows(al, t, c, typ, q.Lo, q.Rows, q.Narrow && i < len(q.Columns))
		} else {
			cols[i], err = f.column(al, t, c, typ, q.Lo, q.Hi, int(rows), q.Narrow && i < len(q.Columns))
		}
		return t.wrap(err)
	})
	if err != nil {
		return nil, err
	}
	out = &frame.Frame{NRows: int(rows)}
	var labels []*frame.Column
	var names []frame.Label
	for i, k := range places {
		if i < len(q.Columns) {
			out.Names, out.Cols = append(out.Names, f.Columns[k].Name), append(out.Cols, cols[i])
		} else {
			names, labels = append(names, f.Columns[k].Name), append(labels, cols[i])
		}
	}
	switch len(labels) {
	case 0:
		r := q.Labels
		if r.Step == 0 {
			r = f.Range
		}
		out.Index = frame.NewRange(r.Start+q.First*r.Step, r.Step, int(rows)).WithNames(r.Name)
	case 1:
		out.Index = frame.NewIndex(names[0], labels[0])
	default:
		out.Index = frame.NewMulti(names, labels...)
	}
	return out, nil
}

// column reads a column of row groups lo to hi, narrow where bounds allow it and it is asked for.
func (f *File) column(al mem.Allocator, t *tracker, c *Column, typ dtype.DType, lo, hi, rows int, narrow bool) (*frame.Column, error) {
	if c.Err != nil {
		return nil, c.Err
	}
	if c.tree != nil {
		return f.nested(al, t, c, lo, hi, rows)
	}
	if c.plain.what == void {
		b, err := al.Alloc(rows * dtype.Object.Size()) // Go memory, which nobody counts: room for it must be there all the same
		if err != nil {
			return nil, err
		}
		mem.Free(al, b)
		return frame.NewObjects(make([]any, rows)), nil
	}
	return f.made(al, c, typ, lo, hi, rows, narrow, func(s sink) error { return f.drained(al, t, c, typ, lo, hi, s) })
}

// made is the column of rows of row groups lo to hi that pages give to a sink: a narrow one where bounds
// allow it and it is asked for.
func (f *File) made(al mem.Allocator, c *Column, typ dtype.DType, lo, hi, rows int, narrow bool, pages func(s sink) error) (*frame.Column, error) {
	told := f.boundsOf(c, lo, hi)
	if w := widthOf(c, typ, told); narrow && w < 8 {
		s, err := narrowSinkOf(al, c, typ, rows, w, told)
		if err != nil {
			return nil, err
		}
		out, err := columnOfPages(s, pages)
		if !errors.Is(err, errWide) {
			return out, err
		}
	}
	s, err := sinkOf(al, c, typ, rows)
	if err != nil {
		return nil, err
	}
	out, err := columnOfPages(s, pages)
	if err == nil && typ == dtype.Float64 && floats(told.Min) && floats(told.Max) {
		out = out.WithBounds(told)
	}
	return out, err
}

func columnOfPages(s sink, pages func(s sink) error) (*frame.Column, error) {
	defer s.close()
	if err := pages(s); err != nil {
		return nil, err
	}
	return s.column()
}

// drained gives a sink all pages of row groups lo to hi.
func (f *File) drained(al mem.Allocator, t *tracker, c *Column, typ dtype.DType, lo, hi int, s sink) error {
	at := 0
	for g := lo; g < hi; g++ {
		k := chunkJob{entries: f.Groups[g].Rows, miss: c.Pending() || frame.CanMiss(typ)}
		if err := f.chunk(al, t, c, g, s, at, k); err != nil {
			return errs.Wrap(errs.KindOf(err), err, "row group %d, column %s", g, c.Name.Repr())
		}
		at += int(f.Groups[g].Rows)
	}
	return nil
}

// A chunkJob says how a column chunk is read.
type chunkJob struct {
	entries int64                 // values and missing ones, as the caller knows
	miss    bool                  // some may be missing
	levels  *leafReader           // takes the levels of a leaf of a nested column
	pages   []format.PageLocation // the only pages to read; nil for all
	first   int64                 // where the first page of the chunk lies, if pages is set
}

// chunk reads a leaf of a row group, whose entries stand from `at` on.
func (f *File) chunk(al mem.Allocator, t *tracker, c *Column, g int, s sink, at int, k chunkJob) error {
	if err := s.group(int(k.entries)); err != nil {
		return err
	}
	if k.entries == 0 {
		return nil
	}
	cc := &f.meta.RowGroups[g].Columns[c.leaf]
	m := &cc.MetaData
	lo, size := chunkStart(m), m.TotalCompressedSize
	switch {
	case cc.FilePath != "":
		return errs.New(errs.Type, "the data is in another file, %q, which is not read", cc.FilePath)
	case m.NumValues != k.entries && k.pages == nil:
		return damaged("%d values in %d rows", m.NumValues, k.entries)
	case lo < 0 || size < 0 || lo > f.size || size > f.size-lo:
		return damaged("%d bytes at byte %d of a file of %d", size, lo, f.size)
	}
	var b *mem.Block
	var err error
	if k.pages != nil {
		b, err = f.chosenBytes(al, t, lo, k)
	} else if b, err = al.Alloc(int(size)); err == nil {
		err = readFull(t, b.Bytes()[:size], lo)
	}
	if b != nil {
		defer mem.Free(al, b)
	}
	if err != nil {
		return err
	}
	src := b.Bytes()
	p := &pages{src: src, size: len(src), left: k.entries, max: c.max, rep: c.rep, levels: k.levels, u: unpacker{al: al, codec: m.Codec}}
	return p.drain(t, lo, s, at, k.miss)
}

// chunkStart is where the bytes of a column chunk begin.
func chunkStart(m *format.ColumnMetaData) int64 {
	if m.DictionaryPageOffset > 0 && m.DictionaryPageOffset < m.DataPageOffset {
		return m.DictionaryPageOffset
	}
	return m.DataPageOffset
}

// drain gives all pages to a sink, entries from `at` on. lo is where their bytes lie in the file.
func (p *pages) drain(t *tracker, lo int64, s sink, at int, miss bool) error {
	defer p.u.close()
	defer p.masks.close()
	for {
		t.seek(lo + int64(p.at()))
		pg, dict, err := p.next()
		if pg == nil || err != nil {
			return err
		}
		pg.from = &p.u
		if dict {
			err = s.dictionary(pg)
		} else if pg.there != nil && !miss {
			err = damaged("%d rows are missing, the footer says none", pg.rows-pg.n)
		} else {
			err = s.page(pg, at)
			at += pg.rows
		}
		if err != nil {
			return err
		}
	}
}
