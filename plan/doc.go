// Package plan turns a graph of values into stages of subtasks: prune, rewrite, push down, tile, fuse, group,
// assign.
//
// It does no I/O, reads no clock and knows no operator by name. The same graph and the same facts give the
// same plan.
//
// Floor 5.
package plan
