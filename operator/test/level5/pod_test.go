//go:build kube

package level5

import (
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/kubetest"
)

// What level 4 plays says of pods what a kubelet says.
func TestShown(t *testing.T) { cluster.CompareShown(t, kubetest.Image) }

// A worker's pod has a container that comes before and two beside, volumes for what it spills, and a probe of
// its user's; the containers share a volume, kubectl tells them apart, and the process is restarted when the
// probe fails.
func TestPodOfManyContainers(t *testing.T) {
	shared := []corev1.VolumeMount{{Name: "shared", MountPath: "/shared"}}
	always := corev1.ContainerRestartPolicyAlways
	beside := func(name, script string) corev1.Container {
		return corev1.Container{
			Name: name, Image: kubetest.Image, Command: []string{"sh", "-c", script}, VolumeMounts: shared,
			ImagePullPolicy: corev1.PullIfNotPresent,
		}
	}
	const forever = "; trap 'exit 0' TERM; while :; do sleep 1; done"
	j := start(t, "many", func(x *api.MarsJob) {
		x.Spec.MemoryTuningPolicy = &api.MemoryTuningPolicy{SpillDirs: []string{"/spill/a", "/spill/b"}}
		w := x.Spec.MarsReplicaSpecs[api.Worker]
		w.RestartPolicy = api.RestartAlways
		s := &w.Template.Spec
		s.Volumes = append(s.Volumes, corev1.Volume{Name: "shared", VolumeSource: corev1.VolumeSource{
			EmptyDir: &corev1.EmptyDirVolumeSource{},
		}})
		agent := beside("agent", "echo the agent waits"+forever)
		agent.RestartPolicy = &always // begins before the others and goes on
		s.InitContainers = []corev1.Container{
			beside("before", "echo prepared for $HOSTNAME | tee /shared/prepared"), agent,
		}
		c := &s.Containers[0]
		c.VolumeMounts = append(c.VolumeMounts, shared...)
		c.LivenessProbe = &corev1.Probe{PeriodSeconds: 1, FailureThreshold: 2, ProbeHandler: corev1.ProbeHandler{
			Exec: &corev1.ExecAction{Command: []string{"test", "!", "-e", "/shared/ill"}},
		}}
		c.StartupProbe = &corev1.Probe{PeriodSeconds: 1, FailureThreshold: 180, ProbeHandler: corev1.ProbeHandler{
			Exec: &corev1.ExecAction{Command: []string{"test", "-e", "/shared/prepared"}},
		}}
		s.Containers = append(s.Containers, beside("reader", "cat /shared/prepared"+forever))
	})
	j.State(api.JobRunning)
	j.Running(4)
	p := j.Pod("worker-0", "")
	say := func(args ...string) string {
		t.Helper()
		return cluster.Kubectl(t, "", append(args[:1:1], append([]string{"-n", "default", p.Name}, args[1:]...)...)...)
	}
	prepared := "prepared for " + p.Name + "\n"
	for container, want := range map[string]string{"before": prepared, "agent": "the agent waits\n", "reader": prepared} {
		if got := say("logs", "-c", container); got != want {
			t.Errorf("%s says %q, not %q", container, got, want)
		}
	}
	if got := say("exec", "-c", "mars", "--", "cat", "/shared/prepared"); got != prepared {
		t.Errorf("the worker sees %q", got)
	}
	if got := say("exec", "-c", "mars", "--", "sh", "-c", "for d in /spill/a /spill/b; do touch $d/x && echo $d; done"); got !=
		"/spill/a\n/spill/b\n" {
		t.Errorf("volumes for what is spilled: %q", got)
	}
	if got := say("exec", "-c", "mars", "--", "mars", "config", "show", "--json"); !strings.Contains(got, "/spill/a:/spill/b") {
		t.Errorf("settings of the worker: %s", got)
	}
	want := kubetest.StartScript(t, "", "tutorial.py").Said(t)
	if got := kubetest.StartScript(t, "", "tutorial.py", url("many")).Said(t); got != want {
		t.Errorf("digest %s in pods, %s here", got, want)
	}

	say("exec", "-c", "reader", "--", "touch", "/shared/ill")
	kubetest.Wait(t, "the kubelet restarts the worker and nothing else", func() string {
		all := ""
		for _, s := range look(t, p).Status.ContainerStatuses {
			all += fmt.Sprintf("%s %d ", s.Name, s.RestartCount)
		}
		if strings.Contains(all, "mars 0") || !strings.Contains(all, "reader 0") {
			return all
		}
		return ""
	})
	say("exec", "-c", "reader", "--", "rm", "/shared/ill")
	if now := j.Pod("worker-0", ""); now.UID != p.UID {
		t.Error("the worker has another pod")
	}
	j.Running(4)
}
