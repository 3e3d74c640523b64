// Package storage keeps the chunks of a worker in memory, and on disk when memory is short.
//
// A Store counts every block once, whoever shares it: what it holds in memory is at most its cache, and what
// the pool below it has given out (stored + granted) is at most the pool's limit. Spilling is least recently
// used first; pinned values stay, but may be written ahead. What to spill is decided by a pure machine
// (policy), the store does the I/O.
//
// Floor 3.
package storage
