package parquet

import (
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/mars-project/mars-go/errs"
)

// headBytes is how much is read at first where the header of a page begins; most take fewer bytes.
const headBytes = 256

// walk finds the pages of a column chunk by their headers, for files that do not say where pages lie; nil for
// nested columns. Pages without rows are left out. Errors: Invalid for a damaged header, and those of the
// reader.
func (f *File) walk(t *tracker, g int, c *Column) (locs []format.PageLocation, err error) {
	if c.leaf < 0 || c.rep > 0 || f.meta.RowGroups[g].Columns[c.leaf].FilePath != "" {
		return nil, nil
	}
	m := &f.meta.RowGroups[g].Columns[c.leaf].MetaData
	at := chunkStart(m)
	if m.TotalCompressedSize < 0 || at < 0 || m.TotalCompressedSize > f.size-at {
		return nil, nil // chunk tells what is wrong
	}
	end := at + m.TotalCompressedSize
	for row := int64(0); row < f.Groups[g].Rows; {
		h, n, err := headAt(t, at, end)
		if err != nil {
			return nil, errs.Wrap(errs.KindOf(err), err, "row group %d, column %s", g, c.Name.Repr())
		}
		rows := int64(0)
		switch h.Type {
		case format.DataPage:
			rows = int64(h.DataPageHeader.V.NumValues)
		case format.DataPageV2:
			rows = int64(h.DataPageHeaderV2.V.NumValues)
		}
		if rows < 0 {
			return nil, damaged("row group %d, column %s: a page of %d rows", g, c.Name.Repr(), rows)
		}
		if rows > 0 {
			locs = append(locs, format.PageLocation{Offset: at, CompressedPageSize: int32(n), FirstRowIndex: row})
		}
		at, row = at+n, row+rows
	}
	return locs, nil
}

// headAt reads the header of the page that begins at a place of the file, and says how many bytes the page
// takes with it.
func headAt(t *tracker, at, end int64) (h format.PageHeader, size int64, err error) {
	var p thrift.CompactProtocol
	for n := min(headBytes, end-at); n > 0; n = min(16*n, end-at) {
		b := make([]byte, n)
		if err := readFull(t, b, at); err != nil {
			return h, 0, err
		}
		r := p.NewReaderFromBytes(b)
		h = format.PageHeader{}
		err = thrift.NewDecoder(r).Decode(&h)
		if err != nil && n < end-at && n < maxHead { // the header may go on
			continue
		}
		size = int64(r.BytesRead()) + int64(h.CompressedPageSize)
		switch {
		case err != nil:
			return h, 0, errs.Wrap(errs.Invalid, err, "header of a page")
		case h.CompressedPageSize < 0 || r.BytesRead() <= 0 || size > end-at || size > 1<<31-1:
			return h, 0, damaged("a page of %d bytes, %d are left", h.CompressedPageSize, end-at)
		}
		return h, size, nil
	}
	return h, 0, damaged("rows are missing")
}

// maxHead is the size of a header that is taken for damage.
const maxHead = 1 << 20
