// Package cluster knows the nodes: who registered, who is alive, what their bands are.
//
// Floor 6.
package cluster
