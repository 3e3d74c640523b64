// Package failover decides what becomes of pods that end, that are missing, or that do not go away.
//
//	          ended, and another one helps                 gone                   back-off is over
//	running ------------------------------> being deleted -----> missing, waits -------------------> created
//	  |  |                                     ^       |
//	  |  +-- deleted by somebody --------------+       +-- its node does not answer --> deleted by force
//	  |
//	  +-- ended for good --> kept, for its log; of a scheduler the job fails
//
// What another pod helps against depends on the restart policy of the role:
//
//	policy                  a new pod after
//	every                   eviction, a lost node, a refusal by a node, a deletion by anybody
//	Always, OnFailure       any other end: the kubelet restarts in place, so a pod that ended will not go on
//	ExitCode                exit code 130, 137, 138 or 143, too much memory; of a worker 0 too
//
// A worker ends with 0 when it was drained. Other codes are those of settings and of bugs: the same will
// happen again. A scheduler that ends with 0 has done its work.
//
// A new pod of the same name waits 1 s, twice as long after each that was lost, at most 5 min; one that was
// lost more than 10 min after the one before counts as the first. A pod that somebody deletes waits for
// nothing. Pods are counted by UID, so nothing is counted twice however often it is seen, also after a
// restart: all that the machine knows is in Saved, which is kept in the status of the job.
//
// Clocks: times are those of the operator. Where its clock went back behind what was saved, nothing is waited
// for.
//
// Invariants: a pod is counted once; none is created before it is gone; none is deleted by force twice.
package failover
