//go:build kube

package level2

import (
	"path/filepath"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/kubetest"
)

// apply has kubectl apply a text whose job is to be in a namespace of the test.
func apply(t *testing.T, ns, text string) string {
	t.Helper()
	return cluster.Kubectl(t, strings.ReplaceAll(text, "  namespace: default\n", ""), "apply", "-n", ns, "-f",
		"-")
}

func read(t *testing.T, ns, name string) *api.MarsJob {
	t.Helper()
	j := &api.MarsJob{}
	if err := cluster.Client.Get(t.Context(), types.NamespacedName{Namespace: ns, Name: name},
		j); err != nil {
		t.Fatal(err)
	}
	return j
}

// The tutorial's jobs and all samples are taken as they are, and applied again change nothing.
func TestSamplesAreTaken(t *testing.T) {
	cluster.Install(t, "crd")
	files, _ := filepath.Glob(kubetest.File("config", "samples", "*.yaml"))
	if len(files) < 3 {
		t.Fatal("samples are missing")
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			ns, text := cluster.NewNamespace(t), kubetest.Sample(t, filepath.Base(f))
			if out := apply(t, ns, text); !strings.Contains(out, "created") {
				t.Error(out)
			}
			jobs, again := &api.MarsJobList{}, &api.MarsJobList{}
			if err := cluster.Client.List(t.Context(), jobs, client.InNamespace(ns)); err != nil ||
				len(jobs.Items) != 1 {
				t.Fatal(err, len(jobs.Items))
			}
			apply(t, ns, text)
			if err := cluster.Client.List(t.Context(), again, client.InNamespace(ns)); err != nil ||
				len(again.Items) != 1 {
				t.Fatal(err, len(again.Items))
			}
			if a, b := jobs.Items[0].ResourceVersion, again.Items[0].ResourceVersion; a != b {
				t.Errorf("applied again it is of version %s, after %s", b, a)
			}
			s := jobs.Items[0].Spec
			if s.CleanPodPolicy == nil || *s.CleanPodPolicy != api.CleanNone ||
				*s.MarsReplicaSpecs[api.Scheduler].Replicas != 1 {
				t.Errorf("no defaults: %+v", s)
			}
		})
	}
}

// The setting of workers' memory has the name of the tutorial and that of KubeDL.
func TestBothSpellings(t *testing.T) {
	cluster.Install(t, "crd")
	text := kubetest.Sample(t, "memory.yaml")
	if strings.Count(text, "  memoryTuningPolicy:") != 1 {
		t.Fatal("the sample does not set memoryTuningPolicy")
	}
	ns := cluster.NewNamespace(t)
	apply(t, ns, text)
	if p := read(t, ns, "mars-test-demo").Spec.MemoryTuningPolicy; p == nil ||
		p.WorkerCacheSize.String() != "1Gi" {
		t.Errorf("%+v", p)
	}
	ns = cluster.NewNamespace(t)
	apply(t, ns, strings.Replace(text, "  memoryTuningPolicy:", "  workerMemoryTuningPolicy:", 1))
	if p := read(t, ns, "mars-test-demo").Spec.WorkerMemoryTuningPolicy; p == nil ||
		p.WorkerCacheSize.String() != "1Gi" {
		t.Errorf("%+v", p)
	}
}
