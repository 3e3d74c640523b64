// Package spill puts rows aside in parts outside memory, by hash or by range of their keys, for operators
// that outgrow their memory.
//
// Floor 2.
package spill
