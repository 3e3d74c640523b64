package parquet

import (
	"encoding/binary"
	"encoding/json"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// WriteOptions are those of pandas.DataFrame.to_parquet. The zero value is its defaults.
type WriteOptions struct {
	// Compression is "snappy", "zstd", "gzip", "lz4" or "none". The default is "snappy".
	Compression string
	// Index says whether row labels are written as columns. The default (nil) writes them, but of a range
	// only its numbers.
	Index *bool
	// GroupRows is how many rows a row group has at most. The default is 1 Mi, as in pyarrow.
	GroupRows int
}

// A Writer writes frames of one schema as the row groups of a file. Texts that have a dictionary keep it.
type Writer struct {
	w      io.Writer
	o      WriteOptions
	at     int64
	codec  format.CompressionCodec
	fields []*field
	meta   format.FileMetaData
	index  [][]chunkIndex // by row group and column
	pandas pandasNotes
	arrow  []arrow.Field
	first  string       // the name of the first part of Join
	rng    *frame.Index // of the first frame, where its labels are a range that is told in the footer
	buf    encoder
}

// magic begins and ends a file.
const magic = "PAR1"

// groupRows is the default of WriteOptions.GroupRows.
const groupRows = 1 << 20

// NewWriter is a writer to w. Errors: Invalid for options that are unknown.
func NewWriter(w io.Writer, o WriteOptions) (*Writer, error) {
	p := &Writer{w: w, o: o}
	codec, ok := map[string]format.CompressionCodec{
		"": format.Snappy, "snappy": format.Snappy, "zstd": format.Zstd, "gzip": format.Gzip,
		"lz4": format.Lz4Raw, "none": format.Uncompressed,
	}[o.Compression]
	if !ok {
		return nil, errs.New(errs.Invalid, "compression %q is not written: choose snappy, zstd, gzip, lz4 or none", o.Compression)
	}
	if p.codec = codec; o.GroupRows <= 0 {
		p.o.GroupRows = groupRows
	}
	return p, nil
}

// Write appends the rows of a frame. Memory for what is not the frame's own comes from al. Errors: Type for a
// column that Parquet does not hold, Invalid for a frame of another schema than the first; those of al and w.
func (p *Writer) Write(al mem.Allocator, f *frame.Frame) error {
	if p.fields == nil {
		if err := p.begin(f); err != nil {
			return err
		}
	}
	cols := p.columns(f)
	if len(cols) != len(p.fields) {
		return errs.New(errs.Invalid, "a frame of %d columns, the first had %d", len(cols), len(p.fields))
	}
	for lo := 0; lo < f.NRows; lo += p.o.GroupRows {
		hi := min(lo+p.o.GroupRows, f.NRows)
		g := format.RowGroup{NumRows: int64(hi - lo), FileOffset: p.at, Ordinal: int16(min(len(p.meta.RowGroups), 1<<15-1))}
		var index []chunkIndex
		for i, fl := range p.fields {
			c, err := fl.storable(al, cols[i].Slice(lo, hi))
			if err != nil {
				return err
			}
			m, ix, err := p.chunk(fl, c)
			if fl.kind != pq.ByteArray && c.Data != cols[i].Data { // made for this column: the next one needs the room
				mem.Free(al, c.Data)
			}
			if err != nil {
				return err
			}
			index = append(index, ix)
			g.Columns = append(g.Columns, format.ColumnChunk{MetaData: m})
			g.TotalByteSize += m.TotalUncompressedSize
			g.TotalCompressedSize += m.TotalCompressedSize
		}
		p.meta.RowGroups, p.index = append(p.meta.RowGroups, g), append(p.index, index)
	}
	p.meta.NumRows += int64(f.NRows)
	return nil
}

// begin takes the schema of the first frame.
func (p *Writer) begin(f *frame.Frame) error {
	levels := f.Index.NLevels()
	keep := f.Index.Kind != frame.RangeIndex
	if p.o.Index != nil {
		keep = *p.o.Index
	}
	if !keep {
		levels = 0
		if f.Index.Kind == frame.RangeIndex && p.o.Index == nil {
			p.rng = f.Index
		}
	}
	seen := map[string]bool{}
	for i, c := range p.labeled(f, levels) {
		fl, err := fieldOf(f, i, c)
		if err != nil {
			return err
		}
		if seen[fl.name] {
			return errs.New(errs.Invalid, "Duplicate column names found: %q", fl.name)
		}
		seen[fl.name] = true
		p.fields = append(p.fields, fl)
		if i >= len(f.Cols) {
			raw, _ := json.Marshal(fl.name)
			p.pandas.IndexColumns = append(p.pandas.IndexColumns, raw)
		}
		p.pandas.Columns = append(p.pandas.Columns, fl.note)
	}
	if p.fields == nil {
		p.fields = []*field{}
	}
	p.pandas.ColumnIndexes = []columnNote{columnsNote(f)}
	return p.put([]byte(magic))
}

// labeled is the columns of f and its first levels.
func (p *Writer) labeled(f *frame.Frame, levels int) []*frame.Column {
	cols := append([]*frame.Column{}, f.Cols...)
	for k := range levels {
		cols = append(cols, f.Index.Level(k))
	}
	return cols
}

// columns are those of f that are written.
func (p *Writer) columns(f *frame.Frame) []*frame.Column {
	return p.labeled(f, max(0, min(len(p.fields)-len(f.Cols), f.Index.NLevels())))
}

func (p *Writer) put(b []byte) error {
	n, err := p.w.Write(b)
	p.at += int64(n)
	return err
}

// Close writes the footer. A writer without frames wrote nothing and fails.
func (p *Writer) Close() error {
	if p.fields == nil {
		return errs.New(errs.Invalid, "a Parquet file needs a frame, if only for its columns")
	}
	if p.rng != nil {
		p.pandas.IndexColumns = []json.RawMessage{rangeOf(p.rng, p.meta.NumRows)}
	}
	if p.pandas.Columns == nil {
		p.pandas.Columns = []columnNote{}
	}
	if p.pandas.IndexColumns == nil {
		p.pandas.IndexColumns = []json.RawMessage{}
	}
	p.pandas.PandasVersion = pandasVersion
	notes, err := json.Marshal(p.pandas)
	if err != nil {
		return err
	}
	m := &p.meta
	m.Version, m.CreatedBy = 2, createdBy
	m.Schema = []format.SchemaElement{{Name: "schema", NumChildren: thrift.New(int32(len(p.fields)))}}
	for _, fl := range p.fields {
		m.Schema = append(m.Schema, fl.el)
		m.ColumnOrders = append(m.ColumnOrders, format.ColumnOrder{Value: &format.TypeDefinedOrder{}})
		p.arrow = append(p.arrow, arrow.Field{Name: fl.name, Type: fl.arrow, Nullable: true})
	}
	schema, err := writeArrow(p.arrow, string(notes))
	if err != nil {
		return errs.Wrap(errs.Internal, err, "schema")
	}
	m.KeyValueMetadata = []format.KeyValue{{Key: "pandas", Value: string(notes)}, {Key: "ARROW:schema", Value: schema}}
	return p.footer()
}

// footer writes the metadata.
func (p *Writer) footer() error {
	if err := p.indexes(); err != nil {
		return err
	}
	b, err := encode(&p.meta)
	if err != nil {
		return err
	}
	b = binary.LittleEndian.AppendUint32(b, uint32(len(b)))
	return p.put(append(b, magic...))
}

const createdBy = "mars-go"

// pandasVersion is the pandas whose rules the notes follow.
const pandasVersion = "3.1.1"
