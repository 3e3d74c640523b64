package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/op"
)

// ufunc is a universal function of one output: the rows of basic.Table.
type ufunc struct {
	op.Elementwise
	op.Scalars
	row basic.Row
}

func (u *ufunc) Row() string { return u.row.Name }

func init() {
	for _, r := range basic.Table() {
		if r.Out == 1 {
			op.Register[ufunc](op.Doc{Name: "tensor." + r.Name, Like: "numpy." + r.Name, Sig: ufuncSig(r), Summary: r.Summary},
				ufunc{row: r})
		}
	}
}

func ufuncSig(r basic.Row) string {
	args := [...]string{"", "x", "x1, x2", "x1, x2, x3"}[r.In]
	return r.Name + "(" + args + ", /, out=None, *, where=True, casting='same_kind', order='K', dtype=None, subok=True)"
}

// Ufunc applies the universal function of a NumPy name to tensors, Go slices and numbers.
func Ufunc(name string, args ...any) *Tensor {
	def := op.Lookup("tensor." + name)
	if def == nil {
		return bad("tensor."+name, errs.New(errs.NotFound, "there is no universal function %q", name))
	}
	u, ok := def.New().(*ufunc)
	if !ok || len(args) != u.row.In {
		return bad("tensor."+name, errs.New(errs.Type, "%s() takes %d arguments of one output but %d were given", name, len(def.Sig.Params), len(args)))
	}
	s, in, err := mixed(args)
	if err != nil {
		return bad("tensor."+name, err)
	}
	u.Scalars = s
	return apply(u, in...)
}

// resolve finds the loop for the dtypes of all places, numbers being weak.
func (u *ufunc) resolve(args []dtype.Arg) (basic.Loop, error) {
	types := make([]dtype.DType, len(args))
	strong := make([]dtype.Arg, 0, len(args))
	for _, a := range args {
		if !a.Weak {
			strong = append(strong, a)
		}
	}
	for i, a := range args {
		types[i] = a.DType
		if a.Weak && len(strong) > 0 {
			d, err := dtype.Result(append(append([]dtype.Arg(nil), strong...), a)...)
			if err != nil {
				return basic.Loop{}, err
			}
			types[i] = d
		}
	}
	return basic.Resolve(u.row.Name, types...)
}

func (u *ufunc) Infer(in []op.Meta) ([]op.Meta, error) {
	l, err := u.resolve(u.Types(in))
	if err != nil {
		return nil, err
	}
	d, err := op.Broadcast(in...)
	return []op.Meta{op.NewTensor(l.Out[0], d...)}, err
}

func (u *ufunc) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	metas := make([]op.Meta, len(in))
	for i, r := range in {
		metas[i].DType = op.T(b.Type(r))
	}
	l, err := u.resolve(u.Types(metas))
	if err != nil {
		return 0
	}
	return b.Call(u.row.Name, u.Regs(b, in, func(i int) dtype.DType { return l.In[i] })...)
}
