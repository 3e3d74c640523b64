// Package times is the operators of columns of times and durations: what users call as Series.Dt, and how
// texts become times.
//
// Package dataframe has the functions that users call, and kernel/dt the loops.
//
// Floor 5.
package times
