package tensor

import "github.com/mars-project/mars-go/tensor/reduce"

// Kendall is the matrix of Kendall's rank correlations tau-b of the columns of a float64 matrix of shape (n,
// m): float64 of shape (m, m). Of each pair the rows count where neither is NaN; a pair with fewer than least
// of them has NaN, and so has one of which a column has but one value. A column and itself have 1. Errors:
// Invalid for another rank.
func Kendall(a any, least int) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.kendall", err)
	}
	return apply(&reduce.Kendall{Least: least}, t)
}
