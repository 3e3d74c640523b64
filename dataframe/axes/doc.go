// Package axes changes the labels of rows and columns, and makes frames of tensors and tensors of frames.
//
// Package dataframe has the functions that users call.
//
// Floor 5.
package axes
