package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/pick"
)

// copyto is by another name where results go that have a place: the parameter out of functions.
type copyto struct {
	op.Recipe
	op.Scalars // src may be a number
	Casting    string
	Where      op.Ref
	Ufunc      string `sig:"-"` // whose result it is
	name       string
}

func (o *copyto) Row() string { return o.name }

func init() {
	op.Register[copyto](op.Doc{
		Name: "tensor.copyto", Like: "numpy.copyto", Sig: "copyto(dst, src, casting='same_kind', where=True)", Forms: "dst=stored", Summary: "Elements of a tensor in the places of another one, where a condition is true",
		Text: "A cast that casting does not allow is an error.", Go: "Copyto(dst, src, Copies)", Notes: "In Go it is another tensor.",
		Also: []op.Name{{Sig: "Tensor.fill(value)", Sets: "src=value, casting='unsafe'", Summary: "Make all elements of this tensor one value"}},
	}, copyto{name: "copyto"})
	op.Register[copyto](op.Doc{
		Face: "inner", Name: "tensor.put_out", Sig: "put_out(dst, src, casting='same_kind', where=None)", Summary: "Results in the place that a caller has for them",
	}, copyto{name: "put_out"})
}

// Places is 2: the tensor and what is put into it.
func (*copyto) Places() int { return 2 }

// Build is the value itself where it is like dst.
func (o *copyto) Build(dst *Tensor, src any, where *Tensor) (*Tensor, error) {
	t, err := As(src)
	if err != nil {
		return nil, err
	}
	rule, err := dtype.ParseCasting(o.Casting)
	if err != nil {
		return nil, err
	}
	have, want := t.DType(), dst.DType()
	if chunk.Number(src) != nil {
		if have, err = dtype.Result(dtype.Strong(want), dtype.Arg{DType: have, Weak: !have.IsBool()}); err != nil {
			return nil, err
		}
	}
	switch {
	case !dtype.CanCast(have, want, rule) && o.Ufunc != "":
		return nil, errs.New(errs.Type, "Cannot cast ufunc '%s' output from %s to %s with casting rule '%s'", errs.Name(o.Ufunc), chunk.Quote(have), chunk.Quote(want), o.Casting)
	case !dtype.CanCast(have, want, rule):
		return nil, errs.New(errs.Type, "Cannot cast array data from %s to %s according to the rule '%s'", chunk.Quote(have), chunk.Quote(want), o.Casting)
	case where == nil && have == want && alike(t, dst):
		return t, nil
	case where == nil:
		all := dst.Copy()
		all.Set(src)
		return all, nil
	case chunk.Number(src) != nil:
		return apply(&pick.PutMasked{Scalars: op.Scalars{Args: []any{nil, chunk.Number(src), nil}}}, dst, where), nil
	}
	return apply(&pick.PutMasked{}, dst, t, where), nil
}

// alike reports the same lengths.
func alike(a, b *Tensor) bool {
	return slices.Equal(a.Value().Meta().Dims, b.Value().Meta().Dims)
}
