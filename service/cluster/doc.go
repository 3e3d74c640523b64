// Package cluster knows the nodes: who registered, who is alive, and what their bands are.
//
//	register           no heartbeat for a while, or the link broke
//	---------> ready ----------------------------------------------> stopped
//	             ^  \ says so itself: stopping (nothing new)             |
//	             +-----------------------------------------  registers again, as a later incarnation
//
// Invariants: of a node's incarnations only the latest counts; bands of a node go down once for each time they came up.
//
// Floor 6.
package cluster
