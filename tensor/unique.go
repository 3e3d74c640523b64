package tensor

import "github.com/mars-project/mars-go/tensor/ordering"

// Uniques are the outputs of Unique. What is not executed costs nothing.
type Uniques struct {
	Values  *Tensor // in ascending order, NaN once and last
	Index   *Tensor // first position of each value in a's C order
	Inverse *Tensor // for each element of a, in a's shape, the place of its value
	Counts  *Tensor // how often each value occurs
}

// uniqueOfVector is the distinct elements of a vector. Chunks are made distinct first, then sent by value, so
// that many distinct values never meet on one worker. A chunk that outgrows memory is made distinct range by
// range through scratch space.
func uniqueOfVector(t *Tensor) Uniques {
	o := outputs(node(&ordering.Unique{}, t), 4)
	return Uniques{o[0], o[1], o[2], o[3]}
}
