package v1alpha1_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	crdvalidation "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/util/json"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"sigs.k8s.io/yaml"
)

// A server does with objects what the API server does with those of our CRD.
type server struct {
	props      *apiextensions.JSONSchemaProps
	structural *schema.Structural
	validator  validation.SchemaValidator
	rules      *cel.Validator
	size       int
}

func open(t *testing.T) *server {
	t.Helper()
	text, err := os.ReadFile("../../config/crd/bases/training.kubedl.io_marsjobs.yaml")
	if err != nil {
		t.Fatal(err)
	}
	v1 := &apiextensionsv1.CustomResourceDefinition{}
	if err := yaml.UnmarshalStrict(text, v1); err != nil {
		t.Fatal(err)
	}
	apiextensionsv1.SetDefaults_CustomResourceDefinition(v1)
	apiextensionsv1.SetDefaults_CustomResourceDefinitionSpec(&v1.Spec)
	v1.Status.StoredVersions = []string{"v1alpha1"}
	crd := &apiextensions.CustomResourceDefinition{}
	if err := apiextensionsv1.Convert_v1_CustomResourceDefinition_To_apiextensions_CustomResourceDefinition(v1, crd, nil); err != nil {
		t.Fatal(err)
	}
	// Rules in CEL are compiled here, and what they may cost is reckoned.
	if errs := crdvalidation.ValidateCustomResourceDefinition(context.Background(), crd); len(errs) > 0 {
		t.Fatal(errs.ToAggregate())
	}
	s := &server{size: len(text)}
	if crd.Spec.Validation != nil { // one version: the schema stands above it
		s.props = crd.Spec.Validation.OpenAPIV3Schema
	} else {
		s.props = crd.Spec.Versions[0].Schema.OpenAPIV3Schema
	}
	if s.structural, err = schema.NewStructural(s.props); err != nil {
		t.Fatal(err)
	}
	if s.validator, _, err = validation.NewSchemaValidator(s.props); err != nil {
		t.Fatal(err)
	}
	s.rules = cel.NewValidator(s.structural, true, celconfig.PerCallLimit)
	return s
}

// take is what the server says of an object that replaces old, which may be nil. It gets its defaults.
func (s *server) take(o, old map[string]any) (said string) {
	if unknown := pruning.PruneWithOptions(o, s.structural, true, schema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true}); len(unknown) > 0 {
		return "unknown field " + strings.Join(unknown, ", ")
	}
	defaulting.Default(o, s.structural)
	errs := validation.ValidateCustomResource(nil, o, s.validator)
	var before any
	if old != nil {
		before = old
	}
	more, _ := s.rules.Validate(context.Background(), nil, s.structural, o, before, celconfig.RuntimeCELCostBudget)
	if all := append(errs, more...); len(all) > 0 {
		return all.ToAggregate().Error()
	}
	return ""
}

func object(t *testing.T, text string) map[string]any {
	t.Helper()
	raw, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	o := map[string]any{}
	if err := json.Unmarshal(raw, &o); err != nil { // whole numbers stay so
		t.Fatal(err)
	}
	return o
}

// The tutorial's job and all samples are taken as they are.
func TestSamplesAreTaken(t *testing.T) {
	s := open(t)
	files, _ := filepath.Glob("../../config/samples/*.yaml")
	if len(files) < 3 {
		t.Fatal("samples are missing")
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		o := object(t, string(text))
		if said := s.take(o, nil); said != "" {
			t.Errorf("%s: %s", f, said)
		}
		spec := o["spec"].(map[string]any)
		roles := spec["marsReplicaSpecs"].(map[string]any)
		if spec["cleanPodPolicy"] != "None" || roles["Scheduler"].(map[string]any)["replicas"] != int64(1) {
			t.Errorf("%s: no defaults: %v", f, spec["cleanPodPolicy"])
		}
	}
	if s.size > 32<<10 {
		t.Errorf("the CRD has %d bytes: kubectl apply keeps a second copy, and clients read it at every start", s.size)
	}
}

