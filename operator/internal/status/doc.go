// Package status says how a MarsJob is, from what its pods say. It is pure.
//
//	Created --> Queuing --> Running <--> Restarting --> Succeeded
//	               ^           |                    \-> Failed
//	               +- Suspended+
//
// States are conditions in order of time, as KubeDL has them: the last is the state that is printed. Queuing,
// Running, Restarting and Suspended take each other's place; after Succeeded or Failed nothing changes.
// Queuing says that the API server takes no pods, and why. WebReady and Scaled are facts beside the state and
// stand before it.
package status
