// Package session makes and ends sessions.
//
// Floor 6.
package session
