package web

import (
	"bytes"
	"context"
	"io"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/plane"
	"github.com/mars-project/mars-go/wire/arrow"
	"github.com/mars-project/mars-go/wire/npy"
)

// assembled are the bytes of a selection as one value.
func (s *Server) assembled(ctx context.Context, x *session, m *service.Manifest, sel *selection, axes []axis, format string) ([]byte, error) {
	if len(m.Chunks) == 1 && sel.corners == 0 && steps(axes) { // as they are stored
		segs, ls := make([][]segment, len(axes)), lengths(m)
		for a := range axes {
			segs[a] = axes[a].segments(ls[a])
		}
		c, q, _ := s.piece(m, sel, segs, ls, []int{0}, make([]int, len(axes)))
		return s.bytesOf(ctx, x, c, q, format)
	}
	v, err := s.value(ctx, x, m, sel, axes)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = write(&b, v, format)
	return b.Bytes(), err
}

// steps reports that every axis is one run that is taken as it is.
func steps(axes []axis) bool {
	for _, a := range axes {
		if !a.plain() {
			return false
		}
	}
	return true
}

// value puts a selection together in Go memory.
func (s *Server) value(ctx context.Context, x *session, m *service.Manifest, sel *selection, axes []axis) (v any, err error) {
	if m.Meta.Kind == op.Object {
		return nil, errs.New(errs.Type, "an object is given as it is")
	}
	ls := lengths(m)
	segs, grid := make([][]segment, len(axes)), make([]int, len(axes))
	for a := range axes {
		segs[a] = axes[a].segments(ls[a])
		grid[a] = len(segs[a])
	}
	format, _ := plane.FormatFor(m.Meta.Kind, nil)
	rows := starts(ls)
	var vs []any
	nd.Each(grid, func(idx []int) {
		if err != nil {
			return
		}
		c, q, _ := s.piece(m, sel, segs, ls, rows, idx)
		var b []byte
		if b, err = s.bytesOf(ctx, x, c, q, format); err == nil {
			v, err = read(b, format)
			vs = append(vs, v)
		}
	})
	if err != nil {
		return nil, err
	}
	if v, err = op.Stack(mem.Heap, grid, vs); err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case *nd.Array:
		for i, a := range axes {
			switch {
			case a.step > 1:
				v = v.Slice(i, 0, v.Shape[i], a.step)
			case a.step < 0:
				v = v.Slice(i, v.Shape[i]-1, -1, a.step)
			}
		}
		return v, nil
	case *frame.Frame:
		if axes[0].step != 1 {
			return v.Take(mem.Heap, axes[0].rows())
		}
	}
	return v, nil
}

// read decodes what a plane.Body holds.
func read(b []byte, format string) (any, error) {
	if format == plane.NPY {
		return npy.Read(bytes.NewReader(b), mem.Heap)
	}
	return arrow.ReadAll(bytes.NewReader(b), mem.Heap, arrow.DefaultLimit)
}

// write writes a value in a form that plane knows.
func write(w io.Writer, v any, format string) error {
	switch v := v.(type) {
	case *nd.Array:
		switch format {
		case plane.NPY:
			return npy.Write(w, v)
		case plane.Raw:
			return npy.WriteRaw(w, v)
		}
	case *frame.Frame:
		if format == plane.Arrow {
			return arrow.WriteAll(w, mem.Heap, arrow.Options{}, v)
		}
	}
	return errs.New(errs.Type, "a %T has no form %q", v, format)
}
