package npy

import (
	"io"

	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// window is how many bytes of a strided array are made contiguous at a time.
const window = 1 << 20

// Write writes a as numpy.save does. Contiguous elements, in C or Fortran order, go to w from where they lie;
// others pass through a buffer of 1 MiB.
func Write(w io.Writer, a *nd.Array) error {
	h, body, err := HeaderOf(a)
	if err != nil {
		return err
	}
	if _, err := w.Write(h.Append(nil)); err != nil {
		return err
	}
	return WriteRaw(w, body)
}

// WriteRaw writes the bare elements in C order.
func WriteRaw(w io.Writer, a *nd.Array) error {
	if a.Contiguous() {
		_, err := w.Write(nd.Raw(a))
		return err
	}
	return boxes(a, func(part *nd.Array) error {
		c, err := part.Contig(mem.Heap)
		if err != nil {
			return err
		}
		_, err = w.Write(nd.Raw(c))
		return err
	})
}

// Size is how many bytes Write writes.
func Size(a *nd.Array) (int64, error) {
	h, _, err := HeaderOf(a)
	return int64(len(h.Append(nil)) + a.Bytes()), err
}

// boxes calls f with consecutive parts of a, in C order, of at most a window each.
func boxes(a *nd.Array, f func(*nd.Array) error) error {
	if a.Rank() == 0 || a.Bytes() <= window {
		return f(a)
	}
	row := max(a.Bytes()/max(a.Shape[0], 1), 1)
	if row > window {
		for i := range a.Shape[0] {
			if err := boxes(a.Index(0, i), f); err != nil {
				return err
			}
		}
		return nil
	}
	step := max(window/row, 1)
	for i := 0; i < a.Shape[0]; i += step {
		if err := f(a.Slice(0, i, min(i+step, a.Shape[0]), 1)); err != nil {
			return err
		}
	}
	return nil
}
