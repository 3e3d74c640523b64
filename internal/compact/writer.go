package compact

import "encoding/binary"

// A Writer appends to B.
type Writer struct{ B []byte }

// Byte adds a byte, Uint and Int a number.
func (w *Writer) Byte(v byte)   { w.B = append(w.B, v) }
func (w *Writer) Uint(v uint64) { w.B = binary.AppendUvarint(w.B, v) }
func (w *Writer) Int(v int64)   { w.B = binary.AppendVarint(w.B, v) }

// Len adds the length of a list that follows.
func (w *Writer) Len(n int) { w.B = binary.AppendUvarint(w.B, uint64(n)) }

// Bool adds one byte.
func (w *Writer) Bool(v bool) {
	if v {
		w.B = append(w.B, 1)
	} else {
		w.B = append(w.B, 0)
	}
}

// Raw adds bytes whose number the reader knows.
func (w *Writer) Raw(b []byte) { w.B = append(w.B, b...) }

// Bytes adds a length and bytes, Str a length and text.
func (w *Writer) Bytes(b []byte) { w.B = append(binary.AppendUvarint(w.B, uint64(len(b))), b...) }
func (w *Writer) Str(s string)   { w.B = append(binary.AppendUvarint(w.B, uint64(len(s))), s...) }

// Ints adds a list that may be nil.
func (w *Writer) Ints(v []int) {
	if v == nil {
		w.B = append(w.B, 0)
		return
	}
	w.Len(len(v) + 1)
	for _, n := range v {
		w.Int(int64(n))
	}
}

// Int32s adds a list that may be nil.
func (w *Writer) Int32s(v []int32) {
	if v == nil {
		w.B = append(w.B, 0)
		return
	}
	w.Len(len(v) + 1)
	for _, n := range v {
		w.Int(int64(n))
	}
}

// Bools adds a list that may be nil, eight to a byte.
func (w *Writer) Bools(v []bool) {
	if v == nil {
		w.B = append(w.B, 0)
		return
	}
	w.Len(len(v) + 1)
	var b byte
	for i, x := range v {
		if x {
			b |= 1 << (i % 8)
		}
		if i%8 == 7 || i == len(v)-1 {
			w.B, b = append(w.B, b), 0
		}
	}
}
