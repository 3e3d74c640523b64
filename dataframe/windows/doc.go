// Package windows aggregates rows around each row of a frame: rolling windows of rows and of time, and
// exponential weights.
//
// Package dataframe has the functions that users call, and kernel/window the loops.
//
// Floor 5.
package windows
