package basic

import (
	"math"
	"math/cmplx"
)

func pow(x, y float64) float64             { return math.Pow(x, y) }
func log2(x float64) float64               { return math.Log2(x) }
func log10(x float64) float64              { return math.Log10(x) }
func asin(x float64) float64               { return math.Asin(x) }
func acos(x float64) float64               { return math.Acos(x) }
func sqrtComplex(x complex128) complex128  { return cmplx.Sqrt(x) }
func expComplex(x complex128) complex128   { return cmplx.Exp(x) }
func logComplex(x complex128) complex128   { return cmplx.Log(x) }
func sinComplex(x complex128) complex128   { return cmplx.Sin(x) }
func cosComplex(x complex128) complex128   { return cmplx.Cos(x) }
func tanComplex(x complex128) complex128   { return cmplx.Tan(x) }
func asinComplex(x complex128) complex128  { return cmplx.Asin(x) }
func acosComplex(x complex128) complex128  { return cmplx.Acos(x) }
func atanComplex(x complex128) complex128  { return cmplx.Atan(x) }
func sinhComplex(x complex128) complex128  { return cmplx.Sinh(x) }
func coshComplex(x complex128) complex128  { return cmplx.Cosh(x) }
func tanhComplex(x complex128) complex128  { return cmplx.Tanh(x) }
func asinhComplex(x complex128) complex128 { return cmplx.Asinh(x) }
func acoshComplex(x complex128) complex128 { return cmplx.Acosh(x) }
func atanhComplex(x complex128) complex128 { return cmplx.Atanh(x) }
