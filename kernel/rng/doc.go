// Package rng draws random numbers that depend on a seed and on the position of the element alone.
//
// The generator is Philox4x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel Random Numbers: As Easy as 1, 2,
// 3" (SC 2011): a keyed bijection of 128-bit counters. The key is the seed; the counter holds the position of
// the element in the whole array (64 bits), the number of the draw for that element (32 bits) and the stream
// (32 bits). A chunk is therefore the same numbers however the array is cut, and chunks are made in any
// order.
//
// Floor 2.
package rng
