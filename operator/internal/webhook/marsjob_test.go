package webhook

import (
	"strings"
	"testing"

	admissionv1 "k8s.io/api/admission/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
	"sigs.k8s.io/yaml"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

const head = "apiVersion: training.kubedl.io/v1alpha1\nkind: MarsJob\nmetadata: {name: x}\nspec:\n  marsReplicaSpecs:\n"

func handler(t *testing.T) *MarsJob {
	t.Helper()
	s := runtime.NewScheme()
	if err := api.AddToScheme(s); err != nil {
		t.Fatal(err)
	}
	return &MarsJob{decoder: admission.NewDecoder(s)}
}

// What is filled in is what was left open, at the keys that are there: nothing is written anew.
func TestPatchIsWhatWasLeftOpen(t *testing.T) {
	raw, err := yaml.YAMLToJSON([]byte(head + `
    scheduler: {template: {spec: {containers: [{name: mars, resources: {limits: {cpu: 2}}, more: [goes]}]}}}
    Worker: {replicas: 3, restartPolicy: Never, template: {}}
`))
	if err != nil {
		t.Fatal(err)
	}
	r := handler(t).Handle(t.Context(), admission.Request{AdmissionRequest: admissionv1.AdmissionRequest{Object: runtime.RawExtension{Raw: raw}}})
	if !r.Allowed {
		t.Fatal(r.Result)
	}
	got := map[string]any{}
	for _, p := range r.Patches {
		if p.Operation != "add" {
			t.Errorf("%+v", p)
		}
		got[p.Path] = p.Value
	}
	want := map[string]any{
		"/spec/cleanPodPolicy": "None", "/spec/marsReplicaSpecs/scheduler/restartPolicy": "Never",
		"/spec/marsReplicaSpecs/scheduler/replicas": 1.0,
	}
	for path, v := range want {
		if got[path] != v {
			t.Errorf("%s is %v, want %v", path, got[path], v)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%v", got)
	}
	if r := handler(t).Handle(t.Context(), admission.Request{AdmissionRequest: admissionv1.AdmissionRequest{Object: runtime.RawExtension{Raw: []byte("[]")}}}); r.Allowed {
		t.Error("what is no job is allowed")
	}
}

// All that is wrong is said at once; a job that goes may go as it is.
func TestWrongIsRefused(t *testing.T) {
	job := &api.MarsJob{}
	if err := yaml.UnmarshalStrict([]byte(head+"    Worker: {template: {}}\n    Workers: {template: {}}\n"),
		job); err != nil {
		t.Fatal(err)
	}
	h := handler(t)
	_, err := h.ValidateCreate(t.Context(), job)
	for _, want := range []string{
		"has no Scheduler", "Worker.template has no containers",
		"Workers is no role", `MarsJob.training.kubedl.io "x" is invalid`,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v lacks %q", err, want)
		}
	}
	if _, err := h.ValidateUpdate(t.Context(), job, job); err == nil {
		t.Error("it may be changed and stay wrong")
	}
	now := metav1.Now()
	job.DeletionTimestamp = &now
	if _, err := h.ValidateUpdate(t.Context(), job, job); err != nil {
		t.Errorf("it cannot go: %v", err)
	}
}
