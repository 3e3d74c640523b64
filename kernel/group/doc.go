// Package group splits rows by keys and aggregates columns over the groups, with pandas 3's rules for missing
// values and dtypes.
//
// Groups are numbered by package hash. An aggregate that can be computed in parts has three forms: Map makes
// partial columns of one chunk, Combine merges partial rows that were grouped again by their keys, Final
// makes the result; so it runs as a tree or after a shuffle. The others (Holistic) need all rows of a group
// at once: Direct, after a shuffle by key. Direct of any aggregate is Final of Map.
//
// Floats are summed with Kahan's compensation per group, as pandas does. Two dtypes follow rules rather than
// the data: sums and products of narrow integers are int64 or uint64, means of float32 are float64.
//
// Floor 2.
package group
