package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/pick"
)

// placed is places along an axis of length n, those outside taken as a mode says; with raise they stay.
func placed(at *Tensor, n int, mode string) (*Tensor, error) {
	switch p := (&pick.Places{Mode: mode}); mode {
	case "wrap":
		return Remainder(at, n), nil
	case "clip":
		return Clip(at, 0, n-1), nil
	default:
		_, err := p.Outside()
		return at, err
	}
}

// slowest is the axes of so many, the one along which places change slowest first, in an order of elements: C
// or F.
func slowest(rank int, order string) ([]int, error) {
	axes := chunk.AllAxes(nil, rank)
	switch order {
	case "C":
	case "F":
		slices.Reverse(axes)
	default:
		return nil, errs.New(errs.Invalid, "only 'C' or 'F' order is permitted")
	}
	return axes, nil
}
