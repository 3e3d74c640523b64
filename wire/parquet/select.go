package parquet

import (
	"github.com/parquet-go/parquet-go/format"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// spanRows is how many rows spans have.
func spanRows(spans []Span) (n int64) {
	for _, s := range spans {
		n += s.Hi - s.Lo
	}
	return n
}

// checkSpans refuses spans that are not in order within rows.
func checkSpans(spans []Span, rows int64) error {
	at := int64(0)
	for _, s := range spans {
		if s.Lo < at || s.Hi < s.Lo || s.Hi > rows {
			return errs.New(errs.Internal, "rows %d to %d of %d", s.Lo, s.Hi, rows)
		}
		at = s.Hi
	}
	return nil
}

// columnRows reads some rows of a column of row group g. Only pages that hold one of them are unpacked.
func (f *File) columnRows(al mem.Allocator, t *tracker, c *Column, typ dtype.DType, g int, spans []Span, narrow bool) (*frame.Column, error) {
	if len(spans) == 0 {
		return f.column(al, t, c, typ, g, g, 0, false)
	}
	total := f.Groups[g].Rows
	locs, err := f.locations(t, g, c)
	if err == nil && locs == nil {
		locs, err = f.walk(t, g, c)
	}
	if err != nil {
		return nil, err
	}
	chosen, have := pagesOf(locs, total, spans)
	if len(chosen) == len(locs) || c.plain.what == void {
		all, err := f.column(al, t, c, typ, g, g+1, int(total), narrow)
		if err != nil {
			return nil, err
		}
		return cut(al, all, []Span{{0, total}}, spans)
	}
	n := spanRows(have)
	k := chunkJob{entries: n, miss: c.Pending() || frame.CanMiss(typ), pages: chosen, first: locs[0].Offset}
	out, err := f.made(al, c, typ, g, g+1, int(n), narrow, func(s sink) error {
		if err := f.chunk(al, t, c, g, s, 0, k); err != nil {
			return errs.Wrap(errs.KindOf(err), err, "row group %d, column %s", g, c.Name.Repr())
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return cut(al, out, have, spans)
}

// pagesOf are the pages that hold rows of spans, and the rows of these pages; neighbours are one span.
func pagesOf(locs []format.PageLocation, total int64, spans []Span) (chosen []format.PageLocation, have []Span) {
	for i := 0; i < len(locs) && len(spans) > 0; i++ {
		p := pageSpan(locs, i, total)
		for len(spans) > 0 && spans[0].Hi <= p.Lo {
			spans = spans[1:]
		}
		if len(spans) > 0 && spans[0].Lo < p.Hi {
			if chosen = append(chosen, locs[i]); len(have) > 0 && have[len(have)-1].Hi == p.Lo {
				have[len(have)-1].Hi = p.Hi
			} else {
				have = append(have, p)
			}
		}
	}
	return chosen, have
}

// cut is the rows of spans, of a column of the rows of have, in which they lie.
func cut(al mem.Allocator, c *frame.Column, have, spans []Span) (*frame.Column, error) {
	var parts []*frame.Column
	at := 0 // row of c where have[0] begins
	for _, s := range spans {
		for s.Lo < s.Hi {
			for have[0].Hi <= s.Lo {
				at += int(have[0].Hi - have[0].Lo)
				have = have[1:]
			}
			hi := min(s.Hi, have[0].Hi)
			from := at + int(s.Lo-have[0].Lo)
			parts = append(parts, c.Slice(from, from+int(hi-s.Lo)))
			s.Lo = hi
		}
	}
	switch {
	case len(parts) == 0:
		return c.Slice(0, 0), nil
	case len(parts) == 1:
		return parts[0], nil
	}
	return frame.Concat(al, parts...)
}

// chosenBytes reads the dictionary of a column chunk, which lies before its first page, and the pages of a
// job.
func (f *File) chosenBytes(al mem.Allocator, t *tracker, lo int64, k chunkJob) (*mem.Block, error) {
	type run struct{ at, n int64 }
	var runs []run
	add := func(at, n int64) {
		if i := len(runs) - 1; i >= 0 && runs[i].at+runs[i].n == at {
			runs[i].n += n
		} else if n > 0 {
			runs = append(runs, run{at, n})
		}
	}
	add(lo, k.first-lo)
	total := k.first - lo
	for _, p := range k.pages {
		add(p.Offset, int64(p.CompressedPageSize))
		total += int64(p.CompressedPageSize)
	}
	b, err := al.Alloc(int(total))
	if err != nil {
		return nil, err
	}
	dst := b.Bytes()[:total]
	for _, r := range runs {
		if err := readFull(t, dst[:r.n], r.at); err != nil {
			mem.Free(al, b)
			return nil, err
		}
		dst = dst[r.n:]
	}
	return b, nil
}
