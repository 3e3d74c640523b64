// Package host tells how much memory the machine gives this process and how much it took.
//
// Floor 0.
package host
