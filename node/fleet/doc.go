// Package fleet starts the processes of a cluster on this machine, each on a host of its own if wanted, and
// speaks to them: for proofs and benchmarks.
//
// Floor 7.
package fleet
