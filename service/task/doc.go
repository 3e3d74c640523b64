// Package task leads one execute from the graph to the manifests of its targets.
//
//	          stages          nothing is out and
//	planning ------> running -------------------> done
//	   ^                |     the planner is done
//	   +-- stage over --+
//	                    +--> a failure, or cancel: ending, until nothing runs --> failed, canceled
//
// The planner (service.Planner) is asked at the start and whenever a stage is over: its awaited subtasks are
// done and its values given. Skeletons go to lifecycle, to be counted, and to schedule; a lease that schedule
// has decided is built with its calls here, where the planner is, and sent to the worker. Results go to
// lifecycle, to meta and to the planner, in this order, so that what the planner knows of is counted. After
// its end a task stays as long as lifecycle has recipes of it, to build what is made again.
//
// Invariants: every subtask is reported to the planner at least once before a stage that awaits it is over;
// counts of progress never shrink; exactly one end.
//
// Floor 6.
package task
