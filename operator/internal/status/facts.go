package status

import (
	"fmt"
	"strings"
	"time"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

// beside sets the facts: whether web services can be used, whether there are as many workers as wanted.
func beside(x *Seen, s *api.MarsJobStatus) {
	if Finished(s) {
		return
	}
	for _, f := range []struct {
		role api.ReplicaType
		t    api.JobConditionType
		what string
	}{{api.WebService, api.WebReady, "web services"}, {api.Worker, api.Scaled, "workers"}} {
		r := x.Job.Spec.MarsReplicaSpecs[f.role]
		if r == nil {
			continue
		}
		ready := int32(0)
		for _, p := range x.Pods[f.role] {
			if Ready(p) {
				ready++
			}
		}
		reason := "NotReady"
		if ready == *r.Replicas {
			reason = "Ready"
		}
		s.Conditions = note(s.Conditions, f.t, ready == *r.Replicas, reason,
			fmt.Sprintf("%d of %d %s are ready.", ready, *r.Replicas, f.what), x.Now, x.Job.Generation)
	}
}

// effective sets the fact whether all that the job asks for has an effect. It is there once something had
// none.
func effective(x *Seen, s *api.MarsJobStatus) {
	if Finished(s) || x.Warnings == nil {
		return
	}
	var words, texts []string
	for _, w := range x.Warnings {
		if w.Vain {
			words, texts = append(words, w.Word), append(texts, w.Text)
		}
	}
	g := x.Job.Generation
	switch {
	case len(words) > 0:
		s.Conditions = note(s.Conditions, api.Effective, false, words[0], strings.Join(texts, "; ")+".",
			x.Now, g)
	case Get(s.Conditions, api.Effective) != nil:
		s.Conditions = note(s.Conditions, api.Effective, true, "Effective",
			"All that the job asks for has an effect.", x.Now, g)
	}
}

// Wake is when a job has to be looked at again though nothing happens to it; the zero time is never. Then it
// has run for too long, or is to be deleted.
func Wake(job *api.MarsJob, s *api.MarsJobStatus) time.Time {
	if Finished(s) {
		if ttl := job.Spec.TTLSecondsAfterFinished; ttl != nil && s.CompletionTime != nil {
			return deadline(s.CompletionTime, int64(*ttl))
		}
		return time.Time{}
	}
	if d := job.Spec.ActiveDeadlineSeconds; d != nil && s.StartTime != nil {
		return deadline(s.StartTime, *d)
	}
	return time.Time{}
}
