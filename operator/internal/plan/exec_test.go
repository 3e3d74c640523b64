package plan

import (
	"slices"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

func TestReplaced(t *testing.T) {
	for text, want := range map[string]string{
		"python -m mars.deploy.kubernetes.worker": "exec python -m mars.deploy.kubernetes.worker",
		"/usr/bin/python3.11 -m x --a=b -p 7":     "exec /usr/bin/python3.11 -m x --a=b -p 7",
		"mars-worker":                             "exec mars-worker",
		"mars worker --label zone=a":              "exec mars worker --label zone=a",
		"exec python -m x":                        "exec python -m x",
		"python -m x && echo done":                "python -m x && echo done",
		"python -m x; sleep 1":                    "python -m x; sleep 1",
		"A=1 python -m x":                         "A=1 python -m x",
		`python -c "print(1)"`:                    `python -c "print(1)"`,
		"python -m x > log":                       "python -m x > log",
		"python -m x &":                           "python -m x &",
		"python $ARGS":                            "python $ARGS",
		"cd /x":                                   "cd /x",
		"marsh":                                   "marsh",
	} {
		c := corev1.Container{Command: []string{"/bin/sh", "-c", text}}
		if replaced(&c); c.Command[2] != want {
			t.Errorf("%q becomes %q", text, c.Command[2])
		}
	}
	for _, c := range []corev1.Container{
		{Command: []string{"python", "-c", "mars"}},
		{Command: []string{"/bin/sh", "-c", "mars"}, Args: []string{"x"}},
		{Command: []string{"/bin/sh", "-ec", "mars"}},
		{Args: []string{"worker"}},
	} {
		old := slices.Clone(c.Command)
		if replaced(&c); !slices.Equal(c.Command, old) {
			t.Errorf("%q becomes %q", old, c.Command)
		}
	}
}

// A pod of one container has its process hear signals from the first moment on; what a template says stays.
func TestHeard(t *testing.T) {
	yes, no := true, false
	one := []corev1.Container{{Name: "mars"}}
	for name, x := range map[string]struct {
		spec corev1.PodSpec
		want *bool
	}{
		"one":              {corev1.PodSpec{Containers: one}, &yes},
		"it says no":       {corev1.PodSpec{Containers: one, ShareProcessNamespace: &no}, &no},
		"that of the node": {corev1.PodSpec{Containers: one, HostPID: true}, nil},
		"one beside":       {corev1.PodSpec{Containers: append(one[:1:1], corev1.Container{Name: "side"})}, nil},
		"one before":       {corev1.PodSpec{Containers: one, InitContainers: one}, nil},
	} {
		heard(&x.spec)
		if got := x.spec.ShareProcessNamespace; (got == nil) != (x.want == nil) || got != nil &&
			*got != *x.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
