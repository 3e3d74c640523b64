package linalg

// Num is what matrices of the fast paths hold.
type Num interface {
	float32 | float64 | complex64 | complex128
}

// float is the real ones.
type float interface{ float32 | float64 }

// A Mat is a window on elements: (i, j) is at Off + i*RS + j*CS. Strides may be zero or negative.
type Mat[T any] struct {
	Data       []T
	Off        int
	Rows, Cols int
	RS, CS     int
	Conj       bool // elements are read conjugated; only operands of products may be so
}

// Dense is a row-major matrix over data.
func Dense[T any](data []T, rows, cols int) Mat[T] {
	return Mat[T]{Data: data, Rows: rows, Cols: cols, RS: cols, CS: 1}
}

// columns is a column-major matrix over data.
func columns[T any](data []T, rows, cols int) Mat[T] {
	return Mat[T]{Data: data, Rows: rows, Cols: cols, RS: 1, CS: rows}
}

// T is the transpose.
func (a Mat[T]) T() Mat[T] {
	a.Rows, a.Cols, a.RS, a.CS = a.Cols, a.Rows, a.CS, a.RS
	return a
}

// H is the conjugate transpose.
func (a Mat[T]) H() Mat[T] {
	a = a.T()
	a.Conj = !a.Conj
	return a
}

// conj is the conjugate.
func (a Mat[T]) conj() Mat[T] {
	a.Conj = !a.Conj
	return a
}

// Sub is the rows x cols block from (i, j) on.
func (a Mat[T]) Sub(i, j, rows, cols int) Mat[T] {
	a.Off += i*a.RS + j*a.CS
	a.Rows, a.Cols = rows, cols
	return a
}

// at is the place of (i, j).
func (a Mat[T]) at(i, j int) int { return a.Off + i*a.RS + j*a.CS }

// col is column j of a column-major matrix from row i on.
func (a Mat[T]) col(i, j int) []T {
	p := a.at(i, j)
	return a.Data[p : p+a.Rows-i]
}

// conj is the conjugate of v.
func conj[T Num](v T) T {
	switch x := any(v).(type) {
	case complex64:
		return any(complex(real(x), -imag(x))).(T)
	case complex128:
		return any(complex(real(x), -imag(x))).(T)
	}
	return v
}

// isComplex reports complex elements.
func isComplex[T Num]() bool {
	var z T
	switch any(z).(type) {
	case complex64, complex128:
		return true
	}
	return false
}

// fromReal is v as a T.
func fromReal[T Num](v float64) T {
	var z T
	switch any(z).(type) {
	case float32:
		return any(float32(v)).(T)
	case float64:
		return any(v).(T)
	case complex64:
		return any(complex(float32(v), 0)).(T)
	}
	return any(complex(v, 0)).(T)
}

// parts are the real and the imaginary part of v.
func parts[T Num](v T) (re, im float64) {
	switch x := any(v).(type) {
	case float32:
		return float64(x), 0
	case float64:
		return x, 0
	case complex64:
		return float64(real(x)), float64(imag(x))
	case complex128:
		return real(x), imag(x)
	}
	return 0, 0
}
