package tensor

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/random"
)

// PlacesDrawn is k places below n, as numpy.random.RandomState(seed).choice draws them. Draws depend on those
// before them: one task makes all of them.
func PlacesDrawn(n, k int, seed uint32, replace bool) *Tensor {
	return apply(&random.PlacesDrawn{N: n, Size: k, Seed: int64(seed), Replace: replace})
}

// PlacesWeighed is PlacesDrawn by weights, one for each place.
func PlacesWeighed(n, k int, seed uint32, replace bool, weights *Tensor) *Tensor {
	return apply(&random.PlacesDrawn{N: n, Size: k, Seed: int64(seed), Replace: replace, Weights: op.In(0)}, weights)
}
