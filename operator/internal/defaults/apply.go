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

// Fill fills in a job as it is written: whatever the case of a key, it stays.
func Fill(job *api.MarsJob) {
	s := &job.Spec
	if s.CleanPodPolicy == nil || *s.CleanPodPolicy == "" {
		none := api.CleanNone
		s.CleanPodPolicy = &none
	}
	for key, r := range s.MarsReplicaSpecs {
		if r == nil {
			continue
		}
		if r.Replicas == nil {
			one := int32(1)
			r.Replicas = &one
		}
		for role, p := range restart {
			if r.RestartPolicy == "" && strings.EqualFold(string(role), string(key)) {
				r.RestartPolicy = p
			}
		}
	}
}

// Apply fills in job, and brings it into one form: keys of roles get their case, where a role stands there
// twice one is left for Check; of the two names of the memory policy one is left.
func Apply(job *api.MarsJob) {
	s := &job.Spec
	Fill(job)
	s.MarsReplicaSpecs = inCase(s.MarsReplicaSpecs)
	for _, r := range s.MarsReplicaSpecs {
		fill(r)
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

// fill gives the process of a role what it needs.
func fill(r *api.ReplicaSpec) {
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
