// Package cluster knows the nodes: who registered, who is alive, and what their bands are.
//
//	 register                   silent            silent, or the link broke         dead for too long
//	---------> starting, ready --------> suspect ---------------------------> dead -------------------> lost
//	             ^   ^   |                 |                                   |
//	             |   +------ heard --------+                                   |
//	             |       +--- says goodbye ------------------------------------|---------------------> stopped
//	             +------------- registers again, as of a later epoch, with what it still has --+
//
// Each state says less of a node than the one before. A suspect node gets nothing new. A dead one does not
// run any more what it was given, but what it has stored may come back. One that has stopped, by its own
// word, or that is lost has nothing.
//
// A supervisor that was away itself, because its process or machine stood still, hears nobody meanwhile: a
// Tick that comes late counts nobody's silence, and a link that broke meanwhile makes its node suspect, not
// dead.
//
// Invariants: of a node's registrations only the latest counts; bands of a node go down once for each time
// they came up; a node is forgotten once for each time it went down and did not come back.
//
// Floor 6.
package cluster
