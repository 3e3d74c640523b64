// Package products computes sums of products over axes, from dot to einsum.
//
// Package tensor has the functions that users call.
//
// Floor 5.
package products
