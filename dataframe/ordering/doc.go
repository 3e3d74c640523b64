// Package ordering sorts frames by values and labels, and finds their first rows in an order.
//
// Package dataframe has the functions that users call.
//
// Floor 5.
package ordering
