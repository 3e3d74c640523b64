// Package pick takes rows and columns of frames by places, labels and masks.
//
// Package dataframe has the functions that users call.
//
// Floor 5.
package pick
