package marstest

import (
	"fmt"
	"math"
	"math/cmplx"
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Diff is the first difference of two values in words, empty when there is none. Floats may differ by the
// tolerance.
func Diff(got, want any, tol Tolerance) string {
	switch w := want.(type) {
	case *nd.Array:
		g, ok := got.(*nd.Array)
		if !ok {
			return fmt.Sprintf("a %T, want an array", got)
		}
		return arrayDiff(g, w, tol)
	case *frame.Frame:
		g, ok := got.(*frame.Frame)
		if !ok {
			return fmt.Sprintf("a %T, want a frame", got)
		}
		return frameDiff(g, w, tol)
	}
	if got != want {
		return fmt.Sprintf("%v, want %v", got, want)
	}
	return ""
}

func arrayDiff(g, w *nd.Array, tol Tolerance) string {
	if g.DType != w.DType {
		return fmt.Sprintf("dtype %s, want %s", g.DType, w.DType)
	}
	if !slices.Equal(g.Shape, w.Shape) {
		return fmt.Sprintf("shape %v, want %v", g.Shape, w.Shape)
	}
	diff := ""
	nd.Each(w.Shape, func(idx []int) {
		if diff == "" && !near(g.Item(idx...), w.Item(idx...), tol) {
			diff = fmt.Sprintf("at %v: %v, want %v", idx, g.Item(idx...), w.Item(idx...))
		}
	})
	return diff
}

func near(a, b any, tol Tolerance) bool {
	switch x := a.(type) {
	case float64:
		y, ok := b.(float64)
		return ok && nearFloat(x, y, tol)
	case float32:
		y, ok := b.(float32)
		return ok && nearFloat(float64(x), float64(y), Tolerance{max(tol.Rel, 1e-6), tol.Abs})
	case dtype.F16:
		y, ok := b.(dtype.F16)
		return ok && nearFloat(float64(x.Float32()), float64(y.Float32()), tol)
	case complex128:
		y, ok := b.(complex128)
		return ok && (nearFloat(real(x), real(y), tol) && nearFloat(imag(x), imag(y), tol) ||
			cmplx.Abs(x-y) <= tol.Abs+tol.Rel*cmplx.Abs(y))
	case complex64:
		y, ok := b.(complex64)
		return ok && near(complex128(x), complex128(y), Tolerance{max(tol.Rel, 1e-6), tol.Abs})
	}
	return a == b || fmt.Sprint(a) == fmt.Sprint(b)
}

func nearFloat(a, b float64, tol Tolerance) bool {
	if math.IsNaN(a) || math.IsNaN(b) {
		return math.IsNaN(a) && math.IsNaN(b)
	}
	return a == b || math.Abs(a-b) <= tol.Abs+tol.Rel*math.Abs(b)
}

// frameDiff compares by frame.Diff, but float columns by the tolerance. The encoding of a column does not
// count.
func frameDiff(g, w *frame.Frame, tol Tolerance) string {
	if len(g.Cols) != len(w.Cols) || g.NRows != w.NRows {
		return g.Diff(w)
	}
	h := *g
	h.Cols = slices.Clone(g.Cols)
	for i, c := range g.Cols {
		if !c.DType.IsFloat() || c.DType != w.Cols[i].DType {
			continue
		}
		for r := range c.Rows {
			a, b := c.Cell(r), w.Cols[i].Cell(r)
			if c.IsNull(r) != w.Cols[i].IsNull(r) || !c.IsNull(r) && !near(a, b, tol) {
				return fmt.Sprintf("column %s, row %d: %v, want %v", g.Names[i].Repr(), r, a, b)
			}
		}
		h.Cols[i] = w.Cols[i]
	}
	d := h.Diff(w)
	if d != "" {
		d += fmt.Sprintf("\ngot\n%s\nwant\n%s", text(g), text(w))
	}
	return d
}

// text is the rows of a frame for a failure message.
func text(f *frame.Frame) string {
	c, err := f.Clone(mem.Heap)
	if err != nil {
		return err.Error()
	}
	s := ""
	for i := range min(c.NRows, 20) {
		s += c.Index.Label(i).Repr() + ":"
		for _, k := range c.Cols {
			s += fmt.Sprintf(" %v", k.Cell(i))
		}
		s += "\n"
	}
	return s
}
