//go:build kube

package level3

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
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
			r.Template.Spec.Containers[0].Resources = corev1.ResourceRequirements{Limits: little, Requests: little}
		}
	})
	j.Running(workers + 2)
	t.Logf("%d workers run after %s; the operator has taken %s of a processor", workers, time.Since(begin).Round(time.Second), spent(t, o.PID())-busy)
	j.State(api.JobRunning)
	time.Sleep(5 * time.Second) // nothing waits for this: what follows is to be measured at rest
	const rest = 20 * time.Second
	busy = spent(t, o.PID())
	time.Sleep(rest)
	busy = spent(t, o.PID()) - busy
	t.Logf("at rest it takes %.2f %% of a processor and %d MB", 100*busy.Seconds()/rest.Seconds(), resident(t, o.PID())>>20)
	if x := j.State(api.JobRunning); x.Status.Failovers != 0 || x.Status.ReplicaStatuses[api.Worker].Active != workers {
		t.Errorf("%+v", x.Status.ReplicaStatuses[api.Worker])
	}
	old := j.Pod("worker-500", "").UID
	cluster.Kubectl(t, "", "delete", "pod", "many-worker-500", "-n", j.Namespace())
	j.Pod("worker-500", old)
	j.Running(workers + 2)
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
