package status

import (
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/mars-project/mars-go/operator/internal/defaults"
	"github.com/mars-project/mars-go/operator/internal/failover"
)

// An End is why a pod is over, and the exit code of its process.
type End struct {
	Why  failover.Cause
	Code int32
}

// EndOf says whether a pod is over. One with other containers is when its process is: nobody starts that
// again.
func EndOf(p *corev1.Pod) (e End, over bool) {
	c := process(p)
	over = p.Status.Phase == corev1.PodFailed || p.Status.Phase == corev1.PodSucceeded
	if !over && (p.Spec.RestartPolicy != corev1.RestartPolicyNever || c == nil || c.State.Terminated == nil) {
		return End{}, false
	}
	if p.Status.Phase == corev1.PodFailed {
		if why := taken(p); why != "" {
			return End{Why: why}, true
		}
	}
	if c != nil && c.State.Terminated != nil {
		t := c.State.Terminated
		if t.Reason == "OOMKilled" {
			return End{failover.OOMKilled, t.ExitCode}, true
		}
		if t.ExitCode != 0 || p.Status.Phase != corev1.PodFailed {
			return End{failover.Exited, t.ExitCode}, true
		}
	}
	if p.Status.Phase == corev1.PodSucceeded {
		return End{failover.Exited, 0}, true
	}
	for _, cs := range [][]corev1.ContainerStatus{
		p.Status.InitContainerStatuses,
		p.Status.ContainerStatuses,
	} {
		for _, x := range cs {
			if t := x.State.Terminated; t != nil && t.ExitCode != 0 {
				return End{failover.Exited, t.ExitCode}, true
			}
		}
	}
	return End{Why: failover.Refused}, true // nothing has run
}

// process is the container of the role.
func process(p *corev1.Pod) *corev1.ContainerStatus {
	for i := range p.Status.ContainerStatuses {
		if c := &p.Status.ContainerStatuses[i]; c.Name == defaults.Container {
			return c
		}
	}
	return nil
}

// taken is why the cluster has ended a pod that failed, empty when it has not.
func taken(p *corev1.Pod) failover.Cause {
	switch r := p.Status.Reason; {
	case r == "Evicted", r == "Preempting", r == "Terminated", r == "Shutdown", r == "NodeShutdown":
		return failover.Evicted
	case r == "NodeLost":
		return failover.NodeLost
	case r == "OOMKilled":
		return failover.OOMKilled
	case r == "Killed", r == "UnexpectedAdmissionError", r == "NodeAffinity", strings.HasPrefix(r, "OutOf"):
		return failover.Refused
	}
	for _, c := range p.Status.Conditions {
		if c.Type != corev1.DisruptionTarget || c.Status != corev1.ConditionTrue {
			continue
		}
		if c.Reason == "DeletionByTaintManager" || c.Reason == "DeletionByPodGC" {
			return failover.NodeLost
		}
		return failover.Evicted
	}
	return ""
}

// Ready says whether a pod can be used.
func Ready(p *corev1.Pod) bool {
	if p.Status.Phase != corev1.PodRunning || p.DeletionTimestamp != nil {
		return false
	}
	for _, c := range p.Status.Conditions {
		if c.Type == corev1.PodReady {
			return c.Status == corev1.ConditionTrue
		}
	}
	return false
}

// active says whether a pod runs, or is about to: it has a node and its first containers have started.
func active(p *corev1.Pod) bool {
	if p.Status.Phase == corev1.PodRunning {
		return true
	}
	if p.Status.Phase != corev1.PodPending || p.Spec.NodeName == "" ||
		len(p.Status.InitContainerStatuses) < len(p.Spec.InitContainers) {
		return false
	}
	for _, c := range p.Status.InitContainerStatuses {
		if c.State.Waiting != nil {
			return false
		}
	}
	return len(p.Status.ContainerStatuses) > 0 || len(p.Status.InitContainerStatuses) > 0
}

// restarts counts what the kubelet has started again in a pod.
func restarts(p *corev1.Pod) (n int32) {
	for _, c := range p.Status.ContainerStatuses {
		n += c.RestartCount
	}
	return n
}
