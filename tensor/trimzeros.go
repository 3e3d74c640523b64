package tensor

import (
	"strings"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

type trimZeros struct {
	op.Recipe
	Trim string
	Axis []int
}

func init() {
	op.Register[trimZeros](op.Doc{
		Name: "tensor.trim_zeros", Like: "numpy.trim_zeros", Sig: "trim_zeros(filt, trim='fb', axis=None)", Summary: "A tensor without zeros at its ends",
		Text: "trim says at which: f in front, b behind. Lengths of the result are known when it has run.", Go: "TrimZeros(filt, trim...)",
	})
}

func (o *trimZeros) Build(filt *Tensor) (*Tensor, error) {
	trim := strings.ToLower(o.Trim)
	if strings.Trim(trim, "fb") != "" || trim == "" {
		return nil, errs.New(errs.Invalid, "unexpected character(s) in `trim`: '%s'", o.Trim)
	}
	axes, err := chunk.NormAxes(o.Axis, filt.Rank())
	if err != nil {
		return nil, err
	}
	out := filt
	for _, axis := range chunk.AllAxes(axes, filt.Rank()) {
		there := NotEqual(filt, 0)
		if filt.Rank() > 1 {
			there = Any(there, Reduce{Axis: chunk.Without(chunk.AllAxes(nil, filt.Rank()), []int{axis})})
		}
		keep := OnesLike(there)
		if strings.Contains(trim, "f") {
			keep = LogicalAnd(keep, Greater(Cumsum(there), 0))
		}
		if strings.Contains(trim, "b") {
			keep = LogicalAnd(keep, Flip(Greater(Cumsum(Flip(there)), 0)))
		}
		out = Compress(keep, out, axis)
	}
	return out, nil
}
