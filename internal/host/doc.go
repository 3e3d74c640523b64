// Package host tells what cores and memory the machine, or a container on it, gives this process and how much
// it took.
//
// Floor 0.
package host
