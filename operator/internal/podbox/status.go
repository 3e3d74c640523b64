package podbox

import (
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// A state is how the container of a pod is.
type state struct {
	id       string // empty: there is none
	waits    string // why it has not begun: a reason of the kubelet's
	words    string // of the reason, or the last ones of a container that has ended
	begun    time.Time
	ready    bool
	ended    bool
	code     int32
	restarts int32
}

// status is a pod's with the state of its container in it. What others have said of the pod stays.
func status(p *corev1.Pod, ip string, x state) corev1.PodStatus {
	s := *p.Status.DeepCopy()
	c := p.Spec.Containers[0]
	at := metav1.NewTime(x.begun)
	cs := corev1.ContainerStatus{Name: c.Name, Image: c.Image, RestartCount: x.restarts, Ready: x.ready}
	switch {
	case x.ended:
		reason := "Completed"
		s.Phase = corev1.PodSucceeded
		if x.code != 0 {
			reason, s.Phase = "Error", corev1.PodFailed
		}
		cs.State.Terminated = &corev1.ContainerStateTerminated{
			ExitCode: x.code, Reason: reason,
			Message: x.words, StartedAt: at, ContainerID: "podman://" + x.id,
		}
	case x.id != "":
		s.Phase = corev1.PodRunning
		started := true
		cs.Started = &started
		cs.State.Running = &corev1.ContainerStateRunning{StartedAt: at}
	default:
		s.Phase = corev1.PodPending
		cs.State.Waiting = &corev1.ContainerStateWaiting{Reason: x.waits, Message: x.words}
	}
	if x.id != "" {
		cs.ContainerID, cs.ImageID = "podman://"+x.id, c.Image
		s.PodIP, s.PodIPs = ip, []corev1.PodIP{{IP: ip}}
		s.HostIP, s.HostIPs = hostIP, []corev1.HostIP{{IP: hostIP}}
		s.StartTime = &at
	}
	s.ContainerStatuses = []corev1.ContainerStatus{cs}
	ready := corev1.ConditionFalse
	if x.ready {
		ready = corev1.ConditionTrue
	}
	for kind, value := range map[corev1.PodConditionType]corev1.ConditionStatus{
		corev1.PodInitialized: corev1.ConditionTrue, corev1.ContainersReady: ready, corev1.PodReady: ready,
	} {
		s.Conditions = set(s.Conditions, kind, value)
	}
	return s
}

// set gives a condition a value, and the time since which it has that.
func set(all []corev1.PodCondition, kind corev1.PodConditionType, value corev1.ConditionStatus) []corev1.PodCondition {
	for i := range all {
		if all[i].Type == kind {
			if all[i].Status != value {
				all[i].Status, all[i].LastTransitionTime = value, metav1.Now()
			}
			return all
		}
	}
	return append(all, corev1.PodCondition{Type: kind, Status: value, LastTransitionTime: metav1.Now()})
}
