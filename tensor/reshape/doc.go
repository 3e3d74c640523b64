// Package reshape gives elements other shapes and chunks: axes, orders, joints, broadcasts.
//
// Package tensor has the functions that users call.
//
// Floor 5.
package reshape
