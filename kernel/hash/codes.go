package hash

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// encode writes a code below card for every row of the columns of one key, end to end, and -1 for missing ones. Equal values have equal
// codes; with ordered, codes ascend as values do.
func encode(al mem.Allocator, ordered bool, cols []*frame.Column, out []int32) (card uint64, err error) {
	d, unit := unify(cols)
	if d == codes {
		for _, c := range cols {
			rowCodes(c, out[:c.Rows])
			out = out[c.Rows:]
		}
		return uint64(cols[0].Dict.Len()), nil
	}
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
			return 0, err
		}
		place[i] = len(sources)
		sources = append(sources, s)
	}
	if len(sources) == len(cols) && !slices.ContainsFunc(cols, indirect) {
		return encodeSources(al, d, unit, ordered, sources, out)
	}
	n := 0
	starts := make([]int, len(sources))
	for i, s := range sources {
		starts[i] = n
		n += s.Rows
	}
	of, free, err := scratch[int32](al, n)
	if err != nil {
		return 0, err
	}
	defer free()
	if card, err = encodeSources(al, d, unit, ordered, sources, of); err != nil {
		return 0, err
	}
	for i, c := range cols {
		src := of[starts[place[i]]:]
		o := out[:c.Rows]
		out = out[c.Rows:]
		switch {
		case c.Enc == frame.Dict:
			rowCodes(c, o)
			for j, k := range o {
				if k >= 0 {
					o[j] = src[k]
				}
			}
		case c.Enc == frame.Const && !c.DType.IsObject():
			for j := range o {
				o[j] = src[0]
			}
		default:
			copy(o, src)
		}
	}
	return card, nil
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
	return c.Decode(al)
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

func encodeSources(al mem.Allocator, d domain, unit dtype.Unit, ordered bool, cols []*frame.Column, out []int32) (uint64, error) {
	switch d {
	case texts:
		return encodeTexts(ordered, cols, out), nil
	case labels:
		return encodeLabels(ordered, cols, out)
	}
	w, free, err := scratch[uint64](al, len(out))
	if err != nil {
		return 0, err
	}
	defer free()
	at := 0
	for _, c := range cols {
		words(d, unit, c, w[at:at+c.Rows], out[at:at+c.Rows])
		at += c.Rows
	}
	return encodeWords(ordered, w, out), nil
}

// encodeWords codes words whose rows are not missing: by the distance from the least one where the range is small.
func encodeWords(ordered bool, w []uint64, out []int32) uint64 {
	lo, hi := ^uint64(0), uint64(0)
	for i, k := range w {
		if out[i] >= 0 {
			lo, hi = min(lo, k), max(hi, k)
		}
	}
	if lo > hi {
		return 0
	}
	if r := hi - lo; r < uint64(max(4*len(w), 1<<12)) && r < 1<<30 {
		for i, k := range w {
			if out[i] >= 0 {
				out[i] = int32(k - lo)
			}
		}
		return r + 1
	}
	t := newWordTable(len(w))
	for i, k := range w {
		if out[i] >= 0 {
			out[i] = t.number(k)
		}
	}
	if ordered {
		recode(out, ranks(t.keys))
	}
	return uint64(len(t.keys))
}

func recode(out, rank []int32) {
	for i, k := range out {
		if k >= 0 {
			out[i] = rank[k]
		}
	}
}

func encodeTexts(ordered bool, cols []*frame.Column, out []int32) uint64 {
	t := newTextTable()
	at := 0
	for _, c := range cols {
		views := frame.Views(c)
		for i := range views {
			if !c.Valid.Get(i) {
				out[at] = -1
			} else {
				out[at] = t.number(views[i].Bytes(c.Heaps))
			}
			at++
		}
	}
	if ordered {
		recode(out, rankBy(t.texts, strings.Compare))
	}
	return uint64(len(t.texts))
}

func encodeLabels(ordered bool, cols []*frame.Column, out []int32) (uint64, error) {
	seen := map[thing]int32{}
	var cells []any
	at := 0
	for _, c := range cols {
		for i := range c.Rows {
			if c.IsNull(i) {
				out[at] = -1
				at++
				continue
			}
			v := c.Cell(i)
			k, err := thingOf(v)
			if err != nil {
				return 0, err
			}
			code, ok := seen[k]
			if !ok {
				code = int32(len(cells))
				seen[k] = code
				cells = append(cells, v)
			}
			out[at] = code
			at++
		}
	}
	if ordered {
		recode(out, rankBy(cells, compareCells))
	}
	return uint64(len(cells)), nil
}

// rankBy is the place of every value in ascending order; values differ.
func rankBy[T any](vals []T, compare func(a, b T) int) []int32 {
	perm := make([]int32, len(vals))
	for i := range perm {
		perm[i] = int32(i)
	}
	slices.SortStableFunc(perm, func(a, b int32) int { return compare(vals[a], vals[b]) })
	rank := make([]int32, len(vals))
	for r, i := range perm {
		rank[i] = int32(r)
	}
	return rank
}
