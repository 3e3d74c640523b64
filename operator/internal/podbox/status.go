package podbox

import (
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// A state is how the container of a pod is.
type state struct {
	id       string // empty: there is none
	waits    string // why it does not run: a reason of the kubelet's
	words    string // of the reason, or the last ones of a container that has ended
	begun    time.Time
	ready    bool
	ended    bool
	code     int32
	killed   bool // by the kernel, for want of memory
	restarts int32
	last     *corev1.ContainerStateTerminated // the end before the last start
}

// over is the end of a container.
func (x *state) over() *corev1.ContainerStateTerminated {
	reason := "Completed"
	switch {
	case x.killed:
		reason = "OOMKilled"
	case x.code != 0:
		reason = "Error"
	}
	return &corev1.ContainerStateTerminated{
		ExitCode: x.code, Reason: reason, Message: x.words,
		StartedAt: metav1.NewTime(x.begun), ContainerID: "podman://" + x.id,
	}
}

// status is a pod's with the state of its container in it. What others have said of the pod stays.
func status(p *corev1.Pod, ip string, x state) corev1.PodStatus {
	s := *p.Status.DeepCopy()
	c := p.Spec.Containers[0]
	at := metav1.NewTime(x.begun)
	runs := x.id != "" && x.waits == "" && !x.ended
	cs := corev1.ContainerStatus{
		Name: c.Name, Image: c.Image, RestartCount: x.restarts, Ready: x.ready, Started: &runs,
	}
	cs.LastTerminationState.Terminated = x.last
	s.Phase = corev1.PodRunning
	var whole, unready string // why nothing begins any more, and why it is not ready
	switch {
	case x.ended:
		s.Phase, whole, unready = corev1.PodSucceeded, "PodCompleted", "PodCompleted"
		if x.code != 0 {
			s.Phase, whole, unready = corev1.PodFailed, "", "PodFailed"
		}
		cs.State.Terminated = x.over()
	case runs:
		cs.State.Running = &corev1.ContainerStateRunning{StartedAt: at}
	default:
		if x.id == "" {
			s.Phase = corev1.PodPending
		}
		cs.State.Waiting = &corev1.ContainerStateWaiting{Reason: x.waits, Message: x.words}
	}
	if x.id != "" {
		cs.ContainerID, cs.ImageID = "podman://"+x.id, c.Image
		s.PodIP, s.PodIPs = ip, []corev1.PodIP{{IP: ip}}
		s.HostIP, s.HostIPs = hostIP, []corev1.HostIP{{IP: hostIP}}
		if s.StartTime == nil {
			s.StartTime = &at
		}
	}
	s.ContainerStatuses = []corev1.ContainerStatus{cs}
	switch {
	case x.ready:
		unready = ""
	case unready == "":
		unready = "ContainersNotReady"
	}
	alone := "" // why it has no place for containers
	if x.ended {
		alone = "PodSandboxNotReady"
	}
	s.Conditions = set(s.Conditions, corev1.PodReadyToStartContainers, !x.ended, alone)
	s.Conditions = set(s.Conditions, corev1.PodInitialized, true, whole)
	s.Conditions = set(s.Conditions, corev1.ContainersReady, x.ready, unready)
	s.Conditions = set(s.Conditions, corev1.PodReady, x.ready, unready)
	return s
}

// set gives a condition a value and a reason, and the time since which it has that value.
func set(all []corev1.PodCondition, kind corev1.PodConditionType, is bool, reason string) []corev1.PodCondition {
	value := corev1.ConditionFalse
	if is {
		value = corev1.ConditionTrue
	}
	for i := range all {
		if all[i].Type == kind {
			if all[i].Status != value {
				all[i].Status, all[i].LastTransitionTime = value, metav1.Now()
			}
			all[i].Reason = reason
			return all
		}
	}
	return append(all, corev1.PodCondition{Type: kind, Status: value, Reason: reason, LastTransitionTime: metav1.Now()})
}
