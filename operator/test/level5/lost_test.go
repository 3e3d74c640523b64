//go:build kube

package level5

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/kubetest"
)

// A worker is killed while a program runs and begins again in its pod; its pod is deleted and another one
// comes. The digest is that of a run without all that.
func TestKilledAndDeleted(t *testing.T) {
	dir := t.TempDir()
	j := start(t, "steps", func(x *api.MarsJob) {
		x.Spec.MarsReplicaSpecs[api.Worker].RestartPolicy = api.RestartOnFailure
	})
	j.State(api.JobRunning)
	j.Running(4)
	want := kubetest.StartScript(t, "", "steps.py", filepath.Join(dir, "here")).Said(t)
	there := filepath.Join(dir, "there")
	p := kubetest.StartScript(t, "", "steps.py", there, url("steps"))

	p.Steps(t, there, 2)
	old := j.Pod("worker-0", "")
	cluster.Kill(t, old, "mars", "KILL")
	kubetest.Wait(t, "the worker has begun again in its pod", func() string {
		now := look(t, old)
		if now.UID != old.UID {
			t.Fatal("it has another pod")
		}
		s := now.Status.ContainerStatuses[0]
		if last := s.LastTerminationState.Terminated; s.RestartCount == 1 && s.Ready && last != nil && last.ExitCode == 137 {
			return ""
		}
		return fmt.Sprintf("%+v", s)
	})
	p.Steps(t, there, 6)
	cluster.Kubectl(t, "", "delete", "pod", "-n", "default", old.Name)
	j.Pod("worker-0", old.UID)
	j.Running(4)
	if got := p.Said(t); got != want {
		t.Errorf("digest %s, without a loss it is %s", got, want)
	}
}

// A worker that takes more memory than it may is ended by the kernel. The kubelet says why, and so does the
// operator, which makes it again.
func TestOutOfMemory(t *testing.T) {
	j := start(t, "greedy", func(x *api.MarsJob) {
		w := x.Spec.MarsReplicaSpecs[api.Worker]
		w.RestartPolicy = api.RestartExitCode
		c := &w.Template.Spec.Containers[0]
		c.Resources.Limits[corev1.ResourceMemory] = resource.MustParse("512Mi")
		c.Command = []string{"sh", "-c", `case $HOSTNAME in
*-worker-1) exec python3 -c 'bytearray(1 << 30)' ;;
esac
exec python -m mars.deploy.kubernetes.worker`}
	})
	worker := j.Pod("worker-1", "")
	seen := map[string]bool{}
	var first *corev1.Pod
	kubetest.Wait(t, "the kubelet says that the kernel has ended it", func() string {
		p := look(t, worker)
		for _, s := range p.Status.ContainerStatuses {
			if x := s.State.Terminated; x != nil && x.Reason == "OOMKilled" && x.ExitCode == 137 {
				first = p
				return ""
			}
			seen[fmt.Sprintf("%+v", s.State)] = true
		}
		return fmt.Sprint(seen)
	})
	j.Told("FailOver", "out of memory")
	j.Pod("worker-1", first.UID)
	if p := j.Pod("worker-0", ""); strings.Contains(kubetest.Shown(&p.Status), "OOMKilled") {
		t.Errorf("the other worker: %s", kubetest.Shown(&p.Status))
	}
}
