package plan

import (
	"maps"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/defaults"
)

// grace is how many seconds a pod may take to end: a worker hands over what only it has, twice 30 s at most.
const grace = 65

// user is that of our images, who owns nothing of a new volume.
const user = 65532

// PrefixAnnotation says below which path the process of a pod serves.
const PrefixAnnotation = "training.kubedl.io/web-prefix"

func pod(job *api.MarsJob, role api.ReplicaType, index int) *corev1.Pod {
	r := job.Spec.MarsReplicaSpecs[role]
	t := r.Template.DeepCopy()
	labels := t.Labels
	if labels == nil {
		labels = map[string]string{}
	}
	spot(r, index, &t.Spec, labels)
	maps.Copy(labels, podLabels(job.Name, role, index))
	p := &corev1.Pod{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"},
		ObjectMeta: meta(job, Name(job.Name, role, index), labels),
		Spec:       t.Spec,
	}
	p.Annotations = t.Annotations
	s, c := &p.Spec, mars(&p.Spec)
	s.RestartPolicy = inPod(r.RestartPolicy)
	place(job, s)
	if s.AutomountServiceAccountToken == nil {
		no := false
		s.AutomountServiceAccountToken = &no // nobody in a pod speaks to the API server
	}
	environment(job, role, index, s, c)
	if s.TerminationGracePeriodSeconds == nil {
		n := int64(grace)
		s.TerminationGracePeriodSeconds = &n
	}
	if role == api.Worker {
		tune(job.Spec.MemoryTuningPolicy, s, c)
	}
	if role == api.WebService && host(job) != "" {
		if p.Annotations == nil {
			p.Annotations = map[string]string{}
		}
		p.Annotations[PrefixAnnotation] = prefix(job, index)
	}
	replaced(c)
	heard(s)
	probe(job, role, c)
	return p
}

// Stale says whether a pod that is there serves below another path than it should, so that another must take
// its place. Nothing else of a job changes pods that run.
func Stale(have, want *corev1.Pod) bool {
	return have.Annotations[PrefixAnnotation] != want.Annotations[PrefixAnnotation]
}

// mars is the container that runs the role.
func mars(s *corev1.PodSpec) *corev1.Container {
	for i := range s.Containers {
		if s.Containers[i].Name == defaults.Container {
			return &s.Containers[i]
		}
	}
	return nil
}

// inPod is what the kubelet is told: where the operator decides it is to do nothing.
func inPod(p api.RestartPolicy) corev1.RestartPolicy {
	switch p {
	case api.RestartAlways:
		return corev1.RestartPolicyAlways
	case api.RestartOnFailure:
		return corev1.RestartPolicyOnFailure
	}
	return corev1.RestartPolicyNever
}

// spot marks the last pods of a role.
func spot(r *api.ReplicaSpec, index int, s *corev1.PodSpec, labels map[string]string) {
	if x := r.SpotReplicaSpec; x != nil && index >= int(*r.Replicas-x.SpotReplicaNumber) {
		maps.Copy(labels, x.Labels)
		if x.PriorityClassName != "" {
			s.PriorityClassName = x.PriorityClassName
		}
	}
}

// place gives a pod the priority of the job, unless it has one.
func place(job *api.MarsJob, s *corev1.PodSpec) {
	x := job.Spec.SchedulingPolicy
	if x == nil || s.PriorityClassName != "" || s.Priority != nil {
		return
	}
	s.PriorityClassName = x.PriorityClassName
	if x.PriorityClassName == "" {
		s.Priority = x.Priority
	}
}

// marsPort is the one port of a role: links of a scheduler, pages of a web service, data of a worker.
func marsPort(job *api.MarsJob, role api.ReplicaType) int32 {
	r := job.Spec.MarsReplicaSpecs[role]
	for _, p := range mars(&r.Template.Spec).Ports {
		if p.Name == defaults.PortName {
			return p.ContainerPort
		}
	}
	return defaults.Port
}
