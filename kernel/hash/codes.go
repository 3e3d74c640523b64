package hash

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// encode numbers the values of the columns of one key, end to end, and -1 for missing ones. Equal values have
// equal codes; with ordered, codes ascend as values do. What dictionaries and constants hold is numbered
// once.
func encode(al mem.Allocator, d domain, unit dtype.Unit, ordered, drop bool, cols []*frame.Column, rows int) (*numberCoder, error) {
	// Sources are the columns that hold values: dictionaries once, rows of plain columns.
	var sources []*frame.Column
	place := make([]int, len(cols))
	for i, c := range cols {
		if c.Enc == frame.Dict {
			if k := slices.Index(sources, c.Dict.Values); k >= 0 {
				place[i] = k
				continue
			}
		}
		s, err := source(al, c)
		if err != nil {
			return nil, err
		}
		place[i] = len(sources)
		sources = append(sources, s)
	}
	of, err := encodeSources(al, d, unit, ordered, sources)
	if err != nil {
		return nil, err
	}
	of.keep = !drop
	if len(sources) == len(cols) && !slices.ContainsFunc(cols, indirect) {
		return of, nil
	}
	defer of.free()
	out := &numberCoder{al: al, n: of.n, keep: !drop}
	if err := out.all.grow(al, rows, 0); err != nil {
		return nil, err
	}
	at := out.all.all
	for i, c := range cols {
		src := of.codes[place[i]]
		o := at[:c.Rows]
		at = at[c.Rows:]
		out.codes = append(out.codes, o)
		switch {
		case c.Enc == frame.Dict:
			rowCodes(c, o)
			recode(o, src)
		case c.Enc == frame.Const && !c.DType.IsObject():
			for j := range o {
				o[j] = src[0]
			}
		default:
			copy(o, src)
		}
		out.miss = out.miss || slices.Contains(o, -1)
	}
	return out, nil
}

// indirect reports rows that are not the rows of their source.
func indirect(c *frame.Column) bool { return c.Enc == frame.Dict || c.Enc == frame.Const }

// source is the plain column of the values of c.
func source(al mem.Allocator, c *frame.Column) (*frame.Column, error) {
	switch {
	case c.Enc == frame.Dict:
		return c.Dict.Values, nil
	case c.Enc == frame.Const && !c.DType.IsObject():
		return c.Slice(0, min(1, c.Rows)).Decode(al)
	}
	return c.Stored().Decode(al)
}

// rowCodes widens the codes of a dictionary column.
func rowCodes(c *frame.Column, out []int32) {
	switch c.Codes {
	case 1:
		widen(out, frame.CodesOf[int8](c))
	case 2:
		widen(out, frame.CodesOf[int16](c))
	default:
		copy(out, frame.CodesOf[int32](c))
	}
}

func widen[C int8 | int16](out []int32, in []C) {
	for i, k := range in {
		out[i] = int32(k)
	}
}

// encodeSources numbers the rows of plain columns, with first rows.
func encodeSources(al mem.Allocator, d domain, unit dtype.Unit, ordered bool, cols []*frame.Column) (*numberCoder, error) {
	rows := 0
	for _, c := range cols {
		rows += c.Rows
	}
	out := &numberCoder{al: al}
	if err := out.all.grow(al, rows, 0); err != nil {
		return nil, err
	}
	ids := out.all.all
	for _, c := range cols {
		out.codes = append(out.codes, ids[:c.Rows:c.Rows])
		ids = ids[c.Rows:]
	}
	var err error
	switch d {
	case texts:
		err = encodeTexts(out, ordered, cols)
	case labels:
		err = encodeLabels(out, ordered, cols)
	default:
		err = encodeWords(out, d, unit, ordered, cols)
	}
	if err != nil {
		out.free()
		return nil, err
	}
	return out, nil
}

// encodeWords numbers numbers and times through a table.
func encodeWords(out *numberCoder, d domain, unit dtype.Unit, ordered bool, cols []*frame.Column) error {
	if !ordered && !slices.ContainsFunc(cols, func(c *frame.Column) bool { return !bare(d, c) }) {
		return out.numberWords(false, true, func(f func([]uint64, []bool, []int32, int64) error) error { return bareWords(out, cols, f) })
	}
	var w [batch]uint64
	var null [batch]int32
	gone := make([]bool, batch)
	return out.numberWords(ordered, false, func(f func([]uint64, []bool, []int32, int64) error) error {
		base := int64(0)
		for k, c := range cols {
			for at := 0; at < c.Rows; at += batch {
				n := min(batch, c.Rows-at)
				words(d, unit, c.Slice(at, at+n), w[:n], null[:n])
				missing := false
				for i, m := range null[:n] {
					gone[i] = m < 0
					missing = missing || m < 0
				}
				g := gone
				if !missing {
					g = nil
				}
				out.miss = out.miss || missing
				if err := f(w[:n], g, out.codes[k][at:], base+int64(at)); err != nil {
					return err
				}
			}
			base += int64(c.Rows)
		}
		return nil
	})
}

// bare reports a column whose values, none of which is missing, tell rows apart as the words that they are
// stored as.
func bare(d domain, c *frame.Column) bool {
	return c.Enc == frame.Plain && c.Valid.IsZero() && (d == ints && c.DType.Kind == dtype.Int64Kind || d == uints && c.DType.Kind == dtype.Uint64Kind)
}

// bareWords calls f with the values of bare columns, which are not copied.
func bareWords(out *numberCoder, cols []*frame.Column, f func(words []uint64, gone []bool, ids []int32, base int64) error) error {
	base := int64(0)
	for k, c := range cols {
		if c.Rows == 0 {
			continue
		}
		all := mem.View[uint64](c.Data, c.Offset, c.Rows)
		for at := 0; at < c.Rows; at += batch {
			if err := f(all[at:min(at+batch, c.Rows)], nil, out.codes[k][at:], base+int64(at)); err != nil {
				return err
			}
		}
		base += int64(c.Rows)
	}
	return nil
}

func encodeLabels(out *numberCoder, ordered bool, cols []*frame.Column) error {
	seen := map[thing]int32{}
	var cells []any
	out.first = []int64{}
	base := int64(0)
	for k, c := range cols {
		for i := range c.Rows {
			if c.IsNull(i) {
				out.codes[k][i], out.miss = -1, true
				continue
			}
			v := c.Cell(i)
			key, err := thingOf(v)
			if err != nil {
				return err
			}
			code, ok := seen[key]
			if !ok {
				code = int32(len(cells))
				seen[key] = code
				cells = append(cells, v)
				out.first = append(out.first, base+int64(i))
			}
			out.codes[k][i] = code
		}
		base += int64(c.Rows)
	}
	out.n = uint64(len(cells))
	if !ordered {
		return nil
	}
	return out.reorder(rankBy(len(cells), func(a, b int32) int { return compareCells(cells[a], cells[b]) }))
}
