package tensor_test

import (
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/tensor"
)

// matrix is that of testdata/factors.py.
func matrix(m, n int) *tensor.Tensor {
	d := make([]float64, m*n)
	for k := range d {
		d[k] = float64((k*k*37+11*k+k/7)%101-40) / 8
	}
	return tensor.Array(d, m, n)
}

func TestQR(t *testing.T) {
	g := marstest.Load(t, "testdata/factors.json")
	tall := matrix(60, 5)
	imag := matrix(31, 4).Get(tensor.From(1)).Get(tensor.Whole.Every(-1))
	for name, a := range map[string]*tensor.Tensor{
		"tall": tall, "square": matrix(12, 12), "wide": matrix(6, 15), "complex": tensor.Add(matrix(30, 4), tensor.Multiply(1i, imag)),
		"ints": tensor.AsType(tensor.Multiply(tall, 8), dtype.Int32), "float32": tensor.AsType(tall, dtype.Float32), "one column": matrix(40, 1),
		"one row": matrix(1, 9), "eye": tensor.Eye(20, tensor.EyeOptions{Columns: 3}), "stack": tensor.Reshape(matrix(12, 10), 4, 6, 5), "of none": tensor.Zeros(tensor.Shape(0, 3)),
	} {
		q, r := tensor.QR(a)
		tol := marstest.Tol(1e-9, 1e-12)
		if name == "float32" {
			tol = marstest.Tol(1e-3, 1e-4)
		}
		marstest.Check(t, "q "+name, q, g.Get(t, "q "+name), tol)
		marstest.Check(t, "r "+name, r, g.Get(t, "r "+name), tol)
	}
	tol := marstest.Tol(1e-9, 1e-12)
	q, r := tensor.QR(matrix(8, 3), "complete")
	marstest.Check(t, "q complete", q, g.Get(t, "q complete"), tol)
	marstest.Check(t, "r complete", r, g.Get(t, "r complete"), tol)
	_, r = tensor.QR(tall, "r")
	marstest.Check(t, "r alone", r, g.Get(t, "r alone"), tol)
	for name, h := range map[string]func() (q, r *tensor.Tensor){
		"vector":  func() (q, r *tensor.Tensor) { return tensor.QR([]float64{0, 1, 2}) },
		"mode":    func() (q, r *tensor.Tensor) { return tensor.QR(tall, "best") },
		"float16": func() (q, r *tensor.Tensor) { return tensor.QR(tensor.AsType(tall, dtype.Float16)) },
	} {
		_, r := h()
		marstest.Check(t, name, r, g.Get(t, name))
	}
	_, r = tensor.QR(nil)
	marstest.Check(t, "nothing", r, errs.Type)
}

func TestSVD(t *testing.T) {
	g := marstest.Load(t, "testdata/factors.json")
	tall := matrix(60, 5)
	imag := matrix(31, 4).Get(tensor.From(1)).Get(tensor.Whole.Every(-1))
	tol := marstest.Tol(1e-9, 1e-11)
	for name, a := range map[string]*tensor.Tensor{
		"tall": tall, "square": matrix(12, 12), "wide": matrix(6, 15), "complex": tensor.Add(matrix(30, 4), tensor.Multiply(1i, imag)),
		"ints": tensor.AsType(tensor.Multiply(tall, 8), dtype.Int32), "one column": matrix(40, 1), "stack": tensor.Reshape(matrix(12, 10), 4, 6, 5),
	} {
		u, s, vh := tensor.SVD(a)
		marstest.Check(t, "s "+name, s, g.Get(t, "s "+name), tol)
		marstest.Check(t, "u "+name, tensor.Absolute(u), g.Get(t, "u "+name), tol)
		marstest.Check(t, "vh "+name, tensor.Absolute(vh), g.Get(t, "vh "+name), tol)
		if name != "stack" {
			marstest.Check(t, "a "+name, tensor.Matmul(tensor.Multiply(u, s), vh), g.Get(t, "a "+name), tol)
		}
		marstest.Check(t, "values "+name, tensor.SingularValues(a), g.Get(t, "s "+name), tol)
	}
	u, s, vh := tensor.SVD(matrix(8, 3), tensor.SVDOptions{Full: true})
	marstest.Check(t, "s full", s, g.Get(t, "s full"), tol)
	marstest.Check(t, "u full", tensor.Absolute(u.Get(tensor.Whole, tensor.To(3))), g.Get(t, "u full"), tol)
	marstest.Check(t, "vh full", tensor.Absolute(vh), g.Get(t, "vh full"), tol)
	marstest.Check(t, "svd of a vector", tensor.SingularValues([]float64{1, 2}), errs.Invalid)
	marstest.Check(t, "svd of float16", tensor.SingularValues(tensor.AsType(tall, dtype.Float16)), errs.Type)
}
