package webhook

import (
	"errors"
	"strings"
	"testing"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/yaml"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

func scaler(kind string) *autoscalingv2.HorizontalPodAutoscaler {
	h := &autoscalingv2.HorizontalPodAutoscaler{ObjectMeta: metav1.ObjectMeta{Name: "mine"}}
	h.Spec.ScaleTargetRef = autoscalingv2.CrossVersionObjectReference{
		APIVersion: api.GroupVersion.String(),
		Kind:       kind, Name: "x",
	}
	return h
}

func elastic(t *testing.T) *api.MarsJob {
	t.Helper()
	job := &api.MarsJob{}
	text := head + "    Scheduler: {template: {spec: {containers: [{name: mars}]}}}\n  autoscaling: {minReplicas: 1, maxReplicas: 2}\n"
	if err := yaml.UnmarshalStrict([]byte(text), job); err != nil {
		t.Fatal(err)
	}
	return job
}

func holding(t *testing.T, objects ...client.Object) client.Reader {
	t.Helper()
	s := runtime.NewScheme()
	if err := errors.Join(clientgoscheme.AddToScheme(s), api.AddToScheme(s)); err != nil {
		t.Fatal(err)
	}
	return fake.NewClientBuilder().WithScheme(s).WithObjects(objects...).Build()
}

// A job that scales itself, and an autoscaler of it: whichever comes second is refused.
func TestTwoAutoscalers(t *testing.T) {
	plain := elastic(t)
	plain.Spec.Autoscaling = nil

	h := &MarsJob{Reader: holding(t, scaler("MarsJob"))}
	_, err := h.ValidateCreate(t.Context(), elastic(t))
	if err == nil || !strings.Contains(err.Error(), "HorizontalPodAutoscaler mine and spec.autoscaling") {
		t.Errorf("beside it a job is taken: %v", err)
	}
	if _, err := h.ValidateUpdate(t.Context(), plain, elastic(t)); err == nil {
		t.Error("beside it a job begins to scale itself")
	}
	if _, err := h.ValidateCreate(t.Context(), plain); err != nil {
		t.Error(err)
	}
	said, err := h.ValidateUpdate(t.Context(), elastic(t), elastic(t)) // both are there already
	if err != nil || !strings.Contains(strings.Join(said, " "), "autoscaling has no effect while") {
		t.Errorf("%q, %v", said, err)
	}
	h = &MarsJob{Reader: holding(t, scaler("Deployment"))}
	if _, err := h.ValidateCreate(t.Context(), elastic(t)); err != nil {
		t.Error(err)
	}

	a := &Autoscaler{Reader: holding(t, elastic(t))}
	if _, err := a.ValidateCreate(t.Context(), scaler("MarsJob")); err == nil ||
		!strings.Contains(err.Error(), "delete the one") {
		t.Errorf("beside the job it is taken: %v", err)
	}
	if _, err := a.ValidateUpdate(t.Context(), scaler("Deployment"), scaler("MarsJob")); err == nil {
		t.Error("it is pointed at the job")
	}
	for _, err := range []error{
		last(a.ValidateCreate(t.Context(), scaler("Deployment"))),
		last(a.ValidateUpdate(t.Context(), scaler("MarsJob"), scaler("MarsJob"))),
		last((&Autoscaler{Reader: holding(t, plain)}).ValidateCreate(t.Context(), scaler("MarsJob"))),
		last((&Autoscaler{Reader: holding(t)}).ValidateCreate(t.Context(), scaler("MarsJob"))),
	} {
		if err != nil {
			t.Error(err)
		}
	}
}

func last(_ []string, err error) error { return err }
