package status

import (
	"fmt"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/failover"
)

// pod is in a phase; change makes it more.
func pod(phase corev1.PodPhase, change func(*corev1.Pod)) *corev1.Pod {
	p := &corev1.Pod{}
	p.Spec.RestartPolicy, p.Status.Phase = corev1.RestartPolicyNever, phase
	if change != nil {
		change(p)
	}
	return p
}

// exit has containers that ended, NAME=CODE or NAME=CODE/REASON; one without a code runs.
func exit(ends ...string) func(*corev1.Pod) {
	return func(p *corev1.Pod) {
		for _, e := range ends {
			name, code, over := strings.Cut(e, "=")
			c := corev1.ContainerStatus{Name: name}
			if over {
				t := &corev1.ContainerStateTerminated{}
				number, reason, _ := strings.Cut(code, "/")
				fmt.Sscan(number, &t.ExitCode)
				t.Reason = reason
				c.State.Terminated = t
			} else {
				c.State.Running = &corev1.ContainerStateRunning{}
			}
			p.Status.ContainerStatuses = append(p.Status.ContainerStatuses, c)
		}
	}
}

func reason(r string) func(*corev1.Pod) { return func(p *corev1.Pod) { p.Status.Reason = r } }

func disrupted(r string) func(*corev1.Pod) {
	return func(p *corev1.Pod) {
		p.Status.Conditions = []corev1.PodCondition{{
			Type:   corev1.DisruptionTarget,
			Status: corev1.ConditionTrue, Reason: r,
		}}
		exit("mars=137")(p)
	}
}

func TestEndOf(t *testing.T) {
	inPlace := func(p *corev1.Pod) { p.Spec.RestartPolicy = corev1.RestartPolicyAlways; exit("mars=137")(p) }
	inInit := func(p *corev1.Pod) {
		p.Status.InitContainerStatuses = []corev1.ContainerStatus{{State: corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{ExitCode: 7}}}}
	}
	for name, x := range map[string]struct {
		pod  *corev1.Pod
		want string
	}{
		"runs":                      {pod("Running", exit("mars")), "no"},
		"waits":                     {pod("Pending", nil), "no"},
		"unknown":                   {pod("Unknown", exit("mars")), "no"},
		"killed":                    {pod("Failed", exit("mars=137")), "exited 137"},
		"ends":                      {pod("Succeeded", exit("mars=0")), "exited 0"},
		"ends, nothing known":       {pod("Succeeded", nil), "exited 0"},
		"out of memory":             {pod("Failed", exit("mars=137/OOMKilled")), "out of memory 137"},
		"another has failed":        {pod("Failed", exit("mars=0", "logs=3")), "exited 3"},
		"first container":           {pod("Failed", inInit), "exited 7"},
		"beside one that goes on":   {pod("Running", exit("logs", "mars=0")), "exited 0"},
		"the other one has ended":   {pod("Running", exit("logs=1", "mars")), "no"},
		"the kubelet restarts it":   {pod("Running", inPlace), "no"},
		"evicted":                   {pod("Failed", reason("Evicted")), "evicted 0"},
		"node shuts down":           {pod("Failed", reason("Terminated")), "evicted 0"},
		"node is full":              {pod("Failed", reason("OutOfcpu")), "refused 0"},
		"not admitted":              {pod("Failed", reason("UnexpectedAdmissionError")), "refused 0"},
		"nothing has run":           {pod("Failed", nil), "refused 0"},
		"preempted":                 {pod("Failed", disrupted("PreemptionByScheduler")), "evicted 0"},
		"node lost":                 {pod("Failed", disrupted("DeletionByPodGC")), "node lost 0"},
		"node lost, as it once was": {pod("Failed", reason("NodeLost")), "node lost 0"},
	} {
		got := "no"
		if e, over := EndOf(x.pod); over {
			got = fmt.Sprint(e.Why, " ", e.Code)
		}
		if got != x.want {
			t.Errorf("%s: %s, want %s", name, got, x.want)
		}
	}
}

