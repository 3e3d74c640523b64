package autoscale

import (
	"context"
	"slices"
	"strings"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	"sigs.k8s.io/controller-runtime/pkg/client"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

// Two that scale one job undo what the other does, so what a cluster has of its own is looked for.
//
// +kubebuilder:rbac:groups=autoscaling,resources=horizontalpodautoscalers,verbs=list;watch

// Target is the name of the job that a HorizontalPodAutoscaler scales, empty where it scales something else.
func Target(h *autoscalingv2.HorizontalPodAutoscaler) string {
	r := h.Spec.ScaleTargetRef
	if group, _, _ := strings.Cut(r.APIVersion, "/"); group == api.GroupVersion.Group &&
		r.Kind == api.Kind.Kind {
		return r.Name
	}
	return ""
}

// Beside are the names of the HorizontalPodAutoscalers that scale a job, sorted.
func Beside(ctx context.Context, c client.Reader, job *api.MarsJob) (names []string, err error) {
	var all autoscalingv2.HorizontalPodAutoscalerList
	if err := c.List(ctx, &all, client.InNamespace(job.Namespace)); err != nil {
		return nil, err
	}
	for i := range all.Items {
		if Target(&all.Items[i]) == job.Name {
			names = append(names, all.Items[i].Name)
		}
	}
	slices.Sort(names)
	return names, nil
}
