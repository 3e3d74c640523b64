// Package cluster knows the nodes: who registered, who is alive, and what their bands are.
//
//	register                    no heartbeat for Silence, or the link broke
//	---------> starting, ready -----------------------------------------------> stopped
//	             ^     ^ \ silent for half of that, or says so itself: degraded    |
//	             |     +---- heard again ----+     (nothing new, if others can) |
//	             +-------------------- registers again, as of a later epoch ------+
//
// A supervisor that was away itself, because its process or machine stood still, hears nobody meanwhile: a Tick that comes late counts nobody's silence.
//
// Invariants: of a node's registrations only the latest counts; bands of a node go down once for each time they came up.
//
// Floor 6.
package cluster
