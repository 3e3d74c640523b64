// Package events is the log of what services did: numbered lines, the last ones in memory, all of them in a
// file if wanted.
//
// Floor 6.
package events
