package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// universal is a universal function of NumPy of every column. Two of one kind meet by label.
type universal struct {
	op.Deferred
	Func   string
	Args   op.Written // a list
	Dtype  dtype.DType
	trusts bool // nobody is asked whether labels are equal
}

func init() {
	op.Register[universal](op.Doc{
		Name: "dataframe.ufunc", Sig: "ufunc(func, args, dtype=None)", Gives: "binary", Summary: "Universal function of every column",
		Text: "Two series, or two frames, meet by label; what is not on both sides has missing values. A series has a name that both have.",
	})
}

// Infer is that of labels that differ.
func (o *universal) Infer(in []op.Meta) ([]op.Meta, error) {
	if at := slices.IndexFunc(in, func(m op.Meta) bool { return m.Open }); at >= 0 {
		m := in[at]
		m.Cols = nil
		return []op.Meta{m}, nil
	}
	return op.Expressed(&universal{Func: o.Func, Args: o.Args, Dtype: o.Dtype, trusts: true}, in)
}

func (o *universal) Build(a *op.Asker, in []Handle) (Handle, error) {
	args, at := slices.Clone(meant(o.Args, 0, in).(op.List)), []int{}
	for i, v := range args {
		if x, ok := v.(*Index); ok {
			args[i] = x.ToTensor()
		} else if rowed(v) {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		t := tensor.UfuncWith(tensor.Elementwise{DType: o.Dtype}, o.Func, args...)
		return NewIndex(SeriesFromTensor(t), Options{Name: namesOfLevels(in[0])[0]}), t.Err()
	}
	first, _ := args[at[0]].(Handle)
	name := nameOf(first)
	if len(at) > 1 {
		second, _ := args[at[1]].(Handle)
		if len(at) > 2 || classOf(first) != classOf(second) {
			return nil, errs.New(errs.Type, "Cannot apply ufunc <ufunc '%s'> to mixed DataFrame and Series inputs.", o.Func)
		}
		if !name.Same(nameOf(second)) {
			name = frame.Label{}
		}
		meets := (&align{Join: "outer"}).Build
		if o.trusts {
			meets = func(_ *op.Asker, x, y Handle) (Handle, Handle, error) { return (&aligned{Join: "outer"}).Build(x, y) }
		}
		var err error
		if first, second, err = meets(a, first, second); err != nil {
			return nil, err
		}
		args[at[0]], args[at[1]] = first, second
	}
	d, s, err := asFrame(first)
	if err != nil {
		return nil, err
	}
	out := d.Iloc(pick.AllPlaces, []int{})
	for k := range colsOf(d) {
		of := slices.Clone(args)
		for _, i := range at {
			e, _, _ := asFrame(args[i].(Handle))
			of[i] = e.IlocCol(k).ToTensor()
		}
		out = out.Assign(C{k, tensor.UfuncWith(tensor.Elementwise{DType: o.Dtype}, o.Func, of...)})
	}
	if s != nil {
		return out.IlocCol(0).Rename(name), nil
	}
	return out.labeled(d.Columns()), nil
}

// nameOf is the name of a series, none of a frame.
func nameOf(h Handle) frame.Label {
	if s, ok := h.(*Series); ok {
		return s.Name()
	}
	return frame.Label{}
}
