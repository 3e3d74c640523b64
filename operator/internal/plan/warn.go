package plan

import (
	corev1 "k8s.io/api/core/v1"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

// A Warning is of what a job asks for in vain, or should ask for: a word for programs, a sentence for people.
type Warning struct{ Word, Text string }

// Warnings are those of a job to which defaults were applied and with which nothing is wrong.
func Warnings(job *api.MarsJob) (out []Warning) {
	if job.Spec.CronPolicy != nil {
		out = append(out, Warning{"CronIgnored", "cronPolicy has no effect: let a CronJob create MarsJobs"})
	}
	if w := job.Spec.MarsReplicaSpecs[api.Worker]; w != nil && limit(mars(&w.Template.Spec), corev1.ResourceMemory) == 0 {
		out = append(out, Warning{
			"Unbounded", "workers have no limit of memory: they take what the node has, give the container mars one",
		})
	}
	return out
}
