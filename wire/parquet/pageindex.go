package parquet

import (
	"github.com/parquet-go/parquet-go/format"

	"github.com/mars-project/mars-go/frame"
)

// A Span is the rows Lo to Hi of a row group.
type Span struct{ Lo, Hi int64 }

// A Cond is a comparison of a column with a value, which rows must satisfy.
type Cond struct {
	Column int // place in File.Columns
	Op     Op
	Value  frame.Label
}

// Spans are the rows of a row group that may satisfy all conditions, as far as the statistics of pages tell.
// Where the file has none, they are all rows. Errors: Invalid for a damaged index, and those of the reader.
func (f *File) Spans(group int, conds []Cond) (out []Span, err error) {
	t := &tracker{r: f.r, name: f.name}
	defer t.guard(&err)
	out = []Span{{0, f.Groups[group].Rows}}
	for _, c := range conds {
		locs, err := f.locations(t, group, &f.Columns[c.Column])
		if err != nil {
			return nil, t.wrap(err)
		}
		stats, err := f.pageStats(t, group, c.Column, locs)
		if err != nil {
			return nil, t.wrap(err)
		}
		if stats == nil {
			continue
		}
		var may []Span
		for i, s := range stats {
			p := pageSpan(locs, i, f.Groups[group].Rows)
			if s.may(p.Hi-p.Lo, c.Op, c.Value) {
				may = append(may, p)
			}
		}
		out = Meet(out, may)
	}
	return out, nil
}

// Meet is the rows that are in both lists, which are in order.
func Meet(a, b []Span) (out []Span) {
	for len(a) > 0 && len(b) > 0 {
		if s := (Span{max(a[0].Lo, b[0].Lo), min(a[0].Hi, b[0].Hi)}); s.Lo < s.Hi {
			if k := len(out) - 1; k >= 0 && out[k].Hi == s.Lo {
				out[k].Hi = s.Hi
			} else {
				out = append(out, s)
			}
		}
		if a[0].Hi < b[0].Hi {
			a = a[1:]
		} else {
			b = b[1:]
		}
	}
	return out
}

// pageSpan is the rows of page i.
func pageSpan(locs []format.PageLocation, i int, rows int64) Span {
	if i+1 < len(locs) {
		rows = locs[i+1].FirstRowIndex
	}
	return Span{locs[i].FirstRowIndex, rows}
}

// locations are where the pages of a column chunk lie; nil where the file does not say, or not soundly.
func (f *File) locations(t *tracker, g int, c *Column) ([]format.PageLocation, error) {
	if c.leaf < 0 {
		return nil, nil
	}
	cc := &f.meta.RowGroups[g].Columns[c.leaf]
	var x format.OffsetIndex
	if ok, err := f.indexAt(t, cc.OffsetIndexOffset, int64(cc.OffsetIndexLength), &x); !ok || err != nil {
		return nil, err
	}
	at, end := chunkStart(&cc.MetaData), chunkStart(&cc.MetaData)+cc.MetaData.TotalCompressedSize
	last := int64(-1)
	for _, l := range x.PageLocations {
		if l.Offset < at || l.CompressedPageSize <= 0 || l.Offset+int64(l.CompressedPageSize) > end || l.FirstRowIndex <= last {
			return nil, nil
		}
		at, last = l.Offset+int64(l.CompressedPageSize), l.FirstRowIndex
	}
	if len(x.PageLocations) == 0 || x.PageLocations[0].FirstRowIndex != 0 || last >= f.Groups[g].Rows {
		return nil, nil
	}
	return x.PageLocations, nil
}

// pageStats are those of the pages of a column chunk; nil where the file does not say.
func (f *File) pageStats(t *tracker, g, column int, locs []format.PageLocation) ([]Stats, error) {
	c := &f.Columns[column]
	if locs == nil || c.Err != nil {
		return nil, nil
	}
	cc := &f.meta.RowGroups[g].Columns[c.leaf]
	var x format.ColumnIndex
	if ok, err := f.indexAt(t, cc.ColumnIndexOffset, int64(cc.ColumnIndexLength), &x); !ok || err != nil {
		return nil, err
	}
	n := len(locs)
	if len(x.NullPages) != n || len(x.MinValues) != n || len(x.MaxValues) != n {
		return nil, nil
	}
	out := make([]Stats, n)
	for i := range out {
		p := pageSpan(locs, i, f.Groups[g].Rows)
		s := Stats{Nulls: -1}
		switch {
		case x.NullPages[i]:
			s.Nulls = p.Hi - p.Lo
		case len(x.NullCounts) == n && x.NullCounts[i] >= 0 && x.NullCounts[i] < p.Hi-p.Lo:
			s.Nulls = x.NullCounts[i]
		}
		if !x.NullPages[i] {
			s.Min, s.Max = c.bounds(x.MinValues[i], x.MaxValues[i])
		}
		out[i] = s
	}
	return out, nil
}

// indexAt decodes an index of n bytes at a place of the file; false where there is none.
func (f *File) indexAt(t *tracker, at, n int64, v any) (bool, error) {
	if at <= 0 || n <= 0 {
		return false, nil
	}
	if n > maxFooter || at > f.size-n {
		return false, damaged("an index of %d bytes at byte %d of a file of %d", n, at, f.size)
	}
	b := make([]byte, n)
	if err := readFull(t, b, at); err != nil {
		return false, err
	}
	return true, decode(b, v)
}
