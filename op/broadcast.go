package op

import (
	"fmt"
	"strings"

	"github.com/mars-project/mars-go/errs"
)

// Broadcast is NumPy's rule, over symbols too. Two different symbols pass: Map asks for the rows, and the
// second Infer decides.
func Broadcast(in ...Meta) ([]Dim, error) {
	n := 0
	for _, m := range in {
		n = max(n, len(m.Dims))
	}
	out := make([]Dim, n)
	one := Dim{N: 1}
	for k := range out {
		out[k] = one
		for _, m := range in {
			j := k - (n - len(m.Dims))
			if j < 0 || m.Dims[j] == one || m.Dims[j] == out[k] {
				continue
			}
			d := m.Dims[j]
			switch {
			case out[k] == one:
				out[k] = d
			case out[k].Known() && d.Known():
				return nil, errs.New(errs.Invalid, "operands could not be broadcast together with shapes %s", shapes(in))
			case d.Known():
				out[k] = d
			}
		}
	}
	return out, nil
}

func shapes(in []Meta) string {
	s := make([]string, len(in))
	for i, m := range in {
		s[i] = ShapeString(m.Dims)
	}
	return strings.Join(s, " ")
}

// ShapeString is dims as Python prints a shape: (2,) and (2,3).
func ShapeString(d []Dim) string {
	s := make([]string, len(d))
	for i := range d {
		s[i] = d[i].String()
	}
	if len(s) == 1 {
		return fmt.Sprintf("(%s,)", s[0])
	}
	return "(" + strings.Join(s, ",") + ")"
}
