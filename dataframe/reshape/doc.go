// Package reshape puts frames together and turns rows into columns: concat, stack, unstack, pivot, dummies.
//
// Package dataframe has the functions that users call.
//
// Floor 5.
package reshape
