package arrow

import (
	"github.com/apache/arrow-go/v18/arrow"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// category makes a categorical of a dictionary array. Codes are shared where nothing is missing and the
// dictionary has no null and no value twice; else they are mapped.
func (r *receiver) category(in input, t *arrow.DictionaryType, w wish) (*frame.Column, error) {
	d := dtype.Categorical
	d.Ordered = t.Ordered
	dict, to, err := r.dictionary(in.Dictionary(), w)
	if err != nil {
		return nil, err
	}
	valid, err := r.valid(in)
	if err != nil {
		return nil, err
	}
	codes, err := r.indices(in, t.IndexType)
	if err != nil {
		return nil, err
	}
	n := in.Dictionary().Len()
	clean := to == nil && valid.IsZero()
	for i, k := range codes {
		if !valid.Get(i) {
			codes[i] = -1
			continue
		}
		if k < 0 || k >= int64(n) {
			return nil, damaged("the code %d of %d categories", k, n)
		}
		if to != nil {
			codes[i] = int64(to[k])
		}
	}
	if w, ok := codeWidth(t.IndexType); ok && clean {
		b, err := in.items(1, int(w), 0)
		if err != nil {
			return nil, err
		}
		blk, at, err := r.block(b, int(w))
		return frame.NewDict(d, dict, blk, at/int(w), in.n, w), err
	}
	return newCodes(r.al, d, dict, codes)
}

// newCodes is a dictionary column of these codes, as narrow as they can be.
func newCodes(al mem.Allocator, d dtype.DType, dict *frame.Dictionary, codes []int64) (*frame.Column, error) {
	w := frame.WidthOf(dict.Len())
	blk, err := al.Alloc(len(codes) * int(w))
	if err != nil {
		return nil, err
	}
	switch w {
	case 1:
		narrow(mem.View[int8](blk, 0, len(codes)), codes)
	case 2:
		narrow(mem.View[int16](blk, 0, len(codes)), codes)
	default:
		narrow(mem.View[int32](blk, 0, len(codes)), codes)
	}
	return frame.NewDict(d, dict, blk, 0, len(codes), w), nil
}

func narrow[T int8 | int16 | int32](dst []T, src []int64) {
	for i, v := range src {
		dst[i] = T(v)
	}
}

func codeWidth(t arrow.DataType) (frame.CodeWidth, bool) {
	switch t.ID() {
	case arrow.INT8:
		return 1, true
	case arrow.INT16:
		return 2, true
	case arrow.INT32:
		return 4, true
	}
	return 0, false
}

// indices are the codes of a dictionary array as int64, on the Go heap.
func (r *receiver) indices(in input, t arrow.DataType) ([]int64, error) {
	b, err := in.items(1, t.(arrow.FixedWidthDataType).Bytes(), 0)
	if err != nil {
		return nil, err
	}
	switch t.ID() {
	case arrow.INT8:
		return codesOf(elems[int8](b, in.n)), nil
	case arrow.INT16:
		return codesOf(elems[int16](b, in.n)), nil
	case arrow.INT32:
		return codesOf(elems[int32](b, in.n)), nil
	case arrow.INT64:
		return codesOf(elems[int64](b, in.n)), nil
	case arrow.UINT8:
		return codesOf(elems[uint8](b, in.n)), nil
	case arrow.UINT16:
		return codesOf(elems[uint16](b, in.n)), nil
	case arrow.UINT32:
		return codesOf(elems[uint32](b, in.n)), nil
	case arrow.UINT64:
		return codesOf(elems[uint64](b, in.n)), nil
	}
	return nil, damaged("codes of type %s", t)
}

func codesOf[T int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64](ks []T) []int64 {
	out := make([]int64, len(ks))
	for i, k := range ks {
		out[i] = int64(k)
	}
	return out
}

// dictionary is the values of a dictionary array; to maps codes where some values are null or come twice,
// else it is nil.
func (r *receiver) dictionary(d arrow.ArrayData, w wish) (*frame.Dictionary, []int32, error) {
	if dict, ok := r.dicts[d]; ok {
		return dict, nil, nil
	}
	said, _ := w.field.GetValue(dtypeKey)
	vs, err := r.column(d, wish{numpy: said, field: w.field})
	if err != nil {
		return nil, nil, err
	}
	dict, err := frame.NewDictionary(vs)
	if err == nil {
		r.dicts[d] = dict
		return dict, nil, nil
	}
	to := make([]int32, vs.Rows)
	var rows []int32
	seen := map[frame.Label]int32{}
	for i := range to {
		if vs.IsNull(i) {
			to[i] = -1
			continue
		}
		k, ok := seen[vs.Label(i)]
		if !ok {
			k = int32(len(rows))
			seen[vs.Label(i)] = k
			rows = append(rows, int32(i))
		}
		to[i] = k
	}
	kept, err := frame.TakeColumn(r.al, vs, rows)
	if err != nil {
		return nil, nil, err
	}
	dict, err = frame.NewDictionary(kept)
	return dict, to, err
}

// lists are objects: one []any per row.
func (r *receiver) lists(in input, w wish) (*frame.Column, error) {
	if len(in.Children()) != 1 {
		return nil, damaged("%s with %d children", in.DataType(), len(in.Children()))
	}
	kid := in.Children()[0]
	vs, err := r.column(kid, wish{cells: true})
	if err != nil {
		return nil, err
	}
	valid, err := r.valid(in)
	if err != nil {
		return nil, err
	}
	bounds, err := listBounds(in)
	if err != nil {
		return nil, err
	}
	if err := r.cellRoom(in.n); err != nil {
		return nil, err
	}
	out := make([]any, in.n)
	for i := range out {
		if !valid.Get(i) {
			continue
		}
		lo, hi := bounds(i)
		if lo < 0 || hi < lo || hi > vs.Rows {
			return nil, damaged("a list of the elements %d to %d of %d", lo, hi, vs.Rows)
		}
		l := make([]any, 0, hi-lo)
		for k := lo; k < hi; k++ {
			l = append(l, vs.Cell(k))
		}
		out[i] = l
	}
	return frame.NewObjects(out), nil
}

// listBounds tells where the elements of a row lie among those of the child.
func listBounds(in input) (func(i int) (lo, hi int), error) {
	switch t := in.DataType().(type) {
	case *arrow.FixedSizeListType:
		w := int(t.Len())
		return func(i int) (int, int) { return (in.off + i) * w, (in.off + i + 1) * w }, nil
	case *arrow.LargeListType:
		b, err := in.items(1, 8, 1)
		if err != nil {
			return noBounds(in, err)
		}
		offs := elems[int64](b, in.n+1)
		return func(i int) (int, int) { return int(offs[i]), int(offs[i+1]) }, nil
	}
	b, err := in.items(1, 4, 1)
	if err != nil {
		return noBounds(in, err)
	}
	offs := elems[int32](b, in.n+1)
	return func(i int) (int, int) { return int(offs[i]), int(offs[i+1]) }, nil
}

// noBounds lets empty arrays lack their one offset.
func noBounds(in input, err error) (func(int) (int, int), error) {
	if in.n > 0 {
		return nil, err
	}
	return nil, nil
}

// jsonObjects reads the cells of a mixed object column.
func (r *receiver) jsonObjects(in input) (*frame.Column, error) {
	c, err := r.text(in, dtype.Str)
	if err != nil {
		return nil, err
	}
	vs := make([]any, c.Rows)
	for i := range vs {
		if c.IsNull(i) {
			continue
		}
		if vs[i], err = cellFrom(c.Text(i), 0); err != nil {
			return nil, err
		}
	}
	return frame.NewObjects(vs), nil
}
