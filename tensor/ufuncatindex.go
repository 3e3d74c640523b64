package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/pick"
)

// ufuncAtIndex is a with a universal function applied at whatever an index selects.
type ufuncAtIndex struct {
	op.Recipe
	Ufunc   string       `sig:"-"`
	Index   []pick.Index `sig:"-"`
	Indices op.Written   // as a caller wrote them, in place of Index
	B       op.Written   // the second argument
}

// Normalize reads what was written.
func (o *ufuncAtIndex) Normalize([]op.Meta) (err error) {
	r := basic.Lookup(o.Ufunc)
	switch {
	case r == nil || r.Out != 1 || r.In > 2:
		return errs.New(errs.Invalid, "Only unary and binary ufuncs supported at this time")
	case r.In == 2 && !o.B.Is:
		return errs.New(errs.Invalid, "second operand needed")
	case r.In == 1 && o.B.Is:
		return errs.New(errs.Invalid, "second operand provided when ufunc is not binary")
	}
	o.Index, err = pick.EntriesIn(&o.Indices, o.Index, 1)
	return err
}

func ufuncAtEntries(name string, a, value any, indices []any) *Tensor {
	ix := make([]pick.Index, len(indices))
	for k, i := range indices {
		if e, ok := i.(pick.Index); ok {
			ix[k] = e
		} else {
			ix[k] = By(i)
		}
	}
	o, in := &ufuncAtIndex{Ufunc: name}, []any{a}
	var by []*Tensor
	o.Index, by = indexTensors(ix)
	for _, t := range by {
		in = append(in, t)
	}
	in, o.B = given(in, value)
	return made(o, in...)
}

func init() {
	op.Register[ufuncAtIndex](op.Doc{
		Name: "tensor.ufunc_at", Like: "numpy.ufunc.at", Methods: "Ufunc.at", Summary: "The function at places of a tensor, in place, one after the other",
		Sig: "at(a, indices, b=None, /)", Forms: "a=stored indices=brackets b=mixed", Text: "A place that comes twice is changed twice.",
	})
}

// Build computes a selection without index tensors as a whole: no place comes twice. Places of the first axes
// are told as they are, others counted over all elements.
func (o *ufuncAtIndex) Build(a *Tensor, more []*Tensor) (*Tensor, error) {
	value, err := o.value(a, more)
	if err != nil {
		return nil, err
	}
	ix, arrays, first := slices.Clone(o.Index), false, true
	var at []any
	for k, i := range ix {
		switch i.Kind {
		case "int":
			at = append(at, *i.Start)
		case "array":
			t := more[i.Array]
			arrays, ix[k] = true, By(t)
			if !t.DType().IsBool() {
				at = append(at, t)
				continue
			}
			for _, p := range Nonzero(t) {
				at = append(at, p)
			}
		default:
			first = false
		}
	}
	shape, known := a.Value().Meta().Shape()
	switch {
	case !arrays && value == nil:
		return apply(&pick.Setitem{Index: ix}, a, Ufunc(o.Ufunc, a.Get(ix...))), nil
	case !arrays:
		return apply(&pick.Setitem{Index: ix}, a, Ufunc(o.Ufunc, a.Get(ix...), value)), nil
	case first:
		return UfuncAt(o.Ufunc, a, value, at...), nil
	case !known:
		return nil, errs.New(errs.Invalid, "%s.at of a tensor of unknown lengths: execute it first", o.Ufunc)
	}
	places := Reshape(Arange(0, nd.Size(shape), 1), shape...).Get(ix...)
	return Reshape(UfuncAt(o.Ufunc, flat(a), value, places), shape...), nil
}

// value is the second argument, nil without one; numbers give way to the dtype of a.
func (o *ufuncAtIndex) value(a *Tensor, more []*Tensor) (any, error) {
	if !o.B.Is {
		return nil, nil
	}
	v := written(o.B, 1, more)
	t, err := valueIn(v)
	if err != nil {
		return nil, err
	}
	if chunk.Number(v) != nil {
		d, err := dtype.Result(dtype.Strong(a.DType()), dtype.Arg{DType: t.DType(), Weak: !t.DType().IsBool()})
		return AsType(t, d), err
	}
	return t, nil
}
