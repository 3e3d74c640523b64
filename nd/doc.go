// Package nd holds n-dimensional arrays of fixed-width elements: views, strided copies, broadcasting and
// NumPy's printing.
//
// Floor 1.
package nd
