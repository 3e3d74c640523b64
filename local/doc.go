// Package local is a whole cluster in one process: a supervisor and workers as nodes of their own, linked
// without a network.
//
// Floor 7.
package local
