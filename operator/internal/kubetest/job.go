package kubetest

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

// A Job is a MarsJob of a test. Its pods have short names: worker-0.
type Job struct {
	t        testing.TB
	ns, name string
	c        *Cluster
}

// Sample is the text of a file of config/samples.
func Sample(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(File("config", "samples", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// NewJob makes a job in a new namespace: that of the tutorial, with the policies by which the operator makes
// workers again, and with the account that pods have anyway. The test may change it.
func (c *Cluster) NewJob(t testing.TB, name string, change func(*api.MarsJob)) *Job {
	t.Helper()
	return c.NewJobIn(t, c.NewNamespace(t), name, change)
}

// NewJobIn is NewJob in a namespace that is there.
func (c *Cluster) NewJobIn(t testing.TB, namespace, name string, change func(*api.MarsJob)) *Job {
	t.Helper()
	x := &api.MarsJob{}
	if err := yaml.UnmarshalStrict([]byte(Sample(t, "tutorial.yaml")), x); err != nil {
		t.Fatal(err)
	}
	x.Namespace, x.Name = namespace, name
	for _, r := range x.Spec.MarsReplicaSpecs {
		r.Template.Spec.ServiceAccountName = ""
	}
	x.Spec.MarsReplicaSpecs[api.Worker].RestartPolicy = api.RestartExitCode
	if change != nil {
		change(x)
	}
	if err := c.Client.Create(t.Context(), x); err != nil {
		t.Fatal(err)
	}
	return c.Job(t, namespace, name)
}

// Job is one that is there.
func (c *Cluster) Job(t testing.TB, namespace, name string) *Job { return &Job{t, namespace, name, c} }

// Read is the job as it is, nil when it is gone.
func (j *Job) Read() *api.MarsJob {
	j.t.Helper()
	x := &api.MarsJob{}
	if err := j.c.Client.Get(j.t.Context(), types.NamespacedName{Namespace: j.ns, Name: j.name},
		x); err != nil {
		if !apierrors.IsNotFound(err) {
			j.t.Fatal(err)
		}
		return nil
	}
	return x
}

// Edit changes the job, as a person does.
func (j *Job) Edit(change func(*api.MarsJob)) {
	j.t.Helper()
	Wait(j.t, "the job is changed", func() string {
		x := j.Read()
		change(x)
		err := j.c.Client.Update(j.t.Context(), x)
		if err != nil && !apierrors.IsConflict(err) {
			j.t.Fatal(err)
		}
		return said(err)
	})
}

// State waits until the job says that it is so, and is the job then.
func (j *Job) State(want api.JobConditionType) *api.MarsJob {
	j.t.Helper()
	var x *api.MarsJob
	Wait(j.t, "state "+string(want), func() string {
		x = j.Read()
		if x == nil {
			return "it is gone"
		}
		if n := len(x.Status.Conditions); n > 0 && x.Status.Conditions[n-1].Type == want {
			return ""
		}
		return fmt.Sprintf("%+v", x.Status.Conditions)
	})
	return x
}

// Deleted waits until the job is gone.
func (j *Job) Deleted() {
	j.t.Helper()
	Wait(j.t, "the job is gone", func() string {
		if x := j.Read(); x != nil {
			return fmt.Sprintf("%+v", x.Status.Conditions)
		}
		return ""
	})
}

// Key is that of an object of the job.
func (j *Job) Key(name string) types.NamespacedName {
	return types.NamespacedName{Namespace: j.ns, Name: j.name + "-" + name}
}

// Gone waits until an object of the job is not there.
func (j *Job) Gone(o client.Object, name string) {
	j.t.Helper()
	Wait(j.t, fmt.Sprintf("%T %s is gone", o, name), func() string {
		if err := j.c.Client.Get(j.t.Context(), j.Key(name), o); !apierrors.IsNotFound(err) {
			return fmt.Sprintf("it is there, or %v", err)
		}
		return ""
	})
}

// Told waits until an event tells something of the job.
func (j *Job) Told(reason, note string) {
	j.t.Helper()
	Wait(j.t, "event "+reason, func() string {
		out := j.c.Kubectl(j.t, "", "get", "events", "-n", j.ns, "-o",
			`jsonpath={range .items[*]}{.involvedObject.name} {.reason} {.message}{"\n"}{end}`)
		for _, line := range strings.Split(out, "\n") {
			if strings.HasPrefix(line, j.name+" "+reason+" ") && strings.Contains(line, note) {
				return ""
			}
		}
		return out
	})
}

// Pods are those of the job.
func (j *Job) Pods() []corev1.Pod {
	j.t.Helper()
	var pods corev1.PodList
	if err := j.c.Client.List(context.Background(), &pods, client.InNamespace(j.ns),
		client.MatchingLabels{"job-name": j.name}); err != nil {
		j.t.Fatal(err)
	}
	return pods.Items
}

// Namespace is that of the job.
func (j *Job) Namespace() string { return j.ns }
