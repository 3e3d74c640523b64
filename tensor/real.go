package tensor

import "github.com/mars-project/mars-go/op"

// Real is the real part of elements; of real dtypes the tensor itself. It is a view, see Get.
func Real(a any) *Tensor { return partOf("real", a) }

// Imag is the imaginary part of elements; of real dtypes zeros. Of complex tensors it is a view, see Get.
func Imag(a any) *Tensor { return partOf("imag", a) }

// Real is the real part of t.
func (t *Tensor) Real() *Tensor { return Real(t) }

// Imag is the imaginary part of t.
func (t *Tensor) Imag() *Tensor { return Imag(t) }

func partOf(name string, a any) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor."+name, err)
	}
	return view(op.Lookup("tensor."+name).New(), t)
}
