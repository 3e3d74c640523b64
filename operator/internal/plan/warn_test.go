package plan

import (
	"fmt"
	"strings"
	"testing"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

// What has no effect, or not the one that people think of, is told.
func TestWarnings(t *testing.T) {
	for want, x := range map[string]struct {
		change  func(*api.MarsJobSpec)
		scalers []string
	}{
		"":                           {func(*api.MarsJobSpec) {}, []string{"a"}},
		"CronIgnored in vain":        {func(s *api.MarsJobSpec) { s.CronPolicy = &api.CronPolicy{Schedule: "* * * * *"} }, nil},
		"GangIgnored in vain":        {func(s *api.MarsJobSpec) { s.SchedulingPolicy = &api.SchedulingPolicy{Queue: "q"} }, nil},
		" ":                          {func(s *api.MarsJobSpec) { s.SchedulingPolicy = &api.SchedulingPolicy{PriorityClassName: "p"} }, nil},
		"  ":                         {func(s *api.MarsJobSpec) { s.Autoscaling = &api.Autoscaling{MaxReplicas: 2} }, nil},
		"AutoscalingIgnored in vain": {func(s *api.MarsJobSpec) { s.Autoscaling = &api.Autoscaling{MaxReplicas: 2} }, []string{"a", "b"}},
		"SchedulersApart":            {func(s *api.MarsJobSpec) { *s.MarsReplicaSpecs[api.Scheduler].Replicas = 2 }, nil},
		"Unbounded": {func(s *api.MarsJobSpec) {
			s.MarsReplicaSpecs[api.Worker].Template.Spec.Containers[0].Resources.Limits = nil
		}, nil},
	} {
		job, _ := planned(t, "../../config/samples/tutorial.yaml")
		x.change(&job.Spec)
		var got []string
		for _, w := range Warnings(job, x.scalers) {
			word := w.Word
			if w.Vain {
				word += " in vain"
			}
			got = append(got, word)
			if strings.Contains(w.Word, "Autoscaling") &&
				!strings.Contains(w.Text, "HorizontalPodAutoscaler a, b scales") {
				t.Error(w.Text)
			}
		}
		if fmt.Sprint(got) != "["+strings.TrimSpace(want)+"]" {
			t.Errorf("%v, want %q", got, want)
		}
	}
}
