package tensor

import "github.com/mars-project/mars-go/op"

// Atleast1d gives a scalar one axis.
func Atleast1d(a any) *Tensor { return atleastOf("atleast_1d", a) }

// Atleast2d makes rows of vectors.
func Atleast2d(a any) *Tensor { return atleastOf("atleast_2d", a) }

// Atleast3d gives vectors an axis before and one behind, matrices one behind.
func Atleast3d(a any) *Tensor { return atleastOf("atleast_3d", a) }

func atleastOf(name string, a any) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor."+name, err)
	}
	return view(&atleast{name: name}, t)
}

type atleast struct {
	op.Recipe
	name string
}

func (o *atleast) Row() string { return o.name }

func init() {
	for _, name := range []string{"atleast_1d", "atleast_2d", "atleast_3d"} {
		op.Register[atleast](op.Doc{
			Face: "hand", Python: name + "(*arys)",
			Name: "tensor." + name, Like: "numpy." + name, Sig: name + "(ary)", Summary: "Tensor of so many dimensions at least",
			Notes: "It takes one tensor.",
		}, atleast{name: name})
	}
}

func (o *atleast) Build(ary *Tensor) *Tensor { return atLeast(ary, int(o.name[len("atleast_")]-'0')) }

// Back drops the axes that were added.
func (o *atleast) Back(base op.Meta) (op.Operand, bool, error) {
	r := &reshape{}
	return r.Back(base)
}
