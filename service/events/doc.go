// Package events is the append-only log of a supervisor, for its followers and for files.
//
// Floor 6.
package events
