package tensor

import "github.com/mars-project/mars-go/op"

// settle makes the lengths of a tensor known to a deferred recipe: those that follow from data are waited
// for.
func settle(ask *op.Asker, t **Tensor) error {
	lengths, known := (*t).Value().Meta().Shape()
	if known {
		return nil
	}
	lengths = make([]int, (*t).Rank())
	for k := range lengths {
		d := (*t).size(k)
		if !d.Known() {
			first := Moveaxis(*t, []int{k}, []int{0})
			if err := ask.Need(op.Rows, first); err != nil {
				return err
			}
			d.N = ask.Rows(first)
		}
		lengths[k] = d.N
	}
	*t = Reshape(*t, lengths...)
	return nil
}
