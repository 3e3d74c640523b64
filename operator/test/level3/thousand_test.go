//go:build kube

package level3

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"sigs.k8s.io/controller-runtime/pkg/client"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/kubetest"
)

// A job of a thousand workers, and what the operator takes of the machine for it, which is printed.
func TestThousandWorkers(t *testing.T) {
	const workers = 1000
	o := operate(t)
	little := corev1.ResourceList{"cpu": resource.MustParse("10m"), "memory": resource.MustParse("32Mi")}
	begin, busy := time.Now(), spent(t, o.PID())
	j := cluster.NewJob(t, "many", func(j *api.MarsJob) {
		n := int32(workers)
		j.Spec.MarsReplicaSpecs[api.Worker].Replicas = &n
		for _, r := range j.Spec.MarsReplicaSpecs {
			r.Template.Spec.Containers[0].Resources = corev1.ResourceRequirements{
				Limits:   little,
				Requests: little,
			}
		}
	})
	j.Running(workers + 2)
	t.Logf("%d workers run after %s; the operator has taken %s of a processor", workers,
		time.Since(begin).Round(time.Second), spent(t, o.PID())-busy)
	j.State(api.JobRunning)
	rest := quiet(t, o)
	t.Logf("at rest it takes %.2f %% of a processor and %d MB", 100*rest, resident(t, o.PID())>>20)
	if x := j.State(api.JobRunning); x.Status.Failovers != 0 ||
		x.Status.ReplicaStatuses[api.Worker].Active != workers {
		t.Errorf("%+v", x.Status.ReplicaStatuses[api.Worker])
	}
	old := j.Pod("worker-500", "").UID
	cluster.Kubectl(t, "", "delete", "pod", "many-worker-500", "-n", j.Namespace())
	j.Pod("worker-500", old)
	j.Running(workers + 2)
}

// beats is for how many words of a node, which come each second or two, the operator is to rest.
const beats = 8

// quiet waits until the operator has looked at no job for some beats of a node, and is the share of a
// processor that it has taken meanwhile.
func quiet(t *testing.T, o *kubetest.Operator) (share float64) {
	t.Helper()
	kubetest.Wait(t, "the operator rests", func() string {
		looks, begin := looked(t, o), beat(t, time.Time{})
		busy, end := spent(t, o.PID()), begin
		for range beats {
			end = beat(t, end)
		}
		busy = spent(t, o.PID()) - busy
		if n := looked(t, o) - looks; n > 0 {
			return fmt.Sprintf("it has looked at jobs %v times", n)
		}
		share = busy.Seconds() / end.Sub(begin).Seconds()
		return ""
	})
	return share
}

// beat waits until a node says that it lives, later than after, and is when.
func beat(t *testing.T, after time.Time) (at time.Time) {
	t.Helper()
	kubetest.Wait(t, "a node lives", func() string {
		l := &coordinationv1.Lease{}
		key := client.ObjectKey{Namespace: corev1.NamespaceNodeLease, Name: kubetest.NodeName(0)}
		if err := cluster.Client.Get(t.Context(), key, l); err != nil {
			return err.Error()
		}
		if at = l.Spec.RenewTime.Time; !at.After(after) {
			return "its last word is of " + at.String()
		}
		return ""
	})
	return at
}

// looked is how often the operator has looked at jobs.
func looked(t *testing.T, o *kubetest.Operator) (n float64) {
	t.Helper()
	for line := range strings.Lines(o.Measured(t)) {
		if strings.HasPrefix(line, "controller_runtime_reconcile_total{") {
			f := strings.Fields(line)
			x, err := strconv.ParseFloat(f[len(f)-1], 64)
			if err != nil {
				t.Fatal(err)
			}
			n += x
		}
	}
	if n == 0 {
		t.Fatal("it says that it has looked at no job")
	}
	return n
}

// spent is the time of processors that a process has taken.
func spent(t *testing.T, pid int) time.Duration {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	f := strings.Fields(string(text)[strings.LastIndex(string(text), ")")+1:])
	ticks := 0
	for _, x := range f[11:13] { // utime and stime, in hundredths of a second
		n, err := strconv.Atoi(x)
		if err != nil {
			t.Fatal(err)
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

// resident is the memory of a process, in bytes.
func resident(t *testing.T, pid int) int64 {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		t.Fatal(err)
	}
	pages, err := strconv.ParseInt(strings.Fields(string(text))[1], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return pages * int64(os.Getpagesize())
}
