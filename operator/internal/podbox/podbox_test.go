package podbox

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func sample() *corev1.Pod {
	yes, user := true, int64(65532)
	size := resource.MustParse("1Gi")
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: "x-worker-0", UID: "0123456789"},
		Spec: corev1.PodSpec{
			SecurityContext: &corev1.PodSecurityContext{RunAsUser: &user}, ShareProcessNamespace: &yes,
			Containers: []corev1.Container{{
				Name: "mars", Image: "mars", Command: []string{"/bin/sh", "-c"}, Args: []string{"a b"},
				Env: []corev1.EnvVar{
					{Name: "A", Value: "1"},
					{Name: "IP", ValueFrom: &corev1.EnvVarSource{FieldRef: &corev1.ObjectFieldSelector{FieldPath: "status.podIP"}}},
					{Name: "S", ValueFrom: &corev1.EnvVarSource{SecretKeyRef: &corev1.SecretKeySelector{LocalObjectReference: corev1.LocalObjectReference{Name: "s"}, Key: "k"}}},
				},
				VolumeMounts: []corev1.VolumeMount{
					{Name: "spill", MountPath: "/spill"},
					{Name: "memory", MountPath: "/m"},
				},
				SecurityContext: &corev1.SecurityContext{ReadOnlyRootFilesystem: &yes},
				Resources:       corev1.ResourceRequirements{Limits: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("1500m"), corev1.ResourceMemory: resource.MustParse("2Gi")}},
			}},
			Volumes: []corev1.Volume{
				{Name: "spill", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}},
				{Name: "memory", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{Medium: corev1.StorageMediumMemory, SizeLimit: &size}}},
			},
		},
	}
}

var place = seat{
	ip: "10.0.0.9", network: "n", dir: "/v", names: []string{"x-worker-0", "all"},
	secret: func(name, key string) (string, error) { return name + "/" + key, nil },
}

func TestArguments(t *testing.T) {
	got, err := arguments(sample(), place)
	want := `run --detach --name ns_x-worker-0_01234567 --network n --ip 10.0.0.9 --hostname x-worker-0 --init ` +
		`--network-alias x-worker-0 --network-alias x-worker-0.ns --network-alias x-worker-0.ns.svc ` +
		`--network-alias all --network-alias all.ns --network-alias all.ns.svc --env A=1 --env IP=10.0.0.9 --env S=s/k ` +
		`--mount type=bind,source=/v/spill,destination=/spill --mount type=tmpfs,tmpfs-mode=0777,destination=/m,tmpfs-size=1073741824 ` +
		`--read-only --read-only-tmpfs=false --user 65532 --memory 2147483648 --cpus 1.500 --entrypoint ["/bin/sh","-c"] mars a b`
	if strings.Join(got, " ") != want || err != nil {
		t.Errorf("%v\n got %s\nwant %s", err, strings.Join(got, " "), want)
	}
}

func TestExpanded(t *testing.T) {
	env := map[string]string{"A": "1"}
	for text, want := range map[string]string{
		"$(A) $(B)": "1 $(B)", "$$(A)": "$(A)", "$$$$": "$$", "$A $(pidof x) $$$(A)": "$A $(pidof x) $1",
	} {
		if got := expand(text, env); got != want {
			t.Errorf("%s: %s, not %s", text, got, want)
		}
	}
}

// What is not played is refused, and not left out.
func TestRefused(t *testing.T) {
	for name, change := range map[string]func(*corev1.Pod){
		"two containers": func(p *corev1.Pod) { p.Spec.Containers = append(p.Spec.Containers, p.Spec.Containers[0]) },
		"one before":     func(p *corev1.Pod) { p.Spec.InitContainers = p.Spec.Containers },
		"other volumes":  func(p *corev1.Pod) { p.Spec.Volumes[0].EmptyDir = nil },
		"other fields":   func(p *corev1.Pod) { p.Spec.Containers[0].Env[1].ValueFrom.FieldRef.FieldPath = "spec.nodeName" },
		"other sources":  func(p *corev1.Pod) { p.Spec.Containers[0].Env[1].ValueFrom = &corev1.EnvVarSource{} },
	} {
		p := sample()
		change(p)
		if _, err := arguments(p, place); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestStatus(t *testing.T) {
	p := sample()
	p.Status.Conditions = []corev1.PodCondition{{Type: corev1.PodScheduled, Status: corev1.ConditionTrue}}
	for _, c := range []struct {
		x     state
		phase corev1.PodPhase
		ready bool
	}{
		{state{waits: "ErrImagePull"}, corev1.PodPending, false},
		{state{id: "a"}, corev1.PodRunning, false},
		{state{id: "a", ready: true}, corev1.PodRunning, true},
		{state{id: "a", ended: true}, corev1.PodSucceeded, false},
		{state{id: "a", ended: true, code: 137}, corev1.PodFailed, false},
	} {
		s := status(p, "10.0.0.9", c.x)
		ready := false
		scheduled := false
		for _, x := range s.Conditions {
			ready = ready || (x.Type == corev1.PodReady && x.Status == corev1.ConditionTrue)
			scheduled = scheduled || x.Type == corev1.PodScheduled
		}
		if s.Phase != c.phase || ready != c.ready || !scheduled || s.ContainerStatuses[0].Ready != c.ready {
			t.Errorf("%+v: %+v", c.x, s)
		}
	}
	s := status(p, "", state{id: "a", ended: true, code: 137, killed: true})
	if x := s.ContainerStatuses[0].State.Terminated; x.ExitCode != 137 || x.Reason != "OOMKilled" {
		t.Errorf("%+v", s)
	}
	crashed := state{id: "a", code: 3, restarts: 1}
	crashed.last = crashed.over()
	crashed.waits = "CrashLoopBackOff"
	s = status(p, "", crashed)
	if x := s.ContainerStatuses[0]; s.Phase != corev1.PodRunning || x.State.Waiting == nil || *x.Started ||
		x.LastTerminationState.Terminated.ExitCode != 3 {
		t.Errorf("%+v", s)
	}
}

func TestPathsOfRules(t *testing.T) {
	prefix, exact := networkingv1.PathTypePrefix, networkingv1.PathTypeExact
	for _, c := range []struct {
		rule string
		kind *networkingv1.PathType
		path string
		want bool
	}{
		{"/a/b", &prefix, "/a/b", true},
		{"/a/b", &prefix, "/a/b/c", true},
		{"/a/b", &prefix, "/a/bc", false},
		{"/", &prefix, "/x", true},
		{"/a/b/", &prefix, "/a/b", true},
		{"/a", &exact, "/a", true},
		{"/a", &exact, "/a/", false},
		{"/a/b", nil, "/a", false},
	} {
		if got := matches(networkingv1.HTTPIngressPath{Path: c.rule, PathType: c.kind},
			c.path); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}
