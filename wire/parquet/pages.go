package parquet

import (
	"encoding/binary"
	"hash/crc32"
	"math/bits"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/mars-project/mars-go/errs"
)

// A page is one page of a column chunk, unpacked. Its memory is valid until the next page.
type page struct {
	encoding format.Encoding
	rows     int  // of a data page; of a dictionary, its values
	there    mask // the rows that have a value; nil when all have
	n        int  // values
	data     []byte
	from     *unpacker
}

// pages walks the pages of a column chunk.
type pages struct {
	src    []byte      // what is left of the chunk
	size   int         // of all of it
	left   int64       // rows
	max    byte        // definition level of a value that is there
	rep    byte        // greatest repetition level
	levels *leafReader // of a nested column: where levels go
	u      unpacker
	masks  scratch[uint64]
	header format.PageHeader
	proto  thrift.CompactProtocol
}

// at is how far the pages were read, in bytes of the chunk.
func (p *pages) at() int { return p.size - len(p.src) }

// next is the next page: a dictionary, or data while rows are left. Outcomes: a page; nil when all rows were
// read; an error.
func (p *pages) next() (pg *page, dict bool, err error) {
	for p.left > 0 {
		if len(p.src) == 0 {
			return nil, false, damaged("%d rows are missing", p.left)
		}
		body, err := p.head()
		if err != nil {
			return nil, false, err
		}
		switch h := &p.header; h.Type {
		case format.DictionaryPage:
			if !h.DictionaryPageHeader.Valid {
				return nil, false, damaged("a dictionary page without its header")
			}
			pg, err := p.dictionary(body)
			return pg, true, err
		case format.DataPage:
			if !h.DataPageHeader.Valid {
				return nil, false, damaged("a data page without its header")
			}
			pg, err = p.dataV1(body)
		case format.DataPageV2:
			if !h.DataPageHeaderV2.Valid {
				return nil, false, damaged("a data page without its header")
			}
			pg, err = p.dataV2(body)
		default:
			continue // an index
		}
		if err != nil {
			return nil, false, err
		}
		p.left -= int64(pg.rows)
		return pg, false, nil
	}
	return nil, false, nil
}

// head reads the header of a page and cuts its bytes off.
func (p *pages) head() ([]byte, error) {
	r := p.proto.NewReaderFromBytes(p.src)
	p.header = format.PageHeader{}
	if err := thrift.NewDecoder(r).Decode(&p.header); err != nil {
		return nil, errs.Wrap(errs.Invalid, err, "header of a page")
	}
	h := &p.header
	if n := r.BytesRead(); n <= 0 || n > len(p.src) {
		return nil, damaged("header of a page")
	} else {
		p.src = p.src[n:]
	}
	if h.CompressedPageSize < 0 || h.UncompressedPageSize < 0 || int(h.CompressedPageSize) > len(p.src) {
		return nil, damaged("a page of %d bytes, %d are left", h.CompressedPageSize, len(p.src))
	}
	body := p.src[:h.CompressedPageSize]
	p.src = p.src[h.CompressedPageSize:]
	if h.CRC != 0 && crc32.ChecksumIEEE(body) != uint32(h.CRC) {
		return nil, damaged("the checksum of a page is wrong")
	}
	return body, nil
}

func (p *pages) dictionary(body []byte) (*page, error) {
	h := &p.header.DictionaryPageHeader.V
	if h.NumValues < 0 || h.Encoding != format.Plain && h.Encoding != format.PlainDictionary {
		return nil, damaged("a dictionary of %d values, encoded as %s", h.NumValues, h.Encoding)
	}
	data, err := p.u.unpack(body, int(p.header.UncompressedPageSize))
	return &page{encoding: format.Plain, rows: int(h.NumValues), n: int(h.NumValues), data: data}, err
}

