// Package node puts processes together: a supervisor with its web port, a worker with its data port, a
// cluster in one process, and the web port of several supervisors.
//
// Floor 7.
package node
