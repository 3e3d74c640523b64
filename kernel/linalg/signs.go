package linalg

import (
	"math"
	"math/cmplx"

	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Signs is the vector t of 1 and -1 for which q diag(t) and diag(t) r are the factors that Householder's
// method (LAPACK's, NumPy's) gives, whatever way q and r were found. top is the first k rows of q, k the
// columns of q, and m its rows; r has a real diagonal. It eliminates q - s column by column as Ballard,
// Demmel, Grigori, Jacquelin, Nguyen and Solomonik do in "Reconstructing Householder Vectors from Tall-Skinny
// QR" (IPDPS 2014).
func Signs(al mem.Allocator, top, r *nd.Array, m int) (*nd.Array, error) {
	k := top.Shape[0]
	out, err := nd.New(al, r.DType, k)
	if err != nil {
		return nil, err
	}
	q, d := make([]complex128, k*k), make([]float64, k)
	for i := range k {
		d[i] = 1
		if real(element(r, i, i)) < 0 {
			d[i] = -1
		}
	}
	for i := range k {
		for j := range k {
			q[i*k+j] = element(top, i, j) * complex(d[j], 0)
		}
	}
	for j := range k {
		a := q[j*k+j]
		s := -1.0
		if real(a) < 0 {
			s = 1
		}
		// A column that is nothing below the diagonal is not reflected and keeps its sign.
		if j == m-1 && imag(a) == 0 || cmplx.Abs(a) >= 1 {
			s = -s
		}
		setReal(out, j, s*d[j])
		p := a - complex(s, 0)
		if p == 0 {
			continue
		}
		for i := j + 1; i < k; i++ {
			f := q[i*k+j] / p
			for c := j + 1; c < k; c++ {
				q[i*k+c] -= f * q[j*k+c]
			}
		}
	}
	return out, nil
}

// element is an element of a float or complex matrix; NaN parts count as 0.
func element(a *nd.Array, i, j int) (v complex128) {
	switch x := a.Item(i, j).(type) {
	case float32:
		v = complex(float64(x), 0)
	case float64:
		v = complex(x, 0)
	case complex64:
		v = complex128(x)
	case complex128:
		v = x
	}
	if math.IsNaN(real(v)) || math.IsNaN(imag(v)) {
		return 0
	}
	return v
}

func setReal(a *nd.Array, i int, v float64) {
	switch a.DType.Size() {
	case 4:
		nd.Set(a, float32(v), i)
	case 8:
		if a.DType.IsComplex() {
			nd.Set(a, complex64(complex(v, 0)), i)
		} else {
			nd.Set(a, v, i)
		}
	default:
		nd.Set(a, complex(v, 0), i)
	}
}
