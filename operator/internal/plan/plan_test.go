package plan

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/datadriven"
	"github.com/mars-project/mars-go/operator/internal/defaults"
)

func load(t *testing.T, file string) *api.MarsJob {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	job := &api.MarsJob{}
	if err := yaml.UnmarshalStrict(text, job); err != nil {
		t.Fatal(err)
	}
	if job.Namespace == "" {
		job.Namespace = "default"
	}
	return job
}

func planned(t *testing.T, file string) (*api.MarsJob, *Plan) {
	t.Helper()
	job := load(t, file)
	defaults.Apply(job)
	if wrong := defaults.Check(job); len(wrong) > 0 {
		t.Fatalf("%s: %s", file, wrong)
	}
	return job, Of(job)
}

// Every object of every sample, as it goes to the API server.
func TestPlans(t *testing.T) {
	files, _ := filepath.Glob("../../config/samples/*.yaml")
	more, _ := filepath.Glob("testdata/*.yaml")
	if len(files) < 3 || len(more) < 2 {
		t.Fatal("samples are missing")
	}
	for _, f := range append(files, more...) {
		name := strings.TrimSuffix(filepath.Base(f), ".yaml")
		t.Run(name, func(t *testing.T) {
			job, p := planned(t, f)
			objects := []any{p.Secret, p.Budget}
			for _, x := range p.Services {
				objects = append(objects, x)
			}
			for _, x := range p.Pods {
				objects = append(objects, x)
			}
			for _, x := range p.Ingresses {
				objects = append(objects, x)
			}
			var b strings.Builder
			for _, a := range p.Addresses {
				b.WriteString("# " + a + "\n")
			}
			if slices.ContainsFunc(Warnings(job, nil),
				func(w Warning) bool { return w.Word == "Unbounded" }) {
				b.WriteString("# workers have no limit of memory\n")
			}
			for _, x := range objects {
				text, err := yaml.Marshal(x)
				if err != nil {
					t.Fatal(err)
				}
				b.WriteString("---\n" + string(text))
			}
			datadriven.Equal(t, filepath.Join("testdata", name+".txt"), b.String())
		})
	}
}

// The table of what KubeDL puts into the container, with what we do better: ':' between folders, the port
// that is the template's, a share where there is no size.
func TestEnvironmentOfKubeDL(t *testing.T) {
	_, p := planned(t, "../../config/samples/memory.yaml")
	cluster := `{"cluster":{"scheduler":["mars-test-demo-scheduler-0.default.svc:11111"],"webservice":["mars-test-demo-webservice-0.default.svc:11111"]},"task":`
	want := map[string]map[string]string{
		"mars-test-demo-scheduler-0": {
			"MARS_CLUSTER_DETAIL": cluster + `{"type":"scheduler","index":0}}`,
		},
		"mars-test-demo-webservice-0": {
			"MARS_CLUSTER_DETAIL": cluster + `{"type":"webservice","index":0}}`,
		},
		"mars-test-demo-worker-1": {
			"MARS_CLUSTER_DETAIL": cluster +
				`{"type":"worker","index":1,"resources":{"cpu_procs":2,"phy_mem":2147483648}}}`,
			"MARS_SPILL_DIRS":       "/spill/a:/spill/b:/spill/c",
			"MARS_PLASMA_DIRS":      "/etc/pstore",
			"MARS_LOCK_FREE_FILEIO": "0",
			"MARS_CACHE_MEM_SIZE":   "1073741824",
			"MARS_MEMORY_TOTAL":     "1073741824", // the volume of memory takes the rest
		},
	}
	every := map[string]string{
		"MARS_CPU_TOTAL": "2", "MARS_MEMORY_TOTAL": "2147483648", "MARS_CPU_USE_PROCESS_STAT": "1",
		"MARS_MEM_USE_CGROUP_STAT": "1",
		"MARS_BIND_PORT":           "11111", "MARS_K8S_GROUP_LABELS": "job-name",
		"MARS_CONTAINER_IP": "status.podIP", "MARS_K8S_POD_NAME": "metadata.name",
		"MARS_K8S_POD_NAMESPACE": "metadata.namespace",
	}
	for _, x := range p.Pods {
		of, ok := want[x.Name]
		if !ok {
			continue
		}
		delete(want, x.Name)
		got := map[string]string{}
		for _, e := range mars(&x.Spec).Env {
			got[e.Name] = e.Value
			if e.ValueFrom != nil && e.ValueFrom.FieldRef != nil {
				got[e.Name] = e.ValueFrom.FieldRef.FieldPath
			}
		}
		for k, v := range every {
			if _, own := of[k]; !own && got[k] != v {
				t.Errorf("%s: %s=%q, want %q", x.Name, k, got[k], v)
			}
		}
		for k, v := range of {
			if got[k] != v {
				t.Errorf("%s: %s=%q, want %q", x.Name, k, got[k], v)
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("no pods of %v", want)
	}
}

// Equal jobs have equal plans, and a plan shares nothing with the job that the next one would see.
func TestPlanIsPure(t *testing.T) {
	job, p := planned(t, "testdata/options.yaml")
	before := job.DeepCopy()
	for _, x := range p.Pods {
		x.Labels["x"], x.Spec.Containers[0].Image = "y", "other"
		x.Annotations = nil
	}
	a, _ := yaml.Marshal(before)
	b, _ := yaml.Marshal(job)
	if string(a) != string(b) {
		t.Error("a pod of the plan is part of the job")
	}
	_, q := planned(t, "testdata/options.yaml")
	x, _ := yaml.Marshal(Of(job))
	y, _ := yaml.Marshal(q)
	if string(x) != string(y) {
		t.Error("two plans of a job differ")
	}
}

// A web service whose path has changed must be made again; nothing else is.
func TestStale(t *testing.T) {
	job, p := planned(t, "../../config/samples/tutorial.yaml")
	job.Spec.WebHost = nil
	for i, x := range Of(job).Pods {
		if web := x.Labels[LabelRole] == "webservice"; Stale(p.Pods[i], x) != web {
			t.Errorf("%s: stale is %v", x.Name, !web)
		}
	}
}

// A role without pods has neither pods nor services.
func TestNoReplicas(t *testing.T) {
	job, _ := planned(t, "../../config/samples/tutorial.yaml")
	*job.Spec.MarsReplicaSpecs[api.Worker].Replicas = 0
	p := Of(job)
	if len(p.Pods) != 2 || len(p.Services) != 2 {
		t.Errorf("%d pods, %d services", len(p.Pods), len(p.Services))
	}
	for _, x := range p.Pods {
		if x.Spec.RestartPolicy != corev1.RestartPolicyNever {
			t.Errorf("%s: %s", x.Name, x.Spec.RestartPolicy)
		}
	}
}