func (p *pages) dataV1(body []byte) (*page, error) {
	h := &p.header.DataPageHeader.V
	data, err := p.u.unpack(body, int(p.header.UncompressedPageSize))
	if err != nil {
		return nil, err
	}
	pg := &page{encoding: h.Encoding, rows: int(h.NumValues), n: int(h.NumValues)}
	if err := p.fits(pg); err != nil {
		return nil, err
	}
	if p.rep > 0 {
		rep, rest, err := prefixed(data, h.RepetitionLevelEncoding)
		if err != nil {
			return nil, err
		}
		if err := p.repeats(pg, rep); err != nil {
			return nil, err
		}
		data = rest
	}
	if p.max > 0 {
		def, rest, err := prefixed(data, h.DefinitionLevelEncoding)
		if err != nil {
			return nil, err
		}
		if err := p.defines(pg, def); err != nil {
			return nil, err
		}
		data = rest
	}
	pg.data = data
	return pg, nil
}

// prefixed cuts levels off that stand behind their length.
func prefixed(data []byte, e format.Encoding) (levels, rest []byte, err error) {
	if e != format.RLE {
		return nil, nil, damaged("levels encoded as %s", e)
	}
	if len(data) < 4 || uint64(binary.LittleEndian.Uint32(data)) > uint64(len(data)-4) {
		return nil, nil, damaged("levels end early")
	}
	n := 4 + int(binary.LittleEndian.Uint32(data))
	return data[4:n], data[n:], nil
}

func (p *pages) dataV2(body []byte) (*page, error) {
	h := &p.header.DataPageHeaderV2.V
	rep, def := int(h.RepetitionLevelsByteLength), int(h.DefinitionLevelsByteLength)
	if rep < 0 || def < 0 || rep > len(body) || def > len(body)-rep || int(p.header.UncompressedPageSize) < rep+def {
		return nil, damaged("levels of %d and %d bytes", rep, def)
	}
	pg := &page{encoding: h.Encoding, rows: int(h.NumValues), n: int(h.NumValues)}
	if err := p.fits(pg); err != nil {
		return nil, err
	}
	if p.rep > 0 {
		if err := p.repeats(pg, body[:rep]); err != nil {
			return nil, err
		}
	}
	if p.max > 0 {
		if err := p.defines(pg, body[rep:rep+def]); err != nil {
			return nil, err
		}
	}
	body = body[rep+def:]
	pg.data = body
	if !h.IsCompressed.Valid || h.IsCompressed.V {
		data, err := p.u.unpack(body, int(p.header.UncompressedPageSize)-rep-def)
		if err != nil {
			return nil, err
		}
		pg.data = data
	}
	return pg, nil
}

// fits refuses a page of more rows than the row group has left.
func (p *pages) fits(pg *page) error {
	if pg.rows < 0 || int64(pg.rows) > p.left {
		return damaged("a page of %d rows, %d are left", pg.rows, p.left)
	}
	return nil
}

// repeats takes the repetition levels of a page of a nested column.
func (p *pages) repeats(pg *page, src []byte) error {
	to := p.levels.reps[len(p.levels.reps)-int(p.left):][:pg.rows]
	h := hybrid{src: src, width: uint(bits.Len8(p.rep))}
	return h.levels(to, p.rep)
}

// defines says which rows have a value.
func (p *pages) defines(pg *page, src []byte) error {
	if p.levels != nil {
		return p.nestedLevels(pg, src)
	}
	h := hybrid{src: src, width: 1}
	if h.full(pg.rows) {
		return nil
	}
	m, err := p.masks.room(p.u.al, (pg.rows+63)/64)
	if err != nil {
		return err
	}
	if pg.n, err = h.mask(m, pg.rows); err != nil {
		return err
	}
	if pg.n < pg.rows {
		pg.there = m
	}
	return nil
}

// nestedLevels takes the definition levels of a page of a nested column, the greatest of which are those of
// values.
func (p *pages) nestedLevels(pg *page, src []byte) error {
	to := p.levels.defs[len(p.levels.defs)-int(p.left):][:pg.rows]
	h := hybrid{src: src, width: uint(bits.Len8(p.max))}
	if err := h.levels(to, p.max); err != nil {
		return err
	}
	m, err := p.masks.room(p.u.al, (pg.rows+63)/64)
	if err != nil {
		return err
	}
	clear(m)
	pg.n = 0
	for i, d := range to {
		if d == p.max {
			m[i>>6] |= 1 << (i & 63)
			pg.n++
		}
	}
	if pg.n < pg.rows {
		pg.there = m
	}
	return nil
}
