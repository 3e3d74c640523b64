// Package controller keeps the objects of every MarsJob as they should be.
//
// One look at a job: read the job and all that it owns; fill in defaults and find what is wrong (defaults);
// say what there should be (plan) and what becomes of pods that ended or are missing (failover); say how the
// job is (status) and write that; only then make and delete. What was counted is written before it is acted
// on, so an operator that is killed in between counts nothing twice. It makes or deletes nothing twice
// either: names of pods are known before, and deletions name the UID that was seen.
//
// Web services and workers are made once all schedulers are ready. A job that cannot have its pods, because
// its template is wrong or the API server refuses it, has nothing made at all, and a condition that says why.
package controller
