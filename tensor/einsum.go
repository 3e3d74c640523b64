package tensor

import (
	"strings"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/products"
)

// Einsum sums products over labelled axes: "ij,jk->ik" is a matrix product, "ii" a trace, "...ij->...ji" a
// transpose. Labels are letters; without "->" the result has those that occur once, in order. Several
// operands are multiplied two by two, the cheapest pair first.
func Einsum(subscripts string, operands ...any) *Tensor {
	o := &einsum{Subscripts: op.WrittenOf(subscripts)}
	in, list := []any{}, op.List{}
	for _, v := range operands {
		in, list = append(in, v), append(list, op.In(len(in)))
	}
	o.Operands = op.WrittenOf(list)
	return made(o, in...)
}

// einsum is the recipe of what users call: labels are letters, or numbers in lists behind the operands.
type einsum struct {
	op.Recipe
	Subscripts, Operands op.Written
}

func init() {
	op.Register[einsum](op.Doc{
		Forms: "subscripts=mixed operands=mixed optimize=any", Name: "tensor.einsum", Like: "numpy.einsum", Sig: "einsum(subscripts, /, *operands, out=None, optimize=False)",
		Summary: "Sums of products over labelled axes", Text: "Labels are letters, or numbers and an ellipsis in a list behind each operand and, for the result, last.",
	})
}

// Build reads operands and labels.
func (o *einsum) Build(more []*Tensor) (*Tensor, error) {
	rest, _ := chunk.ItemsIn(written(o.Operands, 0, more))
	text, ok := o.Subscripts.V.(string)
	if !ok {
		var labels []string
		all := append([]any{written(o.Subscripts, 0, more)}, rest...)
		rest = nil
		for i := 0; i < len(all); i += 2 {
			if i+1 < len(all) {
				rest = append(rest, all[i])
			}
			l, err := lettersOf(all[min(i+1, len(all)-1)])
			if err != nil {
				return nil, err
			}
			labels = append(labels, l)
		}
		n := len(rest)
		if text = strings.Join(labels[:n], ","); len(labels) > n {
			text += "->" + labels[n]
		}
	}
	in := make([]*Tensor, len(rest))
	for i, v := range rest {
		t, err := valueIn(v)
		if err != nil {
			return nil, err
		}
		in[i] = t
	}
	if len(in) == 0 {
		return nil, errs.New(errs.Invalid, "must specify the einstein sum subscripts string and at least one operand, or at least one operand and its corresponding subscripts list")
	}
	return apply(&products.Products{Subscripts: text}, in...), nil
}

// lettersOf are labels that were given as numbers.
func lettersOf(v any) (string, error) {
	l, list := chunk.ItemsIn(v)
	if !list {
		return "", errs.New(errs.Type, "subscripts are a string, or a list of integers behind each operand")
	}
	var b strings.Builder
	for _, e := range l {
		if _, dots := e.(op.Ellipsis); dots {
			b.WriteString("...")
			continue
		}
		n, ok := chunk.Number(e).(int64)
		if !ok {
			return "", errs.New(errs.Type, "each subscript must be either an integer or an ellipsis")
		}
		if n < 0 || n >= 52 {
			return "", errs.New(errs.Invalid, "subscript is not within the valid range [0, 52)")
		}
		b.WriteString(products.Letters(int(n), 1))
	}
	return b.String(), nil
}
