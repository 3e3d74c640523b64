// Package autoscale has the number of workers follow the work: the engine says how many it wants and which
// may leave, the job says between which bounds, and the scale of the job is written.
package autoscale
