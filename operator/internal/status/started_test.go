package status

import (
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

// Of a life of a job the first pod and all pods are told once each, though workers are lost later.
func TestStarted(t *testing.T) {
	at := func(s int) metav1.Time { return metav1.NewTime(time.Date(2026, 11, 28, 12, 0, s, 0, time.UTC)) }
	created := api.JobCondition{Type: api.JobCreated, Status: corev1.ConditionTrue, LastTransitionTime: at(0)}
	running := api.JobCondition{Type: api.JobRunning, Status: corev1.ConditionTrue, LastTransitionTime: at(3)}
	scaled := func(s corev1.ConditionStatus, second int) api.JobCondition {
		return api.JobCondition{Type: api.Scaled, Status: s, LastTransitionTime: at(second)}
	}
	active := func(schedulers, workers int32, cs ...api.JobCondition) *api.MarsJobStatus {
		return &api.MarsJobStatus{Conditions: cs, ReplicaStatuses: map[api.ReplicaType]*api.ReplicaStatus{
			api.Scheduler: {Active: schedulers}, api.Worker: {Active: workers},
		}}
	}
	life := []*api.MarsJobStatus{
		{},
		active(0, 0, scaled(corev1.ConditionFalse, 0), created),
		active(1, 0, scaled(corev1.ConditionFalse, 0), created), // the first pod
		active(1, 1, created, scaled(corev1.ConditionFalse, 0), running),
		active(1, 2, created, scaled(corev1.ConditionTrue, 4), running), // all
		active(1, 1, created, scaled(corev1.ConditionFalse, 5), running),
		active(1, 2, created, scaled(corev1.ConditionTrue, 6), running),
		active(0, 0, created, scaled(corev1.ConditionFalse, 7), running),
		active(1, 2, created, scaled(corev1.ConditionTrue, 8), running),
	}
	for i := 1; i < len(life); i++ {
		first, all := Started(life[i-1], life[i])
		if first != (i == 2) || all != (i == 4) {
			t.Errorf("step %d: first %v, all %v", i, first, all)
		}
	}
	if first, all := Started(life[0], life[4]); !first || !all {
		t.Errorf("at once: first %v, all %v", first, all)
	}
}
