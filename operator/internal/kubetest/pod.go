package kubetest

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
)

// Pod waits for a pod that is not being deleted and has not this UID.
func (j *Job) Pod(name string, not types.UID) *corev1.Pod {
	j.t.Helper()
	p := &corev1.Pod{}
	Wait(j.t, "pod "+name, func() string {
		p = &corev1.Pod{}
		if err := j.c.Client.Get(j.t.Context(), j.Key(name), p); err != nil {
			return err.Error()
		}
		if p.UID == not || p.DeletionTimestamp != nil {
			return "it is the old one"
		}
		return ""
	})
	return p
}

// Running waits until the job has as many pods, and all are ready.
func (j *Job) Running(n int) {
	j.t.Helper()
	Wait(j.t, fmt.Sprintf("%d pods run", n), func() string {
		pods := j.Pods()
		ready := 0
		for _, p := range pods {
			if p.DeletionTimestamp == nil && p.Status.Phase == corev1.PodRunning && isReady(&p) {
				ready++
			}
		}
		if ready != n || len(pods) != n {
			return fmt.Sprintf("%d pods, %d ready", len(pods), ready)
		}
		return ""
	})
}

func isReady(p *corev1.Pod) bool {
	for _, c := range p.Status.Conditions {
		if c.Type == corev1.PodReady {
			return c.Status == corev1.ConditionTrue
		}
	}
	return false
}

// Says has a pod say something of itself, as a kubelet does.
func (j *Job) Says(name string, change func(*corev1.PodStatus)) {
	j.t.Helper()
	p := j.Pod(name, "")
	change(&p.Status)
	if err := j.c.Client.Status().Update(j.t.Context(), p); err != nil {
		j.t.Fatal(err)
	}
}

// Starts has pods say that they are ready.
func (j *Job) Starts(names ...string) {
	j.t.Helper()
	for _, n := range names {
		j.Says(n, func(s *corev1.PodStatus) {
			s.Phase = corev1.PodRunning
			s.Conditions = []corev1.PodCondition{{Type: corev1.PodReady, Status: corev1.ConditionTrue}}
			s.ContainerStatuses = []corev1.ContainerStatus{{
				Name: "mars", Ready: true, State: corev1.ContainerState{Running: &corev1.ContainerStateRunning{}},
			}}
		})
	}
}

// Ends has a pod say that its process has ended.
func (j *Job) Ends(name string, code int32) {
	j.t.Helper()
	j.Says(name, func(s *corev1.PodStatus) {
		s.Phase, s.Conditions = corev1.PodSucceeded, nil
		if code != 0 {
			s.Phase = corev1.PodFailed
		}
		s.ContainerStatuses = []corev1.ContainerStatus{{Name: "mars", State: corev1.ContainerState{
			Terminated: &corev1.ContainerStateTerminated{ExitCode: code, Message: "last words"},
		}}}
	})
}