func TestActive(t *testing.T) {
	placed := func(p *corev1.Pod) { p.Spec.NodeName = "n"; exit("mars")(p) }
	first := func(s corev1.ContainerState) func(*corev1.Pod) {
		return func(p *corev1.Pod) {
			p.Spec.NodeName, p.Spec.InitContainers = "n", make([]corev1.Container, 1)
			p.Status.InitContainerStatuses = []corev1.ContainerStatus{{State: s}}
		}
	}
	for name, x := range map[string]struct {
		pod  *corev1.Pod
		want bool
	}{
		"runs":             {pod("Running", nil), true},
		"waits for a node": {pod("Pending", nil), false},
		"is pulled":        {pod("Pending", placed), true},
		"first container waits": {pod("Pending",
			first(corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{}})), false},
		"first container runs": {pod("Pending", first(corev1.ContainerState{Running: &corev1.ContainerStateRunning{}})), true},
		"ended":                {pod("Succeeded", nil), false},
	} {
		if got := active(x.pod); got != x.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func seen() *Seen {
	one, two := int32(1), int32(2)
	j := &api.MarsJob{}
	j.Name, j.Generation = "x", 3
	j.Spec.MarsReplicaSpecs = map[api.ReplicaType]*api.ReplicaSpec{
		api.Scheduler: {Replicas: &one, RestartPolicy: api.RestartNever},
		api.Worker:    {Replicas: &two, RestartPolicy: api.RestartExitCode},
	}
	return &Seen{Job: j, Pods: map[api.ReplicaType][]*corev1.Pod{}, Now: time.Unix(1000, 0)}
}

// step makes the next status that of the job, and shows the conditions.
func step(x *Seen) string {
	x.Now = x.Now.Add(time.Second)
	x.Job.Status = *Next(x)
	var b strings.Builder
	for _, c := range x.Job.Status.Conditions {
		fmt.Fprintf(&b, "%s=%s@%d ", c.Type, c.Status, c.LastTransitionTime.Unix())
	}
	return strings.TrimSpace(b.String())
}

// The newest state is last, facts stand before it, and what has not changed keeps its time.
func TestConditionsInOrder(t *testing.T) {
	x := seen()
	for _, s := range []struct {
		what string
		do   func()
		want string
	}{
		{"created", func() {}, "Scaled=False@1001 Created=True@1001"},
		{
			"refused", func() { x.Problem = &Reason{"PodRefused", "quota"} },
			"Created=True@1001 Scaled=False@1001 Queuing=True@1002",
		},
		{"refused again", func() {}, "Created=True@1001 Scaled=False@1001 Queuing=True@1002"},
		{"runs", func() {
			x.Problem = nil
			x.Pods[api.Scheduler] = []*corev1.Pod{pod("Running", nil)}
			x.Pods[api.Worker] = []*corev1.Pod{pod("Running", nil), pod("Pending", nil)}
		}, "Created=True@1001 Scaled=False@1001 Running=True@1004"},
		{
			"refused while it runs", func() { x.Problem = &Reason{"PodRefused", "quota"} },
			"Created=True@1001 Scaled=False@1001 Running=True@1004",
		},
		{
			"restarts", func() { x.Problem, x.Restarting = nil, true },
			"Created=True@1001 Scaled=False@1001 Restarting=True@1006",
		},
		{
			"runs again", func() { x.Restarting = false },
			"Created=True@1001 Scaled=False@1001 Running=True@1007",
		},
		{
			"all pods wait", func() { x.Pods[api.Worker] = nil },
			"Created=True@1001 Scaled=False@1001 Running=True@1007",
		},
		{
			"ends", func() { x.Pods[api.Scheduler] = []*corev1.Pod{pod("Succeeded", nil)} },
			"Created=True@1001 Running=False@1009 Scaled=False@1001 Succeeded=True@1009",
		},
		{
			"nothing changes any more", func() { x.Failed = &Reason{"MarsJobFailed", "x"} },
			"Created=True@1001 Running=False@1009 Scaled=False@1001 Succeeded=True@1009",
		},
	} {
		s.do()
		if got := step(x); got != s.want {
			t.Errorf("%s: %s, want %s", s.what, got, s.want)
		}
	}
}

// One of two schedulers has ended: the job goes on. None is there: nothing has ended.
func TestSucceededNeedsAll(t *testing.T) {
	x := seen()
	two := int32(2)
	x.Job.Spec.MarsReplicaSpecs[api.Scheduler].Replicas = &two
	for _, pods := range [][]*corev1.Pod{
		nil,
		{pod("Succeeded", nil)},
		{pod("Succeeded", nil), pod("Running", nil)},
	} {
		x.Pods[api.Scheduler] = pods
		if got := step(x); strings.Contains(got, "Succeeded") {
			t.Error(got)
		}
	}
	x.Pods[api.Scheduler] = []*corev1.Pod{pod("Succeeded", nil), pod("Succeeded", nil)}
	if got := step(x); !strings.HasSuffix(got, "Succeeded=True@1004") {
		t.Error(got)
	}
}

func TestWake(t *testing.T) {
	at := func(s int64) *metav1.Time { x := metav1.Unix(s, 0); return &x }
	limit, ttl := int64(50), int32(7)
	j := &api.MarsJob{Spec: api.MarsJobSpec{ActiveDeadlineSeconds: &limit, TTLSecondsAfterFinished: &ttl}}
	if got := Wake(j, &api.MarsJobStatus{StartTime: at(100)}); got.Unix() != 150 {
		t.Error(got)
	}
	over := &api.MarsJobStatus{
		StartTime: at(100), CompletionTime: at(120),
		Conditions: []api.JobCondition{{Type: api.JobFailed, Status: corev1.ConditionTrue}},
	}
	if got := Wake(j, over); got.Unix() != 127 {
		t.Error(got)
	}
	if got := Wake(&api.MarsJob{}, over); !got.IsZero() {
		t.Error(got)
	}
	if got := Wake(j, &api.MarsJobStatus{}); !got.IsZero() {
		t.Error(got)
	}
}

// Counts of pods are those of KubeDL: the evicted are among the failed.
func TestCounts(t *testing.T) {
	got := counted([]*corev1.Pod{
		pod("Running", exit("mars")), pod("Pending", nil), pod("Succeeded", nil),
		pod("Failed", exit("mars=1")), pod("Failed", reason("Evicted")),
	})
	if *got != (api.ReplicaStatus{Active: 1, Succeeded: 1, Failed: 2, Evicted: 1}) {
		t.Errorf("%+v", got)
	}
	if e, over := EndOf(pod("Failed", reason("Evicted"))); !over || e.Why != failover.Evicted {
		t.Error(e)
	}
}
