package kubetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Shown is what a node says of a pod, without times and names of what it has made.
func Shown(s *corev1.PodStatus) string {
	var all []string
	for _, c := range s.Conditions {
		line := fmt.Sprintf("%s=%s", c.Type, c.Status)
		if c.Reason != "" {
			line += "/" + c.Reason
		}
		all = append(all, line)
	}
	slices.Sort(all)
	all = append([]string{string(s.Phase)}, all...)
	for _, c := range s.ContainerStatuses {
		started := "unknown"
		if c.Started != nil {
			started = fmt.Sprint(*c.Started)
		}
		all = append(all, fmt.Sprintf("%s: %s, ready %v, started %s, restarts %d, before %s", c.Name, shown(c.State), c.Ready,
			started, c.RestartCount, shown(c.LastTerminationState)))
	}
	return strings.Join(all, "\n")
}

func shown(s corev1.ContainerState) string {
	switch {
	case s.Running != nil:
		return "running"
	case s.Waiting != nil:
		return "waiting for " + s.Waiting.Reason
	case s.Terminated != nil:
		return fmt.Sprintf("%s with %d saying %q", s.Terminated.Reason, s.Terminated.ExitCode, s.Terminated.Message)
	}
	return "nothing"
}

// A shownPod is a pod of one container and what a node is to say of it.
type shownPod struct {
	name   string
	policy corev1.RestartPolicy
	script string // of a shell
	more   func(*corev1.Container)
	want   string
}

// Conditions that come together.
const (
	ready    = "ContainersReady=True\nInitialized=True\nPodReadyToStartContainers=True\nPodScheduled=True\nReady=True\n"
	unready  = "ContainersReady=False/ContainersNotReady\nInitialized=True\nPodReadyToStartContainers=True\nPodScheduled=True\nReady=False/ContainersNotReady\n"
	complete = "ContainersReady=False/PodCompleted\nInitialized=True/PodCompleted\nPodReadyToStartContainers=False/PodSandboxNotReady\nPodScheduled=True\nReady=False/PodCompleted\n"
	failed   = "ContainersReady=False/PodFailed\nInitialized=True\nPodReadyToStartContainers=False/PodSandboxNotReady\nPodScheduled=True\nReady=False/PodFailed\n"
)

// shownPods are what a real kubelet says, which level 5 looks at, and to which level 4 holds the one that is
// played.
var shownPods = []shownPod{
	{
		name: "runs", script: "sleep 1000",
		want: "Running\n" + ready + "mars: running, ready true, started true, restarts 0, before nothing",
	},
	{
		name: "unready", script: "sleep 1000",
		more: func(c *corev1.Container) {
			c.ReadinessProbe = &corev1.Probe{PeriodSeconds: 1, ProbeHandler: corev1.ProbeHandler{
				TCPSocket: &corev1.TCPSocketAction{Port: intstr.FromInt32(7)},
			}}
		},
		want: "Running\n" + unready + "mars: running, ready false, started true, restarts 0, before nothing",
	},
	{
		name: "completed", script: "echo all is done",
		want: "Succeeded\n" + complete + `mars: Completed with 0 saying "", ready false, started false, restarts 0, before nothing`,
	},
	{
		name: "failed", script: "echo it is broken >&2; echo really >&2; exit 3",
		want: "Failed\n" + failed +
			`mars: Error with 3 saying "it is broken\nreally\n", ready false, started false, restarts 0, before nothing`,
	},
	{
		name: "killed", script: "kill -KILL $$$$", /* which is $$ to the shell */
		want: "Failed\n" + failed + `mars: Error with 137 saying "", ready false, started false, restarts 0, before nothing`,
	},
	{
		name: "told", script: "kill -TERM $$$$",
		want: "Failed\n" + failed + `mars: Error with 143 saying "", ready false, started false, restarts 0, before nothing`,
	},
	{
		name: "out-of-memory", script: "exec python3 -c 'bytearray(1 << 30)'",
		more: func(c *corev1.Container) {
			c.Resources.Limits = corev1.ResourceList{corev1.ResourceMemory: resource.MustParse("64Mi")}
		},
		want: "Failed\n" + failed + `mars: OOMKilled with 137 saying "", ready false, started false, restarts 0, before nothing`,
	},
	{
		name: "restarted", policy: corev1.RestartPolicyOnFailure,
		script: "test ! -e /spill/once || exec sleep 1000; touch /spill/once; exit 3",
		want:   "Running\n" + ready + `mars: running, ready true, started true, restarts 1, before Error with 3 saying ""`,
	},
	{
		name: "crashes", policy: corev1.RestartPolicyAlways, script: "exit 1",
		want: "Running\n" + unready +
			`mars: waiting for CrashLoopBackOff, ready false, started false, restarts 1, before Error with 1 saying ""`,
	},
	{
		name: "absent", more: func(c *corev1.Container) { c.Image = "mars-that-nobody-has:1" },
		want: "Pending\n" + unready +
			"mars: waiting for ErrImageNeverPull, ready false, started false, restarts 0, before nothing",
	},
}

// CompareShown has pods of all kinds run on the one node that there is, and compares what it says of them.
func (c *Cluster) CompareShown(t *testing.T, image string) {
	t.Helper()
	c.Install(t, "crd")
	ns := c.NewNamespace(t)
	none, no, yes := int64(0), false, true // a node that is played gives no tokens
	for _, x := range shownPods {
		if x.policy == "" {
			x.policy = corev1.RestartPolicyNever
		}
		p := &corev1.Pod{
			ObjectMeta: metav1.ObjectMeta{Namespace: ns, Name: x.name},
			Spec: corev1.PodSpec{
				RestartPolicy: x.policy, TerminationGracePeriodSeconds: &none, ShareProcessNamespace: &yes,
				AutomountServiceAccountToken: &no,
				Volumes:                      []corev1.Volume{{Name: "spill", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}}},
				Containers: []corev1.Container{{
					Name: "mars", Image: image, ImagePullPolicy: corev1.PullNever, Command: []string{"sh", "-c", x.script},
					TerminationMessagePolicy: corev1.TerminationMessageFallbackToLogsOnError,
					VolumeMounts:             []corev1.VolumeMount{{Name: "spill", MountPath: "/spill"}},
				}},
			},
		}
		if x.more != nil {
			x.more(&p.Spec.Containers[0])
		}
		if err := c.Client.Create(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	left := slices.Clone(shownPods) // what some show passes
	Wait(t, "all is shown", func() string {
		var wrong []string
		left = slices.DeleteFunc(left, func(x shownPod) bool {
			var p corev1.Pod
			if err := c.Client.Get(t.Context(), client.ObjectKey{Namespace: ns, Name: x.name}, &p); err != nil {
				wrong = append(wrong, err.Error())
				return false
			}
			got := Shown(&p.Status)
			if got != x.want {
				wrong = append(wrong, "\n"+x.name+": "+got+"\nand not\n"+x.want)
				for _, s := range p.Status.ContainerStatuses {
					if s.State.Waiting != nil {
						wrong = append(wrong, s.State.Waiting.Message)
					}
				}
			}
			return got == x.want
		})
		return strings.Join(wrong, "\n")
	})
}
