package status

import (
	corev1 "k8s.io/api/core/v1"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

// Started says what the next status of a job is the first to say: that one of its pods is active, that all
// workers are ready.
func Started(before, next *api.MarsJobStatus) (first, all bool) {
	if s := State(before); s == "" || s == api.JobCreated {
		first = !anyActive(before) && anyActive(next)
	}
	created, was, is := Get(next.Conditions, api.JobCreated), Get(before.Conditions, api.Scaled),
		Get(next.Conditions, api.Scaled)
	if created == nil || is == nil || is.Status != corev1.ConditionTrue {
		return first, false
	}
	// A fact that has been false since the job was created has never been true.
	return first, was == nil || was.Status == corev1.ConditionFalse &&
		was.LastTransitionTime.Equal(&created.LastTransitionTime)
}
