package webhook

import (
	"context"
	"fmt"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/autoscale"
)

// Of autoscalers we are asked about those of jobs alone.
//
// +kubebuilder:webhook:mutating=false,name=autoscaler.marsjob.training.kubedl.io,path=/validate-autoscaling-v2-horizontalpodautoscaler,groups=autoscaling,versions=v2,resources=horizontalpodautoscalers,verbs=create;update,failurePolicy=ignore,sideEffects=None,timeoutSeconds=5,admissionReviewVersions=v1,serviceName=mars-operator-webhook,serviceNamespace=mars-system,patch=`{"matchConditions":[{"name":"scales-a-marsjob","expression":"object.spec.scaleTargetRef.kind == 'MarsJob'"}]}`

// Autoscaler answers for HorizontalPodAutoscalers.
type Autoscaler struct {
	Reader client.Reader // of jobs
}

// twice says that two scale one job.
func twice(scaler, job string) string {
	return fmt.Sprintf("HorizontalPodAutoscaler %s and spec.autoscaling of MarsJob %s would undo what the other does: "+
		"delete the one, or take the other out of the job", scaler, job)
}

// ValidateCreate refuses one that scales a job which scales itself.
func (a *Autoscaler) ValidateCreate(
	ctx context.Context, h *autoscalingv2.HorizontalPodAutoscaler,
) (admission.Warnings, error) {
	name := autoscale.Target(h)
	if name == "" {
		return nil, nil
	}
	job := &api.MarsJob{}
	err := a.Reader.Get(ctx, types.NamespacedName{Namespace: h.Namespace, Name: name}, job)
	if err != nil || job.Spec.Autoscaling == nil {
		return nil, nil // it may come later, and is then asked about
	}
	kind := schema.GroupResource{Group: autoscalingv2.GroupName, Resource: "horizontalpodautoscalers"}
	return nil, apierrors.NewForbidden(kind, h.Name, fmt.Errorf("%s", twice(h.Name, name)))
}

// ValidateUpdate refuses as ValidateCreate does. One that scaled the job before may be changed.
func (a *Autoscaler) ValidateUpdate(
	ctx context.Context, old, h *autoscalingv2.HorizontalPodAutoscaler,
) (admission.Warnings, error) {
	if autoscale.Target(old) == autoscale.Target(h) {
		return nil, nil
	}
	return a.ValidateCreate(ctx, h)
}

// ValidateDelete allows all.
func (*Autoscaler) ValidateDelete(context.Context,
	*autoscalingv2.HorizontalPodAutoscaler,
) (admission.Warnings, error) {
	return nil, nil
}
