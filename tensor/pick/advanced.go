package pick

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// advance is an index with tensors as NumPy reads it: first a basic index, then all tensors at once.
type advance struct {
	basic  []Index
	arrays []indexArray
	place  int // where the axes of the tensors stand among those they leave
	others int // axes that they leave
}

// indexArray is one tensor of an index.
type indexArray struct {
	in    int // which tensor
	axis  int // its first axis after the basic index
	where int // the same in what the user indexed
	mask  bool
	rank  int  // axes that it takes
	left  int  // axes before it that no tensor takes
	lone  bool // a mask without axes: it takes a new axis of length 1
}

// advanced reads an index that full has written out. Integers count as tensors for the place of the result:
// where something else stands between them, it is the front.
func advanced(ix []Index, arrays []op.Meta) advance {
	a := advance{place: -1}
	axis, where, apart, away := 0, 0, false, false // away: something else came after the first tensor
	meet := func() {
		if a.place < 0 {
			a.place = a.others
		} else if away {
			apart = true
		}
		away = false
	}
	for _, i := range ix {
		switch i.Kind {
		case "array":
			meet()
			m, k := arrays[i.Array], indexArray{in: i.Array, axis: axis, where: where, rank: 1, left: a.others}
			if k.mask = m.DType.Is.IsBool(); k.mask {
				k.rank = len(m.Dims)
			}
			if k.lone = k.mask && k.rank == 0; k.lone {
				k.rank = 1
				a.basic, a.arrays = append(a.basic, NewAxis), append(a.arrays, k)
				axis++
				continue
			}
			for range k.rank {
				a.basic = append(a.basic, Whole)
			}
			a.arrays = append(a.arrays, k)
			axis, where = axis+k.rank, where+k.rank
			continue
		case "int":
			meet()
			where++
		case "newaxis":
			away = true
			axis++
			a.others++
		default:
			away = true
			axis, where = axis+1, where+1
			a.others++
		}
		a.basic = append(a.basic, i)
	}
	if apart {
		a.place = 0
	}
	return a
}

// plain reports that the basic index selects everything.
func (a *advance) plain() bool {
	return !slices.ContainsFunc(a.basic, func(i Index) bool { return i != Whole })
}

// sole is the only tensor, a mask whose result stands where it does.
func (a *advance) sole() (indexArray, bool) {
	k := a.arrays[0]
	return k, len(a.arrays) == 1 && k.mask && k.left == a.place
}

// tensor is the tensor of an entry; of a mask, with as many axes as it takes.
func (k indexArray) tensor(v op.Value, at chunk.Builder) op.Value {
	if k.lone {
		return at.Value(&Getitem{Index: []Index{NewAxis}}, v)
	}
	return v
}

// places are the tensors as places, masks as the positions where they are true.
func (a *advance) places(arrays []op.Value, at chunk.Builder) (p Places, idx []op.Value) {
	p.Place = a.place
	for _, k := range a.arrays {
		v := arrays[k.in]
		if !k.mask {
			p.Axes, p.Where, idx = append(p.Axes, k.axis), append(p.Where, k.where), append(idx, v)
			continue
		}
		n := at.Value(&Nonzero{}, k.tensor(v, at)).N
		for i := range k.rank {
			p.Axes, p.Where, idx = append(p.Axes, k.axis+i), append(p.Where, k.where+i), append(idx, op.Value{N: n, I: i})
		}
	}
	return p, idx
}

// infer is the meta of the selection; in are the tensor and the index tensors.
func (a *advance) infer(in []op.Meta) ([]op.Meta, error) {
	if err := a.masksFit(in); err != nil {
		return nil, err
	}
	y, err := (&Getitem{Index: a.basic}).Infer(in[:1])
	if err != nil {
		return nil, err
	}
	p := Places{Place: a.place}
	var idx []op.Meta
	for _, k := range a.arrays {
		m := in[1+k.in]
		for i := range k.rank {
			if p.Axes = append(p.Axes, k.axis+i); k.mask {
				m = op.NewTensor(dtype.Int64, trues(in[1+k.in]))
			}
			idx = append(idx, m)
		}
	}
	s, err := p.Selection(y[0], idx)
	return []op.Meta{s}, err
}

// masksFit compares masks with the axes they stand for.
func (a *advance) masksFit(in []op.Meta) error {
	for _, k := range a.arrays {
		if !k.mask {
			continue
		}
		for i, d := range in[1+k.in].Dims {
			if x := in[0].Dims[k.where+i]; x != d && x.Known() && d.Known() {
				return errs.New(errs.NotFound, "boolean index did not match indexed array along axis %d; size of axis is %d but size of corresponding boolean axis is %d",
					k.where+i, x.N, d.N)
			}
		}
	}
	return nil
}

// trues is the length of what a mask selects: the same for all that it selects from.
func trues(mask op.Meta) op.Dim { return op.Sym("mask", mask) }
