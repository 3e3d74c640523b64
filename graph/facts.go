package graph

import "github.com/mars-project/mars-go/op"

// Bits of the first byte of facts.
const (
	factCols = 1 << iota
	factParts
	factSchema
)

// Bits of the first byte of the facts of a column.
const (
	colSorted = 1 << iota
	colUnique
	colMin
	colMax
)

// Facts adds what is known of a chunk.
func (w *CallWriter) Facts(f *op.Facts) {
	var bits byte
	if f.Cols != nil {
		bits |= factCols
	}
	if f.Parts != nil {
		bits |= factParts
	}
	if f.Schema != nil {
		bits |= factSchema
	}
	w.Byte(bits)
	w.Ints(f.Shape)
	w.Int(f.Bytes)
	if f.Cols != nil {
		w.Len(len(f.Cols))
		for i := range f.Cols {
			w.colFacts(&f.Cols[i])
		}
	}
	if f.Parts != nil {
		w.Len(len(f.Parts))
		for _, p := range f.Parts {
			w.Int(int64(p.Rows))
			w.Int(p.Bytes)
		}
	}
	if f.Schema != nil {
		w.meta(f.Schema, op.Key{})
	}
}

func (w *CallWriter) colFacts(c *op.ColFacts) {
	var bits byte
	if c.Sorted {
		bits |= colSorted
	}
	if c.Unique {
		bits |= colUnique
	}
	if !c.Min.IsNil() {
		bits |= colMin
	}
	if !c.Max.IsNil() {
		bits |= colMax
	}
	w.Byte(bits)
	w.Int(c.Nulls)
	b, _ := c.DType.MarshalText() // it has no errors
	w.text(string(b))
	if bits&colMin != 0 {
		writeLabel(&w.Writer, c.Min)
	}
	if bits&colMax != 0 {
		writeLabel(&w.Writer, c.Max)
	}
}

// Facts reads what is known of a chunk.
func (r *CallReader) Facts() (f op.Facts) {
	bits := r.Byte()
	if bits >= factSchema<<1 {
		r.Bad("no facts of form %d", bits)
	}
	f.Shape, f.Bytes = r.Ints(), r.Int()
	if bits&factCols != 0 {
		f.Cols = make([]op.ColFacts, r.Len(3))
		for i := range f.Cols {
			r.colFacts(&f.Cols[i])
		}
	}
	if bits&factParts != 0 {
		f.Parts = make([]op.PartFacts, r.Len(2))
		for i := range f.Parts {
			f.Parts[i] = op.PartFacts{Rows: int(r.Int()), Bytes: r.Int()}
		}
	}
	if bits&factSchema != 0 {
		m := r.meta(op.Key{})
		f.Schema = &m
	}
	return f
}

func (r *CallReader) colFacts(c *op.ColFacts) {
	bits := r.Byte()
	if bits >= colMax<<1 {
		r.Bad("no facts of form %d", bits)
	}
	c.Sorted, c.Unique, c.Nulls = bits&colSorted != 0, bits&colUnique != 0, r.Int()
	if t := r.text(); r.Err() == nil {
		if err := c.DType.UnmarshalText([]byte(t)); err != nil {
			r.Fail(err)
		}
	}
	if bits&colMin != 0 {
		c.Min = readLabel(r.Reader)
	}
	if bits&colMax != 0 {
		c.Max = readLabel(r.Reader)
	}
}
