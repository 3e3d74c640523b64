//go:build kube

package level3

import (
	"fmt"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"sigs.k8s.io/controller-runtime/pkg/client"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/kubetest"
)

// An operator that is killed while it makes pods, and while it makes others of those that were lost, goes on
// where it was: each pod is made once, each that was lost is deleted once and counted once.
func TestKilledOperator(t *testing.T) {
	const workers, losses = 30, 4
	o := operate(t)
	ns := cluster.NewNamespace(t)
	seen := watched(t, ns) // who is killed while he asks is not always written down
	j := cluster.NewJobIn(t, ns, "killed", func(j *api.MarsJob) {
		n := int32(workers)
		j.Spec.MarsReplicaSpecs[api.Worker].Replicas = &n
	})
	for _, n := range []int{1, 5, 15} {
		kubetest.Wait(t, fmt.Sprintf("%d pods are there", n), func() string {
			if have := len(j.Pods()); have < n {
				return fmt.Sprintf("%d are", have)
			}
			return ""
		})
		o.Kill()
		o.Restart(t)
	}
	j.Running(workers + 2)
	want := map[string]int{}
	for _, p := range j.Pods() {
		want[p.Name] = 1
	}
	for i := range losses {
		name := fmt.Sprintf("worker-%d", i)
		old := j.Pod(name, "").UID
		exit(t, ns, "killed-"+name, 137)
		kubetest.Wait(t, "the loss is seen", func() string {
			if n := j.Read().Status.Failovers; int(n) != i+1 {
				return fmt.Sprintf("%d are counted", n)
			}
			return ""
		})
		o.Kill() // it has counted; it may have deleted
		o.Restart(t)
		j.Pod(name, old)
		want["killed-"+name]++
	}
	j.Running(workers + 2)
	if x := j.State(api.JobRunning); x.Status.Failovers != losses {
		t.Errorf("%d failovers are counted, of %d", x.Status.Failovers, losses)
	}
	made, deleted := seen()
	for name, n := range want {
		if made[name] != n || deleted[name] != n-1 {
			t.Errorf("%s was made %d times and deleted %d times, of %d and %d", name, made[name],
				deleted[name], n, n-1)
		}
	}
}

// watched counts how often pods of each name are made and deleted in a namespace, until the function is
// called.
func watched(t *testing.T, ns string) func() (made, deleted map[string]int) {
	t.Helper()
	c, err := client.NewWithWatch(cluster.Config, client.Options{Scheme: cluster.Scheme})
	if err != nil {
		t.Fatal(err)
	}
	w, err := c.Watch(t.Context(), &corev1.PodList{}, client.InNamespace(ns))
	if err != nil {
		t.Fatal(err)
	}
	const last = "last"
	made, deleted, done := map[string]int{}, map[string]int{}, make(chan bool)
	go func() {
		defer close(done)
		for e := range w.ResultChan() {
			if p, ok := e.Object.(*corev1.Pod); ok {
				switch e.Type {
				case watch.Added:
					if p.Name == last {
						return
					}
					made[p.Name]++
				case watch.Deleted:
					deleted[p.Name]++
				}
			}
		}
	}()
	return func() (map[string]int, map[string]int) {
		t.Helper()
		end := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: ns, Name: last}}
		end.Spec.Containers = []corev1.Container{{Name: "c", Image: "i"}}
		if err := c.Create(t.Context(), end); err != nil {
			t.Fatal(err)
		}
		<-done // what was before it has been seen
		w.Stop()
		return made, deleted
	}
}
