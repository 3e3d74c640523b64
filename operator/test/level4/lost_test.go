//go:build kube

package level4

import (
	"path/filepath"
	"testing"
	"time"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

// A worker is killed while a program runs, workers come and go: the digest is that of a run without all that.
func TestWorkersComeAndGo(t *testing.T) {
	w := open(t)
	dir := t.TempDir()
	j := cluster.NewJobIn(t, "default", "steps", func(x *api.MarsJob) {
		host := "steps.domain.com"
		x.Spec.WebHost = &host
	})
	t.Cleanup(func() { cluster.Kubectl(t, "", "delete", "marsjob", "steps", "-n", "default", "--ignore-not-found") })
	j.State(api.JobRunning)
	j.Running(4)
	want := w.start(t, "steps.py", filepath.Join(dir, "here")).Said(t)
	there := filepath.Join(dir, "there")
	p := w.start(t, "steps.py", there, "http://steps.domain.com/mars/default/steps-webservice-0")

	p.Steps(t, there, 2)
	old := j.Pod("worker-0", "")
	begin := time.Now()
	if err := w.Kill(t.Context(), old, "KILL"); err != nil {
		t.Fatal(err)
	}
	j.Pod("worker-0", old.UID)
	j.Running(4)
	t.Logf("a worker that was killed is ready again after %s", time.Since(begin).Round(10*time.Millisecond))

	p.Steps(t, there, 4)
	cluster.Kubectl(t, "", "scale", "marsjob", "steps", "-n", "default", "--replicas=3")
	j.Running(5)
	p.Steps(t, there, 6)
	cluster.Kubectl(t, "", "scale", "marsjob", "steps", "-n", "default", "--replicas=1")
	j.Running(3)
	if got := p.Said(t); got != want {
		t.Errorf("digest %s, without a loss it is %s", got, want)
	}
}
