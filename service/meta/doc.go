// Package meta knows the facts of the chunks of all sessions, and on which bands copies of them are.
//
// Floor 6.
package meta
