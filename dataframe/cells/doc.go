// Package cells computes the cells of frames one by one: arithmetic, casts, conditions, and what stands for
// missing values.
//
// Package dataframe has the functions that users call, and kernel/column the loops.
//
// Floor 5.
package cells
