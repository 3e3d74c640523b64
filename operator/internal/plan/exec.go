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

// replaced has a shell that starts one program become that program: `sh -c "python -m x"` becomes `sh -c
// "exec python -m x"`. As the first process of a container a shell hears no SIGTERM, and passes none on, so a
// worker could never hand over what it has.
func replaced(c *corev1.Container) {
	if len(c.Args) == 0 && len(c.Command) == 3 && c.Command[1] == "-c" && slices.Contains(shells, path.Base(c.Command[0])) && simple.MatchString(c.Command[2]) {
		c.Command[2] = "exec " + c.Command[2]
	}
}
