// Package webhook is what the API server asks before it stores a MarsJob: what a job leaves open is filled
// in, and what is wrong with it is said at once. The controller does the same with jobs that come by without
// it, so a job is stored though nobody answers.
package webhook

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/validation/field"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/autoscale"
	"github.com/mars-project/mars-go/operator/internal/defaults"
	"github.com/mars-project/mars-go/operator/internal/plan"
)

// Names of the configurations, and of the service by which the API server finds an operator.
const (
	Hooks   = "mars-operator"
	Service = "mars-operator-webhook"
)

const fillPath = "/mutate-training-kubedl-io-v1alpha1-marsjob"

// What the API server asks, and whom.
//
// +kubebuilder:webhookconfiguration:mutating=true,name=mars-operator
// +kubebuilder:webhookconfiguration:mutating=false,name=mars-operator
// +kubebuilder:webhook:mutating=true,name=default.marsjob.training.kubedl.io,path=/mutate-training-kubedl-io-v1alpha1-marsjob,groups=training.kubedl.io,versions=v1alpha1,resources=marsjobs,verbs=create;update,failurePolicy=ignore,sideEffects=None,timeoutSeconds=5,admissionReviewVersions=v1,serviceName=mars-operator-webhook,serviceNamespace=mars-system
// +kubebuilder:webhook:mutating=false,name=validate.marsjob.training.kubedl.io,path=/validate-training-kubedl-io-v1alpha1-marsjob,groups=training.kubedl.io,versions=v1alpha1,resources=marsjobs,verbs=create;update,failurePolicy=ignore,sideEffects=None,timeoutSeconds=5,admissionReviewVersions=v1,serviceName=mars-operator-webhook,serviceNamespace=mars-system

// MarsJob answers for jobs.
type MarsJob struct {
	Reader  client.Reader // finds who else scales a job
	decoder admission.Decoder
}

// SetupWithManager has the server of a manager answer for jobs, and for what scales them.
func SetupWithManager(m ctrl.Manager) error {
	h := &MarsJob{Reader: m.GetClient(), decoder: admission.NewDecoder(m.GetScheme())}
	m.GetWebhookServer().Register(fillPath, &admission.Webhook{Handler: h, RecoverPanic: new(true)})
	a := &Autoscaler{Reader: m.GetClient()}
	return errors.Join(
		ctrl.NewWebhookManagedBy(m, &api.MarsJob{}).WithValidator(h).Complete(),
		ctrl.NewWebhookManagedBy(m, &autoscalingv2.HorizontalPodAutoscaler{}).WithValidator(a).Complete(),
	)
}

// Handle fills in a job. The answer is what Fill has changed and nothing else: were the job written anew, its
// templates would get the empty fields and the other spelling of numbers of our types, and who applies it
// again would see it change.
func (h *MarsJob) Handle(_ context.Context, q admission.Request) admission.Response {
	job := &api.MarsJob{}
	if err := h.decoder.Decode(q, job); err != nil {
		return admission.Errored(http.StatusBadRequest, err)
	}
	before, err := json.Marshal(job)
	if err != nil {
		return admission.Errored(http.StatusInternalServerError, err)
	}
	defaults.Fill(job)
	after, err := json.Marshal(job)
	if err != nil {
		return admission.Errored(http.StatusInternalServerError, err)
	}
	return admission.PatchResponseFromRaw(before, after)
}

// ValidateCreate refuses a job with which something is wrong, and warns of what it asks for in vain.
func (h *MarsJob) ValidateCreate(ctx context.Context, job *api.MarsJob) (admission.Warnings, error) {
	return h.check(ctx, nil, job)
}

// ValidateUpdate refuses as ValidateCreate does. A job that was wrong before may lose its finalizers.
func (h *MarsJob) ValidateUpdate(ctx context.Context, old, job *api.MarsJob) (admission.Warnings, error) {
	if job.DeletionTimestamp != nil {
		return nil, nil
	}
	return h.check(ctx, old, job)
}

// ValidateDelete allows all.
func (*MarsJob) ValidateDelete(context.Context, *api.MarsJob) (admission.Warnings, error) {
	return nil, nil
}

// check looks at a job that is to take the place of old, nil where there is none.
func (h *MarsJob) check(ctx context.Context, old, job *api.MarsJob) (warnings admission.Warnings, err error) {
	j := job.DeepCopy()
	defaults.Apply(j)
	wrong := defaults.Check(j)
	var scalers []string
	if j.Spec.Autoscaling != nil {
		if scalers, err = autoscale.Beside(ctx, h.Reader, j); err != nil {
			warnings = append(warnings, "who else scales the job is not known: "+err.Error())
		}
		if len(scalers) > 0 && (old == nil || old.Spec.Autoscaling == nil) {
			wrong = append(wrong, twice(scalers[0], job.Name))
		}
	}
	if len(wrong) > 0 {
		return nil, apierrors.NewInvalid(api.Kind.GroupKind(), job.Name, field.ErrorList{
			field.Invalid(field.NewPath("spec"), field.OmitValueType{}, strings.Join(wrong, "; ")),
		})
	}
	for _, w := range plan.Warnings(j, scalers) {
		warnings = append(warnings, w.Text)
	}
	return warnings, nil
}
