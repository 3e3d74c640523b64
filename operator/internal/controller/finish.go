package controller

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/status"
)

// finish takes away what the policy of an ended job says, and in the end the job.
func (r *Reconciler) finish(ctx context.Context, l *look) (ctrl.Result, error) {
	at := status.Wake(l.job, &l.raw.Status)
	if !at.IsZero() && !l.now.Before(at) {
		return ctrl.Result{}, r.delete(ctx, l.raw, false)
	}
	var gone []client.Object
	for _, b := range l.budgets { // nothing is left that a drain of nodes would harm
		gone = append(gone, b)
	}
	policy := *l.job.Spec.CleanPodPolicy
	for _, p := range l.pods {
		if cleaned(policy, p) && p.DeletionTimestamp == nil {
			gone = append(gone, p)
		}
	}
	for name, s := range l.services {
		if cleaned(policy, l.pods[name]) {
			gone = append(gone, s)
		}
	}
	for name, x := range l.ingresses {
		if cleaned(policy, l.pods[name]) {
			gone = append(gone, x)
		}
	}
	if err := each(gone, func(o client.Object) error { return r.delete(ctx, o, false) }); err != nil {
		return ctrl.Result{}, err
	}
	return r.again(l, &l.raw.Status, at), nil
}

// cleaned says whether a policy takes a pod of an ended job, nil for one that is gone, and what leads to it.
// Running takes what waits to run too.
func cleaned(p api.CleanPodPolicy, pod *corev1.Pod) bool {
	switch p {
	case api.CleanAll:
		return true
	case api.CleanRunning:
		return pod == nil || pod.Status.Phase == corev1.PodRunning || pod.Status.Phase == corev1.PodPending
	}
	return false
}
