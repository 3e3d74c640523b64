package chunk

import (
	"reflect"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// A Tuple is several values that travel as one, as the partials of a mean. Encode takes any slice of
// interfaces for one.
type Tuple []any

// A Codec encodes and decodes values. The zero Codec is ready.
type Codec struct {
	// Tuple makes what Decode gives for a tuple. The default is Tuple itself.
	Tuple func([]any) any
}

// Encode describes v in a header and lists its bytes. Segments are views of v's blocks where its layout
// allows, and must be used before any of them is released; strided arrays and mostly unused string heaps are
// copied to Go memory. A type that has no form is errs.Type.
func (c Codec) Encode(v any) (header []byte, segs [][]byte, err error) {
	e := &encoder{dicts: map[*frame.Dictionary]int{}}
	h, err := e.value(v, 0)
	if err != nil {
		return nil, nil, err
	}
	header, err = encMode.Marshal(h)
	if err != nil {
		return nil, nil, errs.Wrap(errs.Internal, err, "header of a %T", v)
	}
	return header, e.segs, nil
}

type encoder struct {
	segs  [][]byte
	dicts map[*frame.Dictionary]int
}

func (e *encoder) add(p []byte) { e.segs = append(e.segs, p) }

func (e *encoder) value(v any, depth int) (h valueHead, err error) {
	if depth > maxNest {
		return h, errs.New(errs.Invalid, "tuples are nested deeper than %d", maxNest)
	}
	switch v := v.(type) {
	case *nd.Array:
		h.Array, err = e.array(v)
	case *frame.Frame:
		h.Frame, err = e.frame(v)
	case *frame.Column:
		h.Column, err = e.column(v)
	case *frame.Index:
		h.Index, err = e.index(v)
	case frame.Tuple:
		h.Cell, err = appendCell(nil, v, depth)
	default:
		if vs, ok := elems(v); ok {
			h.Tuple, err = e.tuple(vs, depth)
			break
		}
		h.Cell, err = appendCell(nil, v, depth)
	}
	return h, err
}

// elems is v as a list of values if it is a slice of interfaces, whatever its name.
func elems(v any) ([]any, bool) {
	switch v := v.(type) {
	case []any:
		return v, true
	case Tuple:
		return v, true
	}
	r := reflect.ValueOf(v)
	if r.Kind() != reflect.Slice || r.Type().Elem() != reflect.TypeFor[any]() {
		return nil, false
	}
	return r.Convert(reflect.TypeFor[[]any]()).Interface().([]any), true
}

func (e *encoder) tuple(vs []any, depth int) (*tupleHead, error) {
	t := &tupleHead{Values: make([]valueHead, len(vs))}
	for i, v := range vs {
		var err error
		if t.Values[i], err = e.value(v, depth+1); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func (e *encoder) array(a *nd.Array) (*arrayHead, error) {
	d, err := a.DType.MarshalText()
	if err != nil {
		return nil, err
	}
	h := &arrayHead{DType: string(d), Shape: a.Shape}
	core, perm, same := dense(a)
	h.Perm, h.Same = perm, same
	if core, err = core.Contig(mem.Heap); err != nil {
		return nil, err
	}
	e.add(nd.Raw(core))
	return h, nil
}

func (e *encoder) frame(f *frame.Frame) (*frameHead, error) {
	h := &frameHead{Rows: f.NRows, Cols: make([]columnHead, len(f.Cols))}
	x, err := e.index(f.Index)
	if err != nil {
		return nil, err
	}
	h.Index = *x
	if h.Names, err = putLabels(f.Names); err != nil {
		return nil, err
	}
	if h.Axis, err = putLabels(f.Axis); err != nil {
		return nil, err
	}
	for i, c := range f.Cols {
		col, err := e.column(c)
		if err != nil {
			return nil, errs.Wrap(errs.KindOf(err), err, "column %s", f.Names[i].Repr())
		}
		h.Cols[i] = *col
	}
	if f.Ord != nil {
		h.Ord, err = e.column(f.Ord)
	}
	return h, err
}

func (e *encoder) index(x *frame.Index) (*indexHead, error) {
	h := &indexHead{Kind: x.Kind, Start: x.Start, Step: x.Step, N: x.N, Levels: make([]columnHead, len(x.Levels))}
	if !x.Token.IsZero() {
		h.Token = x.Token[:]
	}
	var err error
	if h.Names, err = putLabels(x.Names); err != nil {
		return nil, err
	}
	for i, c := range x.Levels {
		col, err := e.column(c)
		if err != nil {
			return nil, errs.Wrap(errs.KindOf(err), err, "index level %d", i)
		}
		h.Levels[i] = *col
	}
	return h, nil
}
