package plan

import (
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

// A Warning is of what a job asks for in vain, or should ask for: a word for programs, a sentence for people.
type Warning struct {
	Word, Text string
	Vain       bool // it has no effect
}

// Warnings are those of a job to which defaults were applied and with which nothing is wrong. scalers are the
// HorizontalPodAutoscalers that scale its workers.
func Warnings(job *api.MarsJob, scalers []string) (out []Warning) {
	vain := func(word, format string, args ...any) {
		out = append(out, Warning{Word: word, Text: fmt.Sprintf(format, args...), Vain: true})
	}
	s := &job.Spec
	if s.CronPolicy != nil {
		vain("CronIgnored", "cronPolicy has no effect: let a CronJob create MarsJobs")
	}
	if p := s.SchedulingPolicy; p != nil && (p.MinAvailable != nil || p.Queue != "") {
		vain("GangIgnored", "minAvailable and queue of schedulingPolicy have no effect: pods are placed one by one")
	}
	if s.Autoscaling != nil && len(scalers) > 0 {
		vain("AutoscalingIgnored", "autoscaling has no effect while HorizontalPodAutoscaler %s scales the workers: "+
			"delete that, or take autoscaling out of the job", strings.Join(scalers, ", "))
	}
	if n := *s.MarsReplicaSpecs[api.Scheduler].Replicas; n > 1 {
		out = append(out, Warning{
			Word: "SchedulersApart",
			Text: fmt.Sprintf("%d Schedulers share out the sessions, and "+
				"none takes over those of another: the job fails with the first that is lost; more of them carry more "+
				"sessions, and are no safer than one", n),
		})
	}
	if w := s.MarsReplicaSpecs[api.Worker]; w != nil &&
		limit(mars(&w.Template.Spec), corev1.ResourceMemory) == 0 {
		out = append(out, Warning{
			Word: "Unbounded", Text: "workers have no limit of memory: they take what the node has, give the container mars one",
		})
	}
	return out
}
