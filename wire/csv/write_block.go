package csv

import "encoding/binary"

const (
	stageBytes = 16 << 10 // of the rows of a block while they are made: half of a first-level cache
	stageRows  = 128
)

// blockable reports that all columns can be written by blocks of rows.
func (x *Writer) blockable() bool {
	for i := range x.cols {
		c := &x.cols[i]
		if c.how == byCell || c.how == direct || len(c.tail) > 2 || len(c.na) > 64 || c.nas != nil || c.how == ofCodes && c.cells == nil && c.width > 256 {
			return false
		}
	}
	return len(x.cols) > 0
}

// blockWidth is the most bytes of a row of those from lo to hi; 0 when it is too much for a block.
func (x *Writer) blockWidth(lo, hi int) int {
	width := x.width
	for i := range x.cols {
		c := &x.cols[i]
		if c.how != ofTexts {
			continue
		}
		longest := int32(0)
		for k := range c.views[lo:hi] {
			longest = max(longest, c.views[lo+k].Len)
		}
		width += 2*int(min(longest, stageBytes)) + 2 // every byte may be a quote
	}
	if width > stageBytes/8 {
		return 0
	}
	return width
}

// block appends rows lo to hi, at most stageRows, of at most so many bytes. Columns are written one after the
// other into rows apart, so that one cell does not wait for the length of that before it; then the rows are
// moved together.
func (x *Writer) block(b []byte, n, lo, hi, width int) ([]byte, int, error) {
	rows := hi - lo
	if len(x.stage) < rows*width {
		x.stage = make([]byte, max(stageBytes, rows*width))
	}
	s, at := x.stage, x.at[:rows]
	for r := range at {
		at[r] = int32(r * width)
	}
	for k := range x.cols {
		c := &x.cols[k]
		switch c.how {
		case ofInts:
			for r, v := range c.ints[lo:hi] {
				p := int(at[r])
				if u := uint64(v); u < 1000 {
					e := shorts[u]
					binary.LittleEndian.PutUint32(s[p:], e)
					p += int(e >> 24)
				} else {
					p += putInt(s[p:], v)
				}
				binary.LittleEndian.PutUint16(s[p:], c.end)
				at[r] = int32(p + len(c.tail))
			}
		case ofIntegers:
			for r := range at {
				p := int(at[r])
				if !c.col.Valid.Get(lo + r) {
					at[r] += int32(copy(s[p:], c.na))
					continue
				}
				p += putInt(s[p:], c.at(lo+r))
				binary.LittleEndian.PutUint16(s[p:], c.end)
				at[r] = int32(p + len(c.tail))
			}
		case ofFloats:
			for r, v := range c.floats[lo:hi] {
				p := int(at[r])
				if v != v {
					at[r] += int32(copy(s[p:], c.na))
					continue
				}
				w := putFloat(s[p:], v)
				if w == 0 {
					w = len(appendFloat(s[p:p:p+numberRoom], v, 8))
				}
				p += w
				binary.LittleEndian.PutUint16(s[p:], c.end)
				at[r] = int32(p + len(c.tail))
			}
		case ofCodes:
			if c.cells != nil {
				switch {
				case c.codes1 != nil:
					putCells(s, at, c.codes1[lo:hi], c)
				case c.codes2 != nil:
					putCells(s, at, c.codes2[lo:hi], c)
				default:
					putCells(s, at, c.codes4[lo:hi], c)
				}
				continue
			}
			for r := range at {
				field := c.na
				if j := c.code(lo + r); j >= 0 {
					field = c.field(j)
				}
				at[r] += int32(copy(s[at[r]:], field))
			}
		case ofTexts:
			if err := x.blockTexts(c, s, at, lo); err != nil {
				return b, n, err
			}
		}
	}
	if len(b)-n < rows*width {
		b = grow(b, n, rows*width)
	}
	for r, end := range at {
		n += copy(b[n:], s[r*width:end])
	}
	return b, n, nil
}

// putCells writes fields of at most 15 bytes with their tails.
func putCells[T int8 | int16 | int32](s []byte, at []int32, codes []T, c *cellWriter) {
	at = at[:len(codes)]
	for r, j := range codes {
		p := int(at[r])
		if j < 0 {
			at[r] += int32(copy(s[p:], c.na))
			continue
		}
		f := &c.cells[j]
		*(*[16]byte)(s[p:]) = *f
		at[r] += int32(f[15])
	}
}

func (x *Writer) blockTexts(c *cellWriter, s []byte, at []int32, lo int) error {
	for r := range at {
		p := int(at[r])
		if !c.col.Valid.Get(lo + r) {
			at[r] += int32(copy(s[p:], c.na))
			continue
		}
		v := &c.views[lo+r]
		w := x.putText(s[p:], v)
		if w < 0 {
			if text := v.Bytes(c.col.Heaps); len(text) > 0 && !x.w.anySpecial(text) {
				w = copy(s[p:], text)
			} else {
				out, err := x.w.field(x.cell[:0], text, 0, true)
				if x.cell = out; err != nil {
					return err
				}
				w = copy(s[p:], out)
			}
		}
		p += w
		binary.LittleEndian.PutUint16(s[p:], c.end)
		at[r] = int32(p + len(c.tail))
	}
	return nil
}