func TestRules(t *testing.T) {
	s := open(t)
	job := func(name, spec string) string {
		return "apiVersion: training.kubedl.io/v1alpha1\nkind: MarsJob\nmetadata: {name: " + name + "}\nspec: {" + spec + "}\n"
	}
	roles := func(names ...string) string {
		var b strings.Builder
		for _, n := range names {
			b.WriteString(n + ": {template: {}}, ")
		}
		return "marsReplicaSpecs: {" + b.String() + "}"
	}
	good := roles("Scheduler", "WebService", "Worker")
	for text, want := range map[string]string{
		job("x", good): "",
		job("x", roles("scheduler", "WEBSERVICE")): "",
		job("x", roles("Worker")):                  "needs a Scheduler",
		job("x", roles("Scheduler", "WebSvc")):     "the roles are",
		job("x", "webHost: a.org"):                 "marsReplicaSpecs: Required",
		job(strings.Repeat("a", 50), good):         "",
		job(strings.Repeat("a", 63), good):         "at most 50 characters",
		job("a.b", good):                           "begins with a letter",
		job("9a", good):                            "begins with a letter",
		job("x", good+", memoryTuningPolicy: {}"):  "",
		job("x", good+", workerMemoryTuningPolicy: {spillDirs: [/a, /b, /c], workerCacheSize: 10Gi}"):                   "",
		job("x", good+", memoryTuningPolicy: {}, workerMemoryTuningPolicy: {}"):                                         "one setting",
		job("x", good+", memoryTuningPolicy: {workerCachePercentage: 150}"):                                             "less than or equal to 100",
		job("x", good+", memoryTuningPolicy: {workerCacheSize: lots}"):                                                  "workerCacheSize",
		job("x", good+", cleanPodPolicy: Some"):                                                                         "Unsupported value",
		job("x", good+", ttlSecondsAfterFinished: -1"):                                                                  "greater than or equal to 0",
		job("x", good+", activeDeadlineSeconds: 0"):                                                                     "greater than or equal to 1",
		job("x", good+", backoffLimit: -1"):                                                                             "greater than or equal to 0",
		job("x", good+", memoryTuningPolice: {}"):                                                                       "unknown field spec.memoryTuningPolice",
		job("x", good+", autoscaling: {maxReplicas: 4}"):                                                                "",
		job("x", good+", autoscaling: {minReplicas: 5, maxReplicas: 4}"):                                                "more than maxReplicas",
		job("x", "marsReplicaSpecs: {Scheduler: {replicas: -1, template: {}}}"):                                         "greater than or equal to 0",
		job("x", "marsReplicaSpecs: {Scheduler: {replicas: 0, restartPolicy: ExitCode, template: {}}}"):                 "",
		job("x", "marsReplicaSpecs: {Scheduler: {restartPolicy: Sometimes, template: {}}}"):                             "Unsupported value",
		job("x", "marsReplicaSpecs: {Scheduler: {}}"):                                                                   "template: Required",
		job("x", "marsReplicaSpecs: {Scheduler: {template: {spec: {containers: [{name: mars, anything: [goes]}]}}}}"):   "",
		job("x", good+", suspend: true, cronPolicy: {schedule: '* * * * *'}, schedulingPolicy: {minAvailable: 1}"):      "",
		job("x", good+", ingress: {ingressClassName: nginx, tlsSecretName: s, annotations: {a: b}}, webHost: mars.org"): "",
	} {
		said := s.take(object(t, text), nil)
		if want == "" && said != "" || !strings.Contains(said, want) {
			t.Errorf("%s: %q, want %q", text, said, want)
		}
	}
	for _, x := range [][3]string{
		{"", "managedBy: a", "cannot be changed"},
		{"managedBy: a", "", "cannot be changed"},
		{"managedBy: a", "managedBy: b", "cannot be changed"},
		{"managedBy: a", "managedBy: a, suspend: true", ""},
		{"", "suspend: true", ""},
	} {
		old, o := object(t, job("x", good+", "+x[0])), object(t, job("x", good+", "+x[1]))
		if said := s.take(old, nil); said != "" {
			t.Fatal(said)
		}
		if said := s.take(o, old); x[2] == "" && said != "" || !strings.Contains(said, x[2]) {
			t.Errorf("%q to %q: %q", x[0], x[1], said)
		}
	}
}
