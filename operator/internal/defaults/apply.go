package defaults

import (
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

// What a container has.
const (
	Container = "mars"      // the name of the container that runs a role
	PortName  = "mars-port" // the name of its port
	Port      = 11111       // which is this one unless said otherwise
)

var restart = map[api.ReplicaType]api.RestartPolicy{
	api.Scheduler:  api.RestartNever,
	api.WebService: api.RestartAlways,
	api.Worker:     api.RestartExitCode,
}

// Apply fills in job. Keys of roles get their case; where a role stands there twice, one is left for Check.
func Apply(job *api.MarsJob) {
	s := &job.Spec
	if s.CleanPodPolicy == nil || *s.CleanPodPolicy == "" {
		none := api.CleanNone
		s.CleanPodPolicy = &none
	}
	s.MarsReplicaSpecs = inCase(s.MarsReplicaSpecs)
	for role, r := range s.MarsReplicaSpecs {
		fill(role, r)
	}
	if s.MemoryTuningPolicy == nil {
		s.MemoryTuningPolicy, s.WorkerMemoryTuningPolicy = s.WorkerMemoryTuningPolicy, nil
	}
	if s.MarsReplicaSpecs[api.Worker] != nil {
		if s.MemoryTuningPolicy == nil {
			s.MemoryTuningPolicy = &api.MemoryTuningPolicy{}
		}
		if p := s.MemoryTuningPolicy; p.LockFreeFileIO == nil {
			yes := true
			p.LockFreeFileIO = &yes
		}
	}
}

// inCase is specs with the keys as we write them. A role that is null is none.
func inCase(specs map[api.ReplicaType]*api.ReplicaSpec) map[api.ReplicaType]*api.ReplicaSpec {
	out := map[api.ReplicaType]*api.ReplicaSpec{}
	for _, k := range slices.Sorted(maps.Keys(specs)) {
		if specs[k] == nil {
			continue
		}
		role := k
		for _, r := range api.Roles() {
			if strings.EqualFold(string(r), string(k)) && specs[r] == nil && out[r] == nil {
				role = r
			}
		}
		out[role] = specs[k]
	}
	return out
}

func fill(role api.ReplicaType, r *api.ReplicaSpec) {
	if r.Replicas == nil {
		one := int32(1)
		r.Replicas = &one
	}
	if r.RestartPolicy == "" {
		r.RestartPolicy = restart[role]
	}
	for i := range r.Template.Spec.Containers {
		if c := &r.Template.Spec.Containers[i]; c.Name == Container {
			if !slices.ContainsFunc(c.Ports, func(p corev1.ContainerPort) bool { return p.Name == PortName }) {
				c.Ports = append(c.Ports, corev1.ContainerPort{Name: PortName, ContainerPort: Port})
			}
			if c.TerminationMessagePolicy == "" {
				c.TerminationMessagePolicy = corev1.TerminationMessageFallbackToLogsOnError
			}
		}
	}
}
