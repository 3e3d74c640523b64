// Package worker assembles one worker: memory, store, data service, and a band of slots that runs subtasks.
//
// Floor 7.
package worker
