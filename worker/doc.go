// Package worker assembles one worker: memory, slots, store, services.
//
// Floor 7.
package worker
