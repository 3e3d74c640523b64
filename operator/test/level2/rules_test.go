//go:build kube

package level2

import (
	"os"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"

	"github.com/mars-project/mars-go/operator/internal/kubetest"
)

// object is one of a namespace, with numbers as they stand there.
func object(t *testing.T, namespace, text string) *unstructured.Unstructured {
	t.Helper()
	raw, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	o := &unstructured.Unstructured{}
	if err := o.UnmarshalJSON(raw); err != nil {
		t.Fatal(err)
	}
	o.SetNamespace(namespace)
	return o
}

// strict is a client as kubectl is: fields that nobody knows are refused.
func strict() client.Client {
	return client.WithFieldValidation(cluster.Client, client.FieldValidation("Strict"))
}

func job(name, spec string) string {
	return "apiVersion: training.kubedl.io/v1alpha1\nkind: MarsJob\nmetadata: {name: " + name + "}\nspec: {" +
		spec + "}\n"
}

func roles(names ...string) string {
	var b strings.Builder
	for _, n := range names {
		b.WriteString(n + ": {template: {}}, ")
	}
	return "marsReplicaSpecs: {" + b.String() + "}"
}

var all = roles("Scheduler", "WebService", "Worker")

func said(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// What is wrong with a job the API server says at once, of all that is right nothing.
func TestRules(t *testing.T) {
	cluster.Install(t, "crd")
	ns, c := cluster.NewNamespace(t), strict()
	for text, want := range map[string]string{
		job("x", all): "",
		job("x", roles("scheduler", "WEBSERVICE")):   "",
		job("x", roles("Worker")):                    "needs a Scheduler",
		job("x", roles("Scheduler", "WebSvc")):       "the roles are",
		job("x", "webHost: a.org"):                   "marsReplicaSpecs: Required",
		job(strings.Repeat("a", 50), all):            "",
		job(strings.Repeat("a", 63), all):            "at most 50 characters",
		job("a.b", all):                              "begins with a letter",
		job("9a", all):                               "begins with a letter",
		job("x", all+", memoryTuningPolicy: {}"):     "",
		job("x", all+", managedBy: a/b"):             "",
		job("x", all+", ttlSecondsAfterFinished: 0"): "",
		job("x", all+", workerMemoryTuningPolicy: {spillDirs: [/a, /b, /c], workerCacheSize: 10Gi}"):                   "",
		job("x", all+", memoryTuningPolicy: {}, workerMemoryTuningPolicy: {}"):                                         "one setting",
		job("x", all+", memoryTuningPolicy: {workerCachePercentage: 150}"):                                             "less than or equal to 100",
		job("x", all+", memoryTuningPolicy: {workerCacheSize: lots}"):                                                  "workerCacheSize",
		job("x", all+", cleanPodPolicy: Some"):                                                                         "Unsupported value",
		job("x", all+", ttlSecondsAfterFinished: -1"):                                                                  "greater than or equal to 0",
		job("x", all+", activeDeadlineSeconds: 0"):                                                                     "greater than or equal to 1",
		job("x", all+", backoffLimit: -1"):                                                                             "greater than or equal to 0",
		job("x", all+", memoryTuningPolice: {}"):                                                                       `unknown field "spec.memoryTuningPolice"`,
		job("x", all+", autoscaling: {maxReplicas: 4}"):                                                                "",
		job("x", all+", autoscaling: {minReplicas: 5, maxReplicas: 4}"):                                                "more than maxReplicas",
		job("x", "marsReplicaSpecs: {Scheduler: {replicas: -1, template: {}}}"):                                        "greater than or equal to 0",
		job("x", "marsReplicaSpecs: {Scheduler: {replicas: 0, restartPolicy: ExitCode, template: {}}}"):                "",
		job("x", "marsReplicaSpecs: {Scheduler: {restartPolicy: Sometimes, template: {}}}"):                            "Unsupported value",
		job("x", "marsReplicaSpecs: {Scheduler: {}}"):                                                                  "template: Required",
		job("x", "marsReplicaSpecs: {Scheduler: {template: {spec: {containers: [{name: mars, anything: [goes]}]}}}}"):  "",
		job("x", all+", suspend: true, cronPolicy: {schedule: '* * * * *'}, schedulingPolicy: {minAvailable: 1}"):      "",
		job("x", all+", ingress: {ingressClassName: nginx, tlsSecretName: s, annotations: {a: b}}, webHost: mars.org"): "",
	} {
		o := object(t, ns, text)
		got := said(c.Create(t.Context(), o))
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
		if got == "" {
			if err := c.Delete(t.Context(), o); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Who manages a job is said once.
func TestManagedByStays(t *testing.T) {
	cluster.Install(t, "crd")
	ns, c := cluster.NewNamespace(t), strict()
	for _, x := range [][3]string{
		{"", "managedBy: a", "cannot be changed"},
		{"managedBy: a", "", "cannot be changed"},
		{"managedBy: a", "managedBy: b", "cannot be changed"},
		{"managedBy: a", "managedBy: a, suspend: true", ""},
		{"", "suspend: true", ""},
	} {
		old, o := object(t, ns, job("x", all+", "+x[0])), object(t, ns, job("x", all+", "+x[1]))
		if err := c.Create(t.Context(), old); err != nil {
			t.Fatal(err)
		}
		o.SetResourceVersion(old.GetResourceVersion())
		if got := said(c.Update(t.Context(), o)); x[2] == "" && got != "" || !strings.Contains(got, x[2]) {
			t.Errorf("%q to %q: %q", x[0], x[1], got)
		}
		if err := c.Delete(t.Context(), old); err != nil {
			t.Fatal(err)
		}
	}
}

// Clients read the CRD at every start, and kubectl apply keeps a second copy of it.
func TestSizeOfCRD(t *testing.T) {
	f, err := os.Stat(kubetest.File("config", "crd", "bases", "training.kubedl.io_marsjobs.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if f.Size() > 32<<10 {
		t.Errorf("%d bytes", f.Size())
	}
}
