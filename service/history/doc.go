// Package history keeps on disk what tasks were: a bounded store, the oldest go first, that is read again
// after a restart. (ADR 29)
//
// Floor 6.
package history
