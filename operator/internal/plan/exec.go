package plan

import (
	"path"
	"regexp"
	"slices"

	corev1 "k8s.io/api/core/v1"
)

var (
	shells = []string{"sh", "dash"} // of the others all give their process away
	simple = regexp.MustCompile(`^(?:[\w./-]*/)?(?:python[\d.]*|mars(?:-\w+)?)(?: [\w./:@%+,=-]+)*$`)
)

// heard has the process of a pod not be the first one of its container, which hears no signal before it has
// said that it wants to: a worker that is told to go while its interpreter starts would not go. A pod of
// several containers stays as it is, for they would see each other's processes.
func heard(s *corev1.PodSpec) {
	if s.ShareProcessNamespace == nil && !s.HostPID && len(s.Containers) == 1 && len(s.InitContainers) == 0 {
		yes := true
		s.ShareProcessNamespace = &yes
	}
}

// replaced has a shell that starts one program become that program: `sh -c "python -m x"` becomes `sh -c
// "exec python -m x"`. A shell passes no SIGTERM on, so a worker could never hand over what it has.
func replaced(c *corev1.Container) {
	if len(c.Args) == 0 && len(c.Command) == 3 && c.Command[1] == "-c" &&
		slices.Contains(shells, path.Base(c.Command[0])) && simple.MatchString(c.Command[2]) {
		c.Command[2] = "exec " + c.Command[2]
	}
}
