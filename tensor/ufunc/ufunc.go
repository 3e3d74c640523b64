package ufunc

import (
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/kernel/special"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Ufunc is a universal function: a row of basic.Table or one of special.Rows.
type Ufunc struct {
	op.Elementwise
	op.Scalars
	Dtype     dtype.DType
	Casting   *string
	Signature op.Written // a list of dtypes
	row       basic.Row
}

func (u *Ufunc) Row() string { return u.row.Name }

// Takes reports a function of so many arguments and results.
func (u *Ufunc) Takes(in, out int) bool { return in == u.row.In && out == u.row.Out }

func init() {
	for _, r := range basic.Table() {
		op.Register[Ufunc](op.Doc{
			Name: "tensor." + r.Name, Like: "numpy." + r.Name, Sig: ufuncSig(r), Summary: r.Summary,
			Methods: ufuncMethods[r.Name], Aliases: strings.Join(r.Aliases, " "),
		}, Ufunc{row: r})
	}
	for _, r := range special.Rows() {
		op.Register[Ufunc](op.Doc{
			Name: "tensor." + r.Name, Like: "scipy." + r.Name, Sig: ufuncSig(r), Summary: r.Summary, Notes: r.Notes,
			Aliases: strings.Join(r.Aliases, " "),
		}, Ufunc{row: r})
	}
}

// ufuncMethods are the functions behind Python's operators, and those that are methods of numpy.ndarray.
var ufuncMethods = map[string]string{
	"add": "Tensor.__add__", "subtract": "Tensor.__sub__", "multiply": "Tensor.__mul__", "divide": "Tensor.__truediv__",
	"floor_divide": "Tensor.__floordiv__", "remainder": "Tensor.__mod__", "divmod": "Tensor.__divmod__", "power": "Tensor.__pow__",
	"left_shift": "Tensor.__lshift__", "right_shift": "Tensor.__rshift__", "bitwise_and": "Tensor.__and__",
	"bitwise_or": "Tensor.__or__", "bitwise_xor": "Tensor.__xor__", "invert": "Tensor.__invert__", "negative": "Tensor.__neg__",
	"positive": "Tensor.__pos__", "absolute": "Tensor.__abs__", "equal": "Tensor.__eq__", "not_equal": "Tensor.__ne__",
	"less": "Tensor.__lt__", "less_equal": "Tensor.__le__", "greater": "Tensor.__gt__", "greater_equal": "Tensor.__ge__",
	"conjugate": "Tensor.conj Tensor.conjugate",
}

func ufuncSig(r basic.Row) string {
	args := [...]string{"", "x", "x1, x2", "x1, x2, x3"}[r.In]
	out := [...]string{"", "None", "(None, None)"}[r.Out]
	return r.Name[strings.LastIndexByte(r.Name, '.')+1:] + "(" + args + ", /, out=" + out +
		", *, where=True, casting='same_kind', order='K', dtype=None, subok=True, signature=None)"
}

// Normalize reads a signature. Invalid: it has another length than arguments and results have.
func (u *Ufunc) Normalize([]op.Meta) error {
	if !u.Signature.Is {
		return nil
	}
	types, err := signatureOf(u.Signature.V)
	switch {
	case err != nil:
		return err
	case !u.Dtype.IsZero():
		return errs.New(errs.Type, "cannot specify both 'signature' and 'dtype'")
	case len(types) == 1:
		return errs.New(errs.Type, "Use `dtype` or  fill the tuple with more than one 'None'.")
	case len(types) != u.row.In+u.row.Out:
		return errs.New(errs.Invalid, "a type-tuple must be specified of length %d for ufunc '%s'", u.row.In+u.row.Out, u.row.Name)
	default:
		u.Signature = op.WrittenOf(types)
	}
	return nil
}

// signatureOf are the dtypes of "dd->d", of a list of dtypes, or of one alone; nil is any.
func signatureOf(v any) (op.List, error) {
	if s, ok := v.(string); ok && strings.Contains(s, "->") {
		chars := op.List{}
		for _, c := range strings.ReplaceAll(s, "->", "") {
			chars = append(chars, string(c))
		}
		v = chars
	}
	items, ok := chunk.ItemsIn(v)
	if !ok {
		items = []any{v}
	}
	types := make(op.List, len(items))
	for i, e := range items {
		if s, ok := e.(string); ok && s != "" {
			d, err := dtype.Parse(s)
			if err != nil {
				return nil, err
			}
			e = d
		}
		if d, ok := e.(dtype.DType); ok {
			types[i] = d
		}
	}
	return types, nil
}

func (u *Ufunc) Infer(in []op.Meta) ([]op.Meta, error) {
	l, err := u.loop(in)
	if err != nil {
		return nil, err
	}
	d, err := op.Broadcast(in...)
	if err != nil {
		return nil, err
	}
	out := make([]op.Meta, len(l.Out))
	for i := range out {
		out[i] = op.NewTensor(l.Out[i], d...)
	}
	return out, nil
}

// Tile is Map, and the second results of its tasks.
func (u *Ufunc) Tile(t *op.Tiler) error {
	g := t.Map(t.Ins()...)
	if u.row.Out == 2 {
		return t.Out(g, g.Out(1))
	}
	return t.Out(g)
}

// Lower is a function of one result. The engine fuses no others.
func (u *Ufunc) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	if r := u.lower(b, in); len(r) == 1 {
		return r[0]
	}
	return 0
}

// lower casts the arguments to what the loop takes, and calls it.
func (u *Ufunc) lower(b *kernel.Builder, in []kernel.Reg) []kernel.Reg {
	metas := make([]op.Meta, len(in))
	for i, r := range in {
		metas[i].DType = op.T(b.Type(r))
	}
	l, err := u.loop(metas)
	if err != nil {
		return nil
	}
	args := u.Regs(b, in, func(i int) dtype.DType { return l.In[i] })
	for i, a := range args {
		args[i] = b.Cast(a, l.In[i])
	}
	return b.Calls(u.row.Name, args...)
}

// Exec is a function of two results.
func (u *Ufunc) Exec(x *op.Exec) error {
	out, err := x.Program(func(b *kernel.Builder, in []kernel.Reg) kernel.Reg { return b.Tuple(u.lower(b, in)...) })
	for i, a := range out {
		_ = x.Put(i, a)
	}
	return err
}
