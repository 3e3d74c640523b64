package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

type putmask struct {
	op.Recipe `known:"lengths"`
	name      string
}

func (o *putmask) Row() string { return o.name }

func init() {
	op.Register[putmask](op.Doc{
		Name: "tensor.putmask", Like: "numpy.putmask", Sig: "putmask(a, mask, values)", Forms: "a=stored", Summary: "Values where a mask is true, those of equal places",
		Text: "Fewer values than elements follow one another, again and again. Lengths must be known.", Go: "Putmask", Notes: "In Go it is another tensor.",
	}, putmask{name: "putmask"})
	op.Register[putmask](op.Doc{
		Name: "tensor.place", Like: "numpy.place", Sig: "place(arr, mask, vals)", Forms: "arr=stored", Summary: "Values where a mask is true, one after the other",
		Text: "Fewer values than true elements follow one another, again and again. Lengths must be known.", Go: "Place", Notes: "In Go it is another tensor.",
	}, putmask{name: "place"})
}

func (o *putmask) Build(a, mask, values *Tensor) (*Tensor, error) {
	shape, size := a.Shape(), nd.Size(a.Shape())
	on, places := NotEqual(flat(mask), 0), Arange(0, size, 1)
	if m := on.size(0); m.Known() && m.N != size {
		return nil, errs.New(errs.Invalid, "%s: mask and data must be the same size", o.name)
	}
	if o.name == "place" {
		places = Subtract(Cumsum(on), 1)
	}
	return Reshape(Where(on, cycled(AsType(values, a.DType()), places), flat(a)), shape...), nil
}
