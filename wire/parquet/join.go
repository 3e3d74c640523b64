package parquet

import (
	"encoding/json"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go/format"

	"github.com/mars-project/mars-go/errs"
)

// A Part is a file that Join reads.
type Part struct {
	R    io.ReaderAt
	Size int64
	Name string
}

// Join writes the row groups of files, which a Writer has written with one schema, as one file, and says how
// many rows they have. Bytes are copied, no value is decoded. A range of labels goes on through the parts.
// Errors: Invalid for parts of different schemas; those of the parts and of w.
func Join(w io.Writer, parts []Part) (rows int64, err error) {
	var t *tracker
	defer func() {
		if t != nil {
			t.guard(&err)
		}
	}()
	p := &Writer{w: w}
	if err := p.put([]byte(magic)); err != nil {
		return 0, err
	}
	for _, part := range parts {
		t = &tracker{r: part.R, name: part.Name}
		m, _, err := readFooter(t, part.Size)
		if err != nil {
			return 0, t.wrap(err)
		}
		if err := p.adopt(m, part.Name); err != nil {
			return 0, t.wrap(err)
		}
		if err := p.copy(t, m); err != nil {
			return 0, err
		}
	}
	if len(parts) == 0 {
		return 0, errs.New(errs.Invalid, "no parts")
	}
	if err := p.annotate(); err != nil {
		return 0, err
	}
	return p.meta.NumRows, p.footer()
}

// adopt takes the schema of the first part, and of each later one what it says of columns that held nothing
// but missing objects before.
func (p *Writer) adopt(m *format.FileMetaData, name string) error {
	text, _ := lookup(m, "pandas")
	schema, _ := lookup(m, "ARROW:schema")
	var n pandasNotes
	if err := json.Unmarshal([]byte(text), &n); err != nil {
		return errs.Wrap(errs.Invalid, err, "pandas' notes")
	}
	fields, err := arrowFields(schema)
	if err != nil || len(fields) != len(m.Schema)-1 || len(n.Columns) != len(fields) {
		return errs.New(errs.Invalid, "the notes are not those of a Writer")
	}
	if p.meta.Schema == nil {
		p.meta = *m
		p.meta.RowGroups, p.meta.NumRows = nil, 0
		p.pandas, p.arrow, p.first = n, fields, name
		return nil
	}
	if len(m.Schema) != len(p.meta.Schema) {
		return errs.New(errs.Invalid, "it has %d columns, %s has %d", len(fields), p.first, len(p.arrow))
	}
	for i := range fields {
		mine, its := &p.meta.Schema[i+1], &m.Schema[i+1]
		switch {
		case sameElement(mine, its), isVoid(its) && its.Name == mine.Name:
		case isVoid(mine) && its.Name == mine.Name:
			*mine, p.arrow[i], p.pandas.Columns[i] = *its, fields[i], n.Columns[i]
		default:
			return errs.New(errs.Invalid, "column %q has another type than in %s", its.Name, p.first)
		}
	}
	return nil
}

// isVoid reports a column of nothing but missing rows, which fits any type: its pages hold no value.
func isVoid(el *format.SchemaElement) bool {
	_, ok := el.LogicalType.Value.(*format.NullType)
	return ok
}

func sameElement(a, b *format.SchemaElement) bool {
	x, errX := encode(a)
	y, errY := encode(b)
	return errX == nil && errY == nil && slices.Equal(x, y)
}

// copy copies the row groups of a part.
func (p *Writer) copy(t *tracker, m *format.FileMetaData) error {
	for _, g := range m.RowGroups {
		var index []chunkIndex
		g.FileOffset, g.Ordinal = p.at, int16(min(len(p.meta.RowGroups), 1<<15-1))
		for i := range g.Columns {
			c := &g.Columns[i].MetaData
			from := c.DataPageOffset
			if c.DictionaryPageOffset > 0 {
				from = min(from, c.DictionaryPageOffset)
			}
			shift := p.at - from
			ix, err := indexOf(t, &g.Columns[i], shift)
			if err != nil {
				return t.wrap(err)
			}
			index = append(index, ix)
			n, err := io.Copy(p.w, io.NewSectionReader(t, from, c.TotalCompressedSize))
			p.at += n
			if err == nil && n < c.TotalCompressedSize {
				err = io.ErrUnexpectedEOF
			}
			if err != nil {
				return t.wrap(err)
			}
			c.DataPageOffset += shift
			if c.DictionaryPageOffset > 0 {
				c.DictionaryPageOffset += shift
			}
		}
		p.meta.RowGroups, p.index = append(p.meta.RowGroups, g), append(p.index, index)
	}
	p.meta.NumRows += m.NumRows
	return nil
}

// indexOf reads the index of a column chunk that moves by shift, and takes its place out of the chunk.
func indexOf(t *tracker, c *format.ColumnChunk, shift int64) (x chunkIndex, err error) {
	read := func(at int64, n int32, v any) error {
		b := make([]byte, n)
		if err := readFull(t, b, at); err != nil {
			return err
		}
		return decode(b, v)
	}
	x.open = c.ColumnIndexLength <= 0
	if !x.open {
		if err := read(c.ColumnIndexOffset, c.ColumnIndexLength, &x.bounds); err != nil {
			return x, err
		}
	}
	if c.OffsetIndexLength > 0 {
		if err := read(c.OffsetIndexOffset, c.OffsetIndexLength, &x.pages); err != nil {
			return x, err
		}
	}
	for i := range x.pages.PageLocations {
		x.pages.PageLocations[i].Offset += shift
	}
	c.ColumnIndexOffset, c.ColumnIndexLength, c.OffsetIndexOffset, c.OffsetIndexLength = 0, 0, 0, 0
	return x, nil
}

// annotate writes the notes, in which a range ends where the rows do, and gives all pages of a column its
// type.
func (p *Writer) annotate() error {
	for k, raw := range p.pandas.IndexColumns {
		var r rangeNote
		if json.Unmarshal(raw, &r) == nil && r.Kind == "range" {
			r.Stop = r.Start + p.meta.NumRows*r.Step
			p.pandas.IndexColumns[k], _ = json.Marshal(r)
		}
	}
	b, err := json.Marshal(p.pandas)
	if err != nil {
		return err
	}
	schema, err := writeArrow(p.arrow, string(b))
	if err != nil {
		return err
	}
	for g := range p.meta.RowGroups {
		cols := p.meta.RowGroups[g].Columns
		for i := range cols {
			cols[i].MetaData.Type = p.meta.Schema[i+1].Type.V
		}
	}
	p.meta.KeyValueMetadata = []format.KeyValue{{Key: "pandas", Value: string(b)}, {Key: "ARROW:schema", Value: schema}}
	return nil
}
