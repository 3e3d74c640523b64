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
